/** A value as JSON on one line; JSON knows neither bigint nor bytes, so both are written as objects. */
export function toJsonLine(value: unknown): string {
  return JSON.stringify(value, replace);
}

/**
 * Reads what `toJsonLine` wrote.
 * @throws SyntaxError for anything else.
 */
export function fromJsonText(text: string): unknown {
  // To look at every value costs five times as much, and hardly a state has such objects.
  return /"\$(?:bigint|bytes)":/.test(text) ? JSON.parse(text, revive) : JSON.parse(text);
}

function replace(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return { $bigint: value.toString() };
  return value instanceof Uint8Array ? { $bytes: Buffer.from(value).toString("base64") } : value;
}

function revive(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("$bigint" in value && typeof value.$bigint === "string") return BigInt(value.$bigint);
  if ("$bytes" in value && typeof value.$bytes === "string")
    return new Uint8Array(Buffer.from(value.$bytes, "base64"));
  return value;
}
