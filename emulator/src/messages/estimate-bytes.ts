/** The estimated size of an object and of a property, in bytes. */
const objectBytes = 64;
const propertyBytes = 16;

/**
 * Estimates how many bytes of memory a message takes. It counts texts and bytes, and stops when the sum reaches the maximum.
 *
 * @returns an estimate for limits, not a measurement
 */
export function estimateBytes(message: object | undefined, maxBytes: number): number {
  let bytes = 0;
  const pending: unknown[] = [message];
  while (pending.length > 0 && bytes < maxBytes) {
    const value = pending.pop();
    if (typeof value === "string") bytes += value.length;
    else if (value instanceof Uint8Array) bytes += value.length + objectBytes;
    else if (typeof value === "object" && value !== null) {
      bytes += objectBytes;
      for (const key in value) {
        bytes += propertyBytes;
        const inner: unknown = value[key as keyof typeof value];
        if (typeof inner === "string" || typeof inner === "object") pending.push(inner);
      }
    }
  }
  return bytes;
}
