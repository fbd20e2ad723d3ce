import { string } from "./literals.js";
import { propertyName } from "./names.js";
import { trust, type Code } from "./source-text.js";

/** As wide as the formatter lets generated lines be. */
const width = 110;
const step = "  ";

/**
 * A value of JSON as a literal over lines, as the formatter would lay it out: megabytes of data need no formatting
 * then. `column` is where the literal begins.
 */
export function laidOut(value: unknown, column: number): Code {
  return trust(printed(value, "", column));
}

/** Prints a value. `lead` is the number of characters before it on its line, without the indentation. */
function printed(value: unknown, indent: string, lead: number): string {
  if (typeof value === "string") return string(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return list(value, indent, lead);
  const inner = `${indent}${step}`;
  const parts: string[] = [];
  for (const key of Object.keys(value)) {
    const part = (value as Readonly<Record<string, unknown>>)[key];
    if (part !== undefined) parts.push(member(key, part, inner));
  }
  return together("{", parts, "}", indent, lead, false);
}

function member(key: string, value: unknown, indent: string): string {
  // Without brackets a literal takes it for the prototype.
  const name = key === "__proto__" ? '["__proto__"]' : propertyName(key);
  const text = printed(value, indent, name.length + 2);
  const isLong = typeof value === "string" && indent.length + name.length + text.length + 3 > width;
  return isLong ? `${name}:\n${indent}${step}${text}` : `${name}: ${text}`;
}

function list(values: readonly unknown[], indent: string, lead: number): string {
  const inner = `${indent}${step}`;
  const parts = values.map((part) => printed(part, inner, 0));
  if (values.length > 1 && values.every((part) => typeof part === "number")) {
    return numbers(parts, indent, lead);
  }
  return together("[", parts, "]", indent, lead, values.length > 1 && areRecords(values));
}

/** Whether the values are records, which are printed below each other, however short they are. */
function areRecords(values: readonly unknown[]): boolean {
  return (
    values.every((part) => Array.isArray(part) && part.length > 1) ||
    values.every(
      (part) =>
        typeof part === "object" && part !== null && !Array.isArray(part) && Object.keys(part).length > 1,
    )
  );
}

/** Prints all parts in one line if they fit, otherwise one part per line. */
function together(
  open: string,
  parts: readonly string[],
  close: string,
  indent: string,
  lead: number,
  isBroken: boolean,
): string {
  if (parts.length === 0) return `${open}${close}`;
  const space = open === "{" ? " " : "";
  // A comma stands behind it. Most values are far too long: they are not put in one line to find that out.
  const length = parts.reduce((sum, part) => sum + part.length + 2, 2 * space.length);
  const isFitting = indent.length + lead + length + 1 <= width && !parts.some((part) => part.includes("\n"));
  if (isFitting && !isBroken) return `${open}${space}${parts.join(", ")}${space}${close}`;
  const inner = `${indent}${step}`;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
}

/** Numbers fill their lines. */
function numbers(parts: readonly string[], indent: string, lead: number): string {
  const flat = `[${parts.join(", ")}]`;
  if (indent.length + lead + flat.length + 1 <= width) return flat;
  const lines: string[] = [];
  let line = `${indent}${step}`;
  for (const part of parts) {
    const isFirst = line.trim() === "";
    if (!isFirst && line.length + part.length + 2 > width) {
      lines.push(line);
      line = `${indent}${step}${part},`;
    } else line += `${isFirst ? "" : " "}${part},`;
  }
  return `[\n${[...lines, line].join("\n")}\n${indent}]`;
}
