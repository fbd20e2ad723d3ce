/**
 * The lengths in bits of the codes of the 256 bytes and of EOS (RFC 7541, appendix B), one base-36 digit each. The code
 * is canonical: sorted by length and symbol, each code is the previous one plus one, so the lengths define all codes.
 */
const lengths =
  "dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6cad67777777777777777777777878djde6" +
  "f56565666577666567655677777fbedskmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmm" +
  "nqqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrqu";

/** The symbol EOS. No string may contain it (RFC 7541, section 5.2). */
export const endOfString = 256;

/** The code of a symbol: its bits as a number, and their count. */
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
