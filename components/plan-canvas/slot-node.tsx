import { memo } from 'react';

/** The empty place of a step that this side of a comparison does not have. What is missing is said in the list. */
export const SlotNode = memo(function SlotNode() {
  return <div aria-hidden className="step-slot" />;
});
