/**
 * Reads the behaviors of methods and fields from the options `method_behavior` and `field_behavior`. Each API declares the enums of
 * these options itself and names the values freely (docs/conventions.md, "Methods" and "Fields").
 */
import type { DescEnumValue, DescField, DescMethod, DescOneof } from "@bufbuild/protobuf";
import type { CustomOptions } from "../base/options.js";

/**
 * A behavior of a method that differs from what its name implies.
 *
 * - `UPDATER`: it replaces a resource and takes a reset mask.
 * - `PAGINATED`: it returns results page by page.
 * - `WITHOUT_GET`: it works without the Get of its service, which cannot read what the operation leaves.
 * - `UNSPECIFIED`: it does not behave as its name implies. For example, an `Update` takes no reset mask.
 */
export type MethodBehavior = (typeof knownMethodBehaviors)[number];

/**
 * How a server treats a field.
 *
 * - `IMMUTABLE`: set at creation, and never changed.
 * - `IDENTIFIER`: names the resource.
 * - `INPUT_ONLY`: sent in requests, shown in no response.
 * - `OUTPUT_ONLY`: set by the server; a value in a request is ignored.
 */
export type FieldBehavior = (typeof knownFieldBehaviors)[number];

const knownMethodBehaviors = ["UPDATER", "PAGINATED", "WITHOUT_GET", "UNSPECIFIED"] as const;
const knownFieldBehaviors = ["IMMUTABLE", "IDENTIFIER", "INPUT_ONLY", "OUTPUT_ONLY"] as const;

/** Returns the values of the option `method_behavior` of a method. Empty if the option is not set. */
export function methodBehaviors(method: DescMethod, options: CustomOptions): readonly MethodBehavior[] {
  const names = options.enumValues(method, "method_behavior").map(methodBehavior);
  return knownMethodBehaviors.filter((known) => names.includes(known));
}

/**
 * Returns the values of the option `field_behavior` of a field, in declaration order. A value that FieldBehavior does
 * not define is returned as its name without the prefix of its enum. `UNSPECIFIED` is omitted.
 */
export function fieldBehaviors(field: DescField, options: CustomOptions): readonly string[] {
  return options
    .enumValues(field, "field_behavior")
    .map(fieldBehavior)
    .filter((name) => name !== "UNSPECIFIED");
}

/** Returns the values of the option `oneof_behavior` of a oneof, like {@link fieldBehaviors}. */
export function oneofBehaviors(oneof: DescOneof, options: CustomOptions): readonly string[] {
  return options
    .enumValues(oneof, "oneof_behavior")
    .map(fieldBehavior)
    .filter((name) => name !== "UNSPECIFIED");
}

const methodBehavior = spelledIn(knownMethodBehaviors);
const fieldBehavior = spelledIn([...knownFieldBehaviors, "UNSPECIFIED"]);

/** Caches the behavior of each enum value, because many fields have the same few values. */
function spelledIn(known: readonly string[]): (value: DescEnumValue) => string {
  const read = new WeakMap<DescEnumValue, string>();
  return (value) => {
    let name = read.get(value);
    if (name === undefined) read.set(value, (name = readBehavior(value, known)));
    return name;
  };
}

/** Words that negate the rest of a name: `NOT_IMMUTABLE`. */
const negation = /(^|_)(NOT|NO|NON|NEVER|WITHOUT)$/;

/**
 * Returns the behavior that an enum value names. Known behaviors are recognized by the end of the name, because APIs
 * name their enums freely (`MethodBehavior`, `Kind`). A value can have the enum's full name as prefix
 * (`METHOD_BEHAVIOR_UPDATER`), part of it (`METHOD_UPDATER`), another prefix (`RPC_UPDATER`) or none (`UPDATER`).
 */
function readBehavior(value: DescEnumValue, known: readonly string[]): string {
  const name = value.name.toUpperCase();
  const found = known.find((one) => {
    if (name === one) return true;
    return name.endsWith(`_${one}`) && !negation.test(name.slice(0, -one.length - 1));
  });
  return found ?? withoutEnumWords(name, value.parent.name);
}

/** Removes the words of the enum's name from the start of a value's name: `FIELD_REQUIRED` of `FieldBehavior` is `REQUIRED`. */
function withoutEnumWords(name: string, enumName: string): string {
  const words = enumName
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .toUpperCase()
    .split("_");
  for (let count = words.length; count > 0; count--) {
    const prefix = `${words.slice(0, count).join("_")}_`;
    if (name.startsWith(prefix) && name.length > prefix.length) return name.slice(prefix.length);
  }
  return name;
}
