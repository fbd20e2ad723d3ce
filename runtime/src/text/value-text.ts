/** A value as a message may show it: quoted and not too long. */
export function describe(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}...` : value);
  if (typeof value === "bigint") return `${value}n`;
  return value === null || typeof value !== "object" ? String(value) : `a value of type ${typeof value}`;
}

/** Text with everything outside 0x20 to 0x7E as `\uXXXX`. */
export function inAscii(text: string): string {
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
