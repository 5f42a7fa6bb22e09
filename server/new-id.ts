import { randomBytes } from 'node:crypto';

/** Crockford's base 32, lower case: sorts like the numbers it writes, has no look-alike letters. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;

function encodeTime(now: number): string {
  let left = Math.floor(now);
  let text = '';
  for (let i = 0; i < TIME_LENGTH; i++) {
    text = ALPHABET.charAt(left % 32) + text;
    left = Math.floor(left / 32);
  }
  return text;
}

function encodeRandom(): string {
  return Array.from(randomBytes(RANDOM_LENGTH), (byte) => ALPHABET.charAt(byte & 31)).join('');
}

/** `run_01k…`: sorts by the millisecond it was made in; the other 80 bits are random. */
export function newId(prefix: string, now: number = Date.now()): string {
  return `${prefix}_${encodeTime(now)}${encodeRandom()}`;
}
