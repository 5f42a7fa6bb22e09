import type { Viewport } from '@xyflow/react';

type Follow = (viewport: Viewport) => void;
/** Canvases that show the same place at the same zoom: what one is moved to, the others follow. */
export type ViewportLink = {
  join(follow: Follow): () => void;
  moved(by: Follow, viewport: Viewport): void;
};

export function createViewportLink(): ViewportLink {
  const members = new Set<Follow>();
  let shown: Viewport | undefined;
  return {
    join(follow) {
      members.add(follow);
      if (shown) follow(shown);
      return () => members.delete(follow);
    },
    moved(by, viewport) {
      // A canvas that followed reports its own move too: that one is already shown.
      if (shown?.x === viewport.x && shown.y === viewport.y && shown.zoom === viewport.zoom) return;
      shown = { ...viewport };
      for (const follow of members) if (follow !== by) follow(shown);
    },
  };
}
