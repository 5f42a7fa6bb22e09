/**
 * The exact call a person approves and the gate sends. `callHash` and `seal` are the binding (domain A):
 * callHash = SHA-256 over canonical JSON of every member below; seal = SHA-256 over {v, callHash, runId, address}.
 * Wording, dependencies, retry settings, plan version, policy revision and expiry are outside on purpose.
 */
import { canonicalJson, type JsonObject } from '../json.ts';
import { contentHash, textHash } from '../hash.ts';
import type { Hash } from '../ids.ts';
import type { Risk } from '../plan/schema.ts';
import type { Dedupe, EffectClass } from '../plan/tool-contract.ts';
import type { Address } from './address.ts';

export type Call = {
  v: 1;
  workspace: string;
  tool: string;
  toolVersion: string;
  schemaHash: Hash;
  /** Resolved: no binding is left in it. Secrets stand as references. */
  args: JsonObject;
  resource: string | null;
  connection: string | null;
  /** Of the connection's definition: an approval does not follow a connection that is pointed elsewhere. */
  connectionHash?: Hash;
  /** The service identity the call acts as. */
  identity: string;
  environment: string | null;
  effect: EffectClass;
  dedupe: Dedupe;
  risk: Risk;
  /** Canonical text hashes of the step's checks and compensation: a lost safeguard is a new call. */
  checksHash: Hash;
  compensationHash: Hash | null;
};

export function callText(call: Call): string {
  return canonicalJson(call);
}
export function callHash(call: Call): Hash {
  return textHash(callText(call));
}
export function sealOf(hash: Hash, runId: string, address: Address): Hash {
  return contentHash({
    v: 1,
    callHash: hash,
    runId,
    address: { stepId: address.stepId, item: address.item ?? null },
  });
}
export function argsHash(args: JsonObject): Hash {
  return contentHash(args);
}
/** Members of `Call` that differ, for "what changed since you read it" and void reasons (A4). */
export function changedMembers(a: Call, b: Call): (keyof Call)[] {
  return (Object.keys(a) as (keyof Call)[]).filter((key) => canonicalJson(a[key]) !== canonicalJson(b[key]));
}
