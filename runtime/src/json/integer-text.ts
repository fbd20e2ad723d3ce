const form = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Longest text that can be a 64-bit integer in any way of writing that someone may use. */
const longest = 400;

/** The integer that a text writes, exactly; `1.5e1` is one too. Undefined for other text. */
export function integerFromText(text: string): bigint | undefined {
  if (text.length > longest) return undefined;
  const [, sign, whole, fraction = "", exponent = "0"] = form.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const shift = Number(exponent) - fraction.length;
  const digits = whole + fraction;
  const magnitude = shift < 0 ? withoutZeros(digits, -shift) : BigInt(digits + "0".repeat(shift));
  return magnitude !== undefined && sign === "-" ? -magnitude : magnitude;
}

/** The number without its last digits, which must be zeros. */
function withoutZeros(digits: string, count: number): bigint | undefined {
  const padded = digits.padStart(count + 1, "0");
  const cut = padded.length - count;
  return /[^0]/.test(padded.slice(cut)) ? undefined : BigInt(padded.slice(0, cut));
}
