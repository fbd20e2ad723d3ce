import type { Json } from "../text/json.js";
import { safeText } from "../text/safe-text.js";

/** Writes JSON as TypeScript, over several lines if it is long. Names are quoted only if they must be. */
export function printLiteral(value: Json, indent = ""): string {
  if (typeof value !== "object" || value === null) return quote(value);
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  const parts = isList
    ? value.map((one: Json) => printLiteral(one, inner))
    : Object.entries(value as Readonly<Record<string, Json>>).map(
        ([name, one]) => `${printName(name)}: ${printLiteral(one, inner)}`,
      );
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return `${open}${close}`;
  const line = isList ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  if (line.length + indent.length <= 80 && !line.includes("\n")) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
}

/** `__proto__` without brackets would set the prototype. */
function printName(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

/** Writes a value as a literal in which every character can be seen: the escapes of a text for people are those of JSON. */
export function quote(value: string | number | boolean | null): string {
  return safeText(JSON.stringify(value));
}

/** Quotes a text for a POSIX shell. A quote inside ends the quotes, is escaped, and begins them again. */
export function quoteShell(text: string): string {
  return /^[\w.,:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Writes JSON for a shell. Characters that cannot be seen are escapes of JSON. */
export function printShellJson(value: Json): string {
  const line = JSON.stringify(value);
  return quoteShell(safeText(line.length <= 100 ? line : JSON.stringify(value, null, 2)));
}
