import { create, type DescField, type DescMessage, type Message, clone } from "@bufbuild/protobuf";
import { isReflectMessage, reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { type CustomOptions, fieldBehaviors, findField } from "@stratus/convention";
import { badRequest } from "../errors/refused-call.js";

/** An update with a field mask. */
export interface MaskedChange {
  readonly desc: DescMessage;
  readonly current: Message;
  /** The resource of the request; undefined if it has none. */
  readonly given: ReflectMessage | undefined;
  /** Paths in proto names; undefined for all fields that the request carries (AIP-134). */
  readonly paths: readonly string[] | undefined;
  readonly options: CustomOptions;
}

/**
 * The resource after an update with a field mask (AIP-134, AIP-161): each path takes the value of the request, or is
 * cleared if the request carries none; `*` is all of it. OUTPUT_ONLY fields stay as they are.
 *
 * @throws INVALID_ARGUMENT for a path that there is not, and for a change of an IMMUTABLE field
 */
export function applyFieldMask({ desc, current, given, paths, options }: MaskedChange): Message {
  const target = reflect(desc, clone(desc, current));
  const source = given ?? reflect(desc, create(desc));
  for (const path of namedPaths(paths, source)) change(target, source, parsePath(path), { path, options });
  return target.message;
}

function namedPaths(paths: readonly string[] | undefined, source: ReflectMessage): readonly string[] {
  if (paths === undefined)
    return source.fields.filter((field) => source.isSet(field)).map(({ name }) => name);
  return paths.includes("*") ? source.fields.map(({ name }) => name) : paths;
}

/** The steps of a path: names with dots between, and keys in backticks. */
function parsePath(path: string): string[] {
  const steps = [...path.matchAll(/(?:^|\.)(?:`((?:[^`]|``)*)`|([^`.]+))/g)];
  if (steps.map(([text]) => text).join("") !== path || path === "") throw badPath(path, "it is not a path");
  return steps.map(([, quoted, bare = ""]) => (quoted === undefined ? bare : quoted.replaceAll("``", "`")));
}

interface Around {
  readonly path: string;
  readonly options: CustomOptions;
}

function change(
  target: ReflectMessage,
  source: ReflectMessage | undefined,
  [name = "", ...rest]: readonly string[],
  around: Around,
): void {
  const { path, options } = around;
  const field = findField(target.desc, name);
  if (field === undefined)
    throw badPath(path, `${target.desc.typeName} has no field ${JSON.stringify(name)}`);
  const behaviors = fieldBehaviors(field, options);
  if (behaviors.includes("OUTPUT_ONLY") || behaviors.includes("IDENTIFIER")) return;
  if (rest.length > 0) return changeInside(field, target, source, rest, around);
  const isGiven = source?.isSet(field) ?? false;
  if (behaviors.includes("IMMUTABLE") && target.isSet(field) && isGiven && !isSame(target, source, field)) {
    throw badPath(path, "the field is IMMUTABLE");
  }
  if (source === undefined || !isGiven) target.clear(field);
  else copy(target, source, field);
}

function changeInside(
  field: DescField,
  target: ReflectMessage,
  source: ReflectMessage | undefined,
  rest: readonly string[],
  around: Around,
): void {
  if (field.fieldKind === "map") return changeEntry(field, target, source, rest, around);
  if (field.fieldKind !== "message")
    throw badPath(around.path, `${field.name} has no parts that a mask can name`);
  const given = source?.isSet(field) ? source.get(field) : undefined;
  // What is not there has nothing to clear.
  if (given === undefined && !target.isSet(field)) return;
  if (!target.isSet(field)) target.set(field, reflect(field.message, create(field.message)));
  change(target.get(field), given, rest, around);
}

function changeEntry(
  field: DescField & { readonly fieldKind: "map" },
  target: ReflectMessage,
  source: ReflectMessage | undefined,
  [key = "", ...more]: readonly string[],
  { path }: Around,
): void {
  if (more.length > 0) throw badPath(path, "the emulator takes entries of maps as a whole");
  const own = target.get(field);
  const find = (entries: Iterable<[unknown, unknown]>) => [...entries].find(([one]) => String(one) === key);
  const given = source && find(source.get(field).entries() as Iterable<[unknown, unknown]>);
  const held = find(own.entries() as Iterable<[unknown, unknown]>);
  if (held) own.delete(held[0] as string);
  if (given) own.set(given[0] as string, given[1]);
}

/** Copies the value of a field; the messages in it stay those of the request, which nobody changes. */
function copy(target: ReflectMessage, source: ReflectMessage, field: DescField): void {
  switch (field.fieldKind) {
    case "list": {
      const list = target.get(field);
      list.clear();
      for (const item of source.get(field)) list.add(item);
      return;
    }
    case "map": {
      const map = target.get(field);
      map.clear();
      for (const [key, value] of source.get(field)) map.set(key, value);
      return;
    }
    default:
      target.set(field, source.get(field));
  }
}

function isSame(target: ReflectMessage, source: ReflectMessage | undefined, field: DescField): boolean {
  const text = (message: ReflectMessage | undefined): string =>
    JSON.stringify(message && plain(message.get(field)), (_, value: unknown) =>
      typeof value === "bigint" ? `${value}n` : value,
    );
  return text(target) === text(source);
}

function plain(value: unknown): unknown {
  if (isReflectMessage(value)) return value.message;
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  return Symbol.iterator in value ? [...(value as Iterable<unknown>)].map(plain) : value;
}

function badPath(path: string, why: string) {
  return badRequest("update_mask", `${JSON.stringify(path)}: ${why}`);
}
