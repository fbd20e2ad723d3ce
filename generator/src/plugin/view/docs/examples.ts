/** Calls as a page shows them: they compile as they stand, and their values are to be replaced. */
import type { MessageRef, Method, Modify } from "../../model/api.js";
import type { Guide, GuideField } from "../../model/guide.js";
import type { Example } from "../../model/example.js";
import type { MaskPath } from "../../model/mask-paths.js";
import { code, joined, literal, member, type Code } from "../../../kit/code/code.js";
import { exampleCode, recordCode } from "../example-code.js";
import { startsOperation } from "../operation.js";

type Types = Guide["types"];

/** A call of a method. */
export function methodExample(method: Method, { maskPaths, examples }: Guide): Code {
  const call = member(method.local);
  const request = recordCode(examples.request(method));
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
      return unaryExample(method, request, maskPaths.get(method.request.typeName) ?? []);
  }
}

function unaryExample(method: Method, request: Code, paths: readonly MaskPath[]): Code {
  const options = method.isUpdate ? code`, { resetMask: ${exampleMask(paths)} }` : literal("");
  const answer = code`await client${member(method.local)}(${request}${options})`;
  if (!startsOperation(method)) return code`console.log(${answer});`;
  return method.operation.named
    ? code`console.log(await (${answer}).result());`
    : code`await (${answer}).wait();`;
}

/** A call of the helper that reads, changes and updates. */
export function modifyExample({ local, get, update }: Modify, { types, examples }: Guide): Code {
  const change = changeExample(get.response, types);
  const call = code`await client${member(local)}(${recordCode(examples.request(get))}, ${change})`;
  return startsOperation(update) ? code`await (${call}).wait();` : code`${call};`;
}

/** The path of a mask in the builder: `m.spec.secondaryDisks`. */
export function builderCode({ builder }: MaskPath): Code {
  return code`m${joined(builder.map(member), "")}`;
}

/** A list or a map within a structure before anything else: clearing these is what masks are for. */
function exampleMask(paths: readonly MaskPath[]): Code {
  const inside = paths.filter(
    ({ builder, behaviors, isRequired }) =>
      builder.length === 2 && !behaviors.includes("IMMUTABLE") && !isRequired,
  );
  const path = inside.findLast(({ isMany }) => isMany) ?? inside.at(-1) ?? paths[0];
  return path === undefined ? literal('""') : code`(m) => [${builderCode(path)}]`;
}

/** The fields that an example can set, pages aside. */
function settable({ typeName }: Pick<MessageRef, "typeName">, types: Types): readonly GuideField[] {
  const type = types.get(typeName);
  if (type?.kind !== "message") return [];
  return type.fields.filter(
    ({ holds, oneof, behaviors }) =>
      holds === "one" && oneof === undefined && !behaviors.includes("OUTPUT_ONLY"),
  );
}

/** A function that changes the first field of a resource's spec that can be changed. */
function changeExample(resource: MessageRef, types: Types): Code {
  const spec = settable(resource, types).find(({ name }) => name === "spec");
  const fields = spec && "typeName" in spec.value ? settable(spec.value, types) : [];
  const field = fields.find(({ example, behaviors }) => isPlain(example) && !behaviors.includes("IMMUTABLE"));
  const value = field?.example && exampleCode(field.example);
  if (!spec || !field || !value) return literal("(resource) => console.log(resource)");
  return code`(resource) => { resource${member(spec.property)}${member(field.property)} = ${value}; }`;
}

/** A value of one word; bytes do not show a change. */
function isPlain(example: Example | undefined): boolean {
  return example?.kind === "scalar" && typeof example.value !== "object";
}
