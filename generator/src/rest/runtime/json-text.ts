import { enterLevel } from "./stack-overflow.js";

/** Writes JSON. Throws for a value that JSON cannot represent, and names its place, which begins with `path`. */
export function writeJson(value: unknown, path = ""): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value) as string | undefined;
  } catch (error) {
    // JSON.stringify does not name the place of a bigint.
    checkJson(value, path);
    throw error;
  }
  if (text === undefined) throw new Error("it cannot be represented in JSON");
  // JSON.stringify replaces such values by null, {} or an object of indexes, so most texts are not searched.
  if (/null|\{\}|\{"0":/.test(text)) checkJson(value, path);
  return text;
}

/** Throws for the first value that JSON cannot represent. With `hasDigits`, bigints are written with their digits. */
export function checkJson(value: unknown, path: string, hasDigits = false): void {
  if (typeof value === "bigint" && !hasDigits) failAt(path, "a bigint");
  if (typeof value === "number" && !Number.isFinite(value)) failAt(path, `${value}`);
  if (typeof value !== "object" || value === null) return;
  if (value instanceof Date && Number.isNaN(value.getTime())) failAt(path, "an invalid Date");
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === "function") {
    const written: unknown = toJSON.call(value, path);
    return written === value ? undefined : enterLevel(() => checkJson(written, path, hasDigits));
  }
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (!plainKinds.has(kind)) failAt(path, /^[AEIO]/.test(kind) ? `an ${kind}` : `a ${kind}`);
  if (kind === "Number") return checkJson(Number(value), path);
  for (const [name, part] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name;
    enterLevel(() => checkJson(part, at, hasDigits));
  }
}

/** The kinds of objects that JSON represents. */
const plainKinds: ReadonlySet<string> = new Set(["Object", "Array", "Number", "String", "Boolean"]);

function failAt(path: string, what: string): never {
  throw new Error(`${path || "it"} is ${what}, which JSON cannot represent`);
}
