/** Whether a number in memory has its lowest byte first, as on all machines but a few. */
export const isLittleEndian: boolean = /*@__PURE__*/ startsLow(/*@__PURE__*/ new Uint16Array([1]));

function startsLow({ buffer }: Uint16Array): boolean {
  return new Uint8Array(buffer)[0] === 1;
}
