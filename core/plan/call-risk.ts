import type { Risk } from './schema.ts';
import type { EffectClass, ToolContract } from './tool-contract.ts';

export const RISKS = ['low', 'medium', 'high', 'critical'] as const satisfies readonly Risk[];

/** A read of a tool that can also write is low; what cannot be undone is at least high; a step may only raise it (G3). */
export function callRisk(
  tool: Pick<ToolContract, 'effect' | 'risk'>,
  effect: EffectClass,
  wanted: Risk | undefined,
): Risk {
  const own: Risk = effect === 'read' && tool.effect !== 'read' ? 'low' : tool.risk;
  const least: Risk = effect === 'irreversible' ? 'high' : 'low';
  const highest = Math.max(...[own, least, wanted ?? 'low'].map((risk) => RISKS.indexOf(risk)));
  return RISKS[highest] ?? 'critical';
}
