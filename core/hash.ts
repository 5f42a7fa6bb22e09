import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Hash } from './ids.ts';
import { canonicalJson } from './json.ts';

/** SHA-256 in lower-case hex of a text's UTF-8 bytes. Synchronous, because `decide` is. */
export function textHash(text: string): Hash {
  return bytesToHex(sha256(utf8ToBytes(text))) as Hash;
}

/** SHA-256 over canonical JSON: equal content gives equal hashes whatever the key order. */
export function contentHash(value: unknown): Hash {
  return textHash(canonicalJson(value));
}
