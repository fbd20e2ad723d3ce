import { randomBytes } from "node:crypto";

/** Bytes that are requested from the system at a time, because each request takes as long as many identifiers. */
const poolBytes = 4096;

/** Creates a source of random bytes from the system's secure generator. No byte is returned twice. */
export function systemRandom(): (size: number) => Uint8Array {
  let pool = new Uint8Array();
  return (size) => {
    if (pool.length < size) pool = new Uint8Array(randomBytes(Math.max(size, poolBytes)));
    const bytes = pool.subarray(0, size);
    pool = pool.subarray(size);
    return bytes;
  };
}
