/** Encodes ASN.1 values by the distinguished encoding rules (ITU-T X.690), as far as a certificate needs them. */

/** A value with its tag and length. */
export function der(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(body.length)]), body]);
}

/** SEQUENCE. */
export function sequence(...content: readonly Uint8Array[]): Uint8Array {
  return der(0x30, ...content);
}

/** OBJECT IDENTIFIER from its dotted form. */
export function objectId(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** INTEGER from the bytes of a number that has no sign. */
export function unsignedInteger(bytes: Uint8Array): Uint8Array {
  // X.690, section 8.3.2: one zero before a bit that would be read as a sign, and no other.
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? Buffer.from([0]) : bytes.subarray(start);
  return der(0x02, Buffer.from((digits[0] ?? 0) >= 0x80 ? [0] : []), digits);
}

/** BIT STRING of whole bytes. */
export function bitString(bytes: Uint8Array): Uint8Array {
  return der(0x03, Buffer.from([0]), bytes);
}

/** GeneralizedTime in UTC. */
export function generalizedTime(time: Date): Uint8Array {
  return der(0x18, Buffer.from(`${time.toISOString().replace(/[-:T]|\.\d+Z/g, "")}Z`, "latin1"));
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff);
  return [0x80 | bytes.length, ...bytes];
}

function base128(value: number): number[] {
  const groups = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 0x7f) | 0x80);
  return groups;
}
