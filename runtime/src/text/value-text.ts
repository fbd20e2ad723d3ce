/** A value as a message may show it: quoted and not too long. */
export function describe(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}...` : value);
  if (typeof value === "bigint") return `${value}n`;
  return value === null || typeof value !== "object" ? String(value) : `a value of type ${typeof value}`;
}
