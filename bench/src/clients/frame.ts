const prefixLength = 5;

/** A message with its prefix, uncompressed (gRPC over HTTP/2, "Length-Prefixed-Message"). */
export function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(prefixLength + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, prefixLength);
  return frame;
}
