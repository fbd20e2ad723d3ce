/** Prints calls for a page. They compile, and readers replace their values. */
import { code, joined, literal, member, type Code } from "../../../kit/code/code.js";
import type { GuideMethod, GuideModify } from "../../../kit/guide/service.js";
import type { GuideField, GuideJson } from "../../../kit/guide/types.js";
import type { GuideTypes } from "../../../kit/complete-guide.js";
import { exampleCode, recordCode } from "../example-code.js";
import type { MaskPath } from "./mask-paths.js";

/** A call of a method. */
export function methodExample(method: GuideMethod, paths: readonly MaskPath[], types: GuideTypes): Code {
  const call = member(method.local);
  const request = requestCode(method, types);
  switch (method.kind) {
    case "serverStreaming":
      return code`for await (const message of client${call}(${request})) console.log(message);`;
    case "clientStreaming":
      return code`console.log(await client${call}([${request}]));`;
    case "bidiStreaming":
      return code`for await (const message of client${call}([${request}])) console.log(message);`;
    case "unary":
      if (method.pages)
        return code`for await (const item of client${member(method.pages.local)}(${request})) console.log(item);`;
      return unaryExample(method, request, paths);
  }
}

/** A call alone, with a request that its rules accept: `client.get({ id: "..." })`. */
export function exampleCall(method: GuideMethod, types: GuideTypes): Code {
  return code`client${member(method.local)}(${requestCode(method, types)})`;
}

function requestCode({ example = {}, request }: GuideMethod, types: GuideTypes): Code {
  return recordCode(example, types.message(request), types);
}

function unaryExample(method: GuideMethod, request: Code, paths: readonly MaskPath[]): Code {
  const options = method.hasMask ? code`, { resetMask: ${exampleMask(paths)} }` : literal("");
  const answer = code`await client${member(method.local)}(${request}${options})`;
  if (!method.operation) return code`console.log(${answer});`;
  return method.operation.local === "result"
    ? code`console.log(await (${answer}).result());`
    : code`await (${answer}).wait();`;
}

/** A call of the helper that reads, changes and updates. */
export function modifyExample(
  { local }: GuideModify,
  [get, update]: readonly GuideMethod[],
  types: GuideTypes,
): Code {
  const change = changeExample(get?.response?.type ?? "", types);
  const request = get ? requestCode(get, types) : code`{}`;
  const call = code`await client${member(local)}(${request}, ${change})`;
  return update?.operation ? code`await (${call}).wait();` : code`${call};`;
}

/** The path of a mask in the builder: `m.spec.secondaryDisks`. */
export function builderCode({ builder }: MaskPath): Code {
  return code`m${joined(builder.map(member), "")}`;
}

/** A list or a map within a structure before anything else: clearing these is what masks are for. */
function exampleMask(paths: readonly MaskPath[]): Code {
  const free = paths.filter(({ behaviors, isNeeded }) => !behaviors.includes("IMMUTABLE") && !isNeeded);
  const inside = free.filter(({ builder }) => builder.length === 2);
  const path = inside.findLast(({ isMany }) => isMany) ?? inside.at(-1) ?? free[0];
  return path === undefined ? literal('""') : code`(m) => [${builderCode(path)}]`;
}

/** The fields of a message that an example can set. */
function settable(typeName: string, types: GuideTypes): readonly GuideField[] {
  const fields = types.message(typeName)?.fields ?? [];
  return fields.filter(
    ({ isList, mapKey, oneof, behaviors }) =>
      !isList && mapKey === undefined && oneof === undefined && !behaviors?.includes("OUTPUT_ONLY"),
  );
}

/** A function that changes the first field of a resource, or of its spec, that can be changed. */
function changeExample(typeName: string, types: GuideTypes): Code {
  const spec = settable(typeName, types).find(({ name }) => name === "spec");
  const fields = settable(spec?.type ?? typeName, types);
  const field = fields.find((one) => isChangeable(one) && sampleOf(one) !== undefined);
  const value = field && sampleOf(field);
  if (!field || value === undefined) return literal("(resource) => console.log(resource)");
  const place = spec ? code`${member(spec.property)}${member(field.property)}` : member(field.property);
  return code`(resource) => { resource${place} = ${exampleCode(value, field, types)}; }`;
}

/** Whether a program may change a field of a resource that exists. Its name identifies it (AIP-122). */
function isChangeable({ name, behaviors = [] }: GuideField): boolean {
  return name !== "name" && !behaviors.some((one) => ["IDENTIFIER", "IMMUTABLE"].includes(one));
}

/** A value of a field in one word; undefined if it has none, and of bytes, which do not show a change. */
function sampleOf({ kind, limits, example }: GuideField): GuideJson | undefined {
  if (kind === "bytes" || kind === "message" || kind === "enum") return undefined;
  if (limits) return example;
  if (kind === "string") return "...";
  return kind === "bool" ? true : 1;
}
