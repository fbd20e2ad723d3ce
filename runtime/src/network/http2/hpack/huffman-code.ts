/**
 * The lengths in bits of the codes of the 256 bytes and of the end of a string (RFC 7541, appendix B), a digit of base 36
 * each. The code is canonical: in the order of length, then of symbol, each code is the one before plus one, so
 * that the lengths alone say all of them.
 */
const lengths =
  "dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6cad67777777777777777777777878djde6" +
  "f56565666577666567655677777fbedskmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmm" +
  "nqqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrqu";

/** The symbol that ends a string. No string may hold it. */
export const endOfString = 256;

/** A symbol's code: its bits, as a number, and how many there are. */
export interface HuffmanCode {
  readonly bits: number;
  readonly length: number;
}

/** The code of each symbol. */
export const huffmanCodes: readonly HuffmanCode[] = makeCodes();

function makeCodes(): HuffmanCode[] {
  const codes = Array.from(lengths, (digit) => ({ bits: 0, length: Number.parseInt(digit, 36) }));
  const inOrder = [...codes].sort((one, other) => one.length - other.length);
  let [next, length] = [0, 0];
  for (const code of inOrder) {
    next *= 2 ** (code.length - length);
    length = code.length;
    code.bits = next++;
  }
  return codes;
}
