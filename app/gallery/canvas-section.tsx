'use client';
import { useEffect, useState } from 'react';
import { PlanCanvas } from '#components/plan-canvas/plan-canvas.tsx';
import { createViewportLink } from '#components/plan-canvas/viewport-link.ts';
import { Panel } from '#components/shell/page.tsx';
import { diffKinds, diffPositions, diffSteps, stateMarks, statePositions, stateSteps } from './fixtures.ts';

/** The cards in every state at each of the four zoom levels, and the four kinds of difference. */
export function CanvasSection() {
  return (
    <>
      <Panel title="Run states" bodyClassName="h-[560px] p-0">
        <StateCanvas />
      </Panel>
      <div className="grid gap-4 lg:grid-cols-3">
        <Panel title="Zoom level 0" bodyClassName="h-[260px] p-0">
          <Zoomed zoom={0.22} />
        </Panel>
        <Panel title="Zoom level 1" bodyClassName="h-[260px] p-0">
          <Zoomed zoom={0.4} />
        </Panel>
        <Panel title="Zoom level 3" bodyClassName="h-[260px] p-0">
          <Zoomed zoom={1.3} />
        </Panel>
      </div>
      <Panel title="Difference" bodyClassName="h-[300px] p-0">
        <PlanCanvas
          label="Diff sample"
          steps={diffSteps}
          positions={diffPositions}
          diff={diffKinds}
          edgeKinds={{ 'copy verify': 'added', 'lock verify': 'removed' }}
        />
      </Panel>
    </>
  );
}

function StateCanvas() {
  const [selected, setSelected] = useState<string>();
  return (
    <PlanCanvas
      label="Run states"
      steps={stateSteps}
      positions={statePositions}
      marks={stateMarks}
      selected={selected}
      onSelect={setSelected}
    />
  );
}

const ignore = () => undefined;
function Zoomed({ zoom }: { zoom: number }) {
  const [link] = useState(createViewportLink);
  useEffect(() => {
    // After the canvas has made its first view.
    const timer = setTimeout(() => link.moved(ignore, { x: 12, y: 12, zoom }), 500);
    return () => clearTimeout(timer);
  }, [link, zoom]);
  return (
    <PlanCanvas
      label={`Run states at ${Math.round(zoom * 100)} %`}
      steps={stateSteps}
      positions={statePositions}
      marks={stateMarks}
      link={link}
    />
  );
}
