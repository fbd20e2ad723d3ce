import type { Example, ExampleRecord } from "../model/example.js";
import { arrayOf, bigint, code, json, joined, objectOf, string, type Code } from "../../kit/code/code.js";

/** A value of an example as a program writes it. */
export function exampleCode(example: Example): Code {
  switch (example.kind) {
    case "scalar":
      return scalarCode(example.value);
    case "list":
      return arrayOf(example.items.map(exampleCode));
    case "map":
      return mapCode(example);
    case "case":
      return code`{ $case: ${string(example.name)}, value: ${exampleCode(example.value)} }`;
    case "record":
      return recordCode(example);
  }
}

/** A message of an example. */
export function recordCode({ entries }: ExampleRecord): Code {
  return objectOf(entries.map(([property, value]) => [property, exampleCode(value)]));
}

function mapCode({ isObject, entries }: Example & { readonly kind: "map" }): Code {
  if (isObject) {
    const texts = entries.map(([key, value]) => [keyText(key), exampleCode(value)] as const);
    return objectOf(texts);
  }
  const pairs = entries.map(([key, value]) => arrayOf([exampleCode(key), exampleCode(value)]));
  return code`new Map(${arrayOf(pairs)})`;
}

function keyText(key: Example): string {
  return key.kind === "scalar" ? String(key.value) : "";
}

function scalarCode(value: (Example & { readonly kind: "scalar" })["value"]): Code {
  if (typeof value === "string") return string(value);
  if (typeof value === "bigint") return bigint(value);
  if (value instanceof Uint8Array) {
    return code`new Uint8Array([${joined(
      Array.from(value, (one) => json(one)),
      ", ",
    )}])`;
  }
  return json(value);
}
