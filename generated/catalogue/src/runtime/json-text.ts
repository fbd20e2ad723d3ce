/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/json-text.ts of protoc-gen-stratus. DO NOT EDIT. */
/** Writes JSON. Throws for a value that JSON cannot represent, and names its place. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new Error("it cannot be represented in JSON");
  // JSON.stringify replaces such values by null, {} or an object of indexes, so most texts are not searched.
  if (/null|\{\}|\{"0":/.test(text)) checkJson(value, "");
  return text;
}

/** Throws for the first value that JSON cannot represent. */
export function checkJson(value: unknown, path: string): void {
  if (typeof value === "number" && !Number.isFinite(value)) failAt(path, `${value}`);
  if (typeof value !== "object" || value === null) return;
  if (value instanceof Date && Number.isNaN(value.getTime())) failAt(path, "an invalid Date");
  if (typeof (value as { readonly toJSON?: unknown }).toJSON === "function") return;
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (!plainKinds.has(kind)) failAt(path, /^[AEIO]/.test(kind) ? `an ${kind}` : `a ${kind}`);
  for (const [name, part] of Object.entries(value)) {
    checkJson(part, Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name);
  }
}

/** The kinds of objects that JSON represents. */
const plainKinds: ReadonlySet<string> = new Set(["Object", "Array", "Number", "String", "Boolean"]);

function failAt(path: string, what: string): never {
  throw new Error(`${path || "it"} is ${what}, which JSON cannot represent`);
}
