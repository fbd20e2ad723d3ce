import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { isLinear } from "../../../convention/src/pattern/linear.js";
import type { OutputFile } from "../../../generator/src/kit/emit/file.js";
import type { Json, JsonObject } from "../../../generator/src/rest/read/json.js";
import { normalizeDescription } from "../../../generator/src/rest/read/normalize/normalize.js";
import { readSpecText } from "../../../generator/src/rest/read/spec-text.js";
import { lockOf } from "./client.fixture.js";

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Keywords of which types and guards say something else than the libraries beside them, or nothing. */
const others =
  /^(readOnly|writeOnly|discriminator|if|then|else|not|contains|dependent\w+|unevaluated\w+|patternProperties|prefixItems|propertyNames|\$dynamicRef|\$id|\$anchor)$/;

/** Alternatives beside a type: openapi-typescript takes the type for one of them. */
function isTypedChoice(schema: JsonObject): boolean {
  return "anyOf" in schema && ["type", "properties", "allOf"].some((name) => name in schema);
}

/** The schema and all that it refers to say only what both sides understand. */
export function schemaSupported(root: JsonObject, name: string, seen = new Set<string>()): boolean {
  if (seen.has(name)) return true;
  seen.add(name);
  const components = isObject(root["components"]) ? root["components"] : {};
  const schemas = isObject(components["schemas"]) ? components["schemas"] : {};
  if (!Object.hasOwn(schemas, name)) return false;
  const look = (value: Json): boolean => {
    if (Array.isArray(value)) return value.every((part: Json) => look(part));
    if (!isObject(value)) return true;
    if (isTypedChoice(value)) return false;
    return Object.entries(value).every(([key, part]) => {
      if (key === "example" || key === "examples" || key === "enum" || key === "default" || key === "const")
        return true;
      if (key === "properties" && isObject(part)) return Object.values(part).every(look);
      if (others.test(key)) return false;
      if (key !== "$ref") return look(part);
      const target = /^#\/components\/schemas\/([^/]+)$/.exec(String(part))?.[1];
      return target !== undefined && schemaSupported(root, target, seen);
    });
  };
  return look(schemas[name] ?? null);
}

/** A description of 3.0 in the JSON Schema of 2020-12. */
export function withoutNullable(root: JsonObject): JsonObject {
  const isOld = String(root["openapi"]).startsWith("3.0");
  const convert = (value: Json): Json => {
    if (Array.isArray(value)) return value.map((part: Json) => convert(part));
    if (!isObject(value)) return value;
    if (isOld && typeof value["$ref"] === "string") return { $ref: value["$ref"] };
    const { nullable, example: _, exclusiveMinimum: above, exclusiveMaximum: below, ...rest } = value;
    const plain: Record<string, Json> = Object.fromEntries(
      Object.entries(rest).map(([key, part]) => [key, convert(part)]),
    );
    // Guards leave such a pattern out.
    if (typeof rest["pattern"] === "string" && !isCheckable(rest["pattern"])) delete plain["pattern"];
    for (const [key, bound, limit] of [
      ["exclusiveMinimum", above, "minimum"],
      ["exclusiveMaximum", below, "maximum"],
    ] as const) {
      if (bound === true) plain[key] = plain[limit] ?? 0;
      else if (bound !== undefined && bound !== false) plain[key] = convert(bound);
    }
    return nullable === true ? { anyOf: [{ type: "null" }, plain] } : plain;
  };
  return convert(root) as JsonObject;
}

function isCheckable(pattern: string): boolean {
  try {
    return isLinear(pattern, !RegExp(pattern, "u"));
  } catch {
    return isLinear(pattern, true);
  }
}

/** Objects whose properties are names of the document's own. */
const maps =
  /^(properties|patternProperties|\$defs|schemas|responses|parameters|requestBodies|headers|securitySchemes|links|callbacks|pathItems|paths|content|variables|encoding|mapping)$/;

/** What the libraries read in the same way: no examples, and no discriminator, which changes other schemas there. */
function comparable(value: Json, root: JsonObject, isMap = false, siblings: JsonObject = {}): Json {
  if (Array.isArray(value)) return value.map((part: Json) => comparable(part, root, false, siblings));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(isMap ? value : withIndex(withRequired(value, root, siblings))).flatMap(([key, part]) => {
      const isLeftOut = /^(examples?|discriminator|x-.*)$/.test(key) && !isMap;
      const isParts = !isMap && /^(allOf|anyOf|oneOf)$/.test(key);
      const others = isParts ? { ...siblings, ...propertiesOf(value, root) } : {};
      return isLeftOut ? [] : [[key, comparable(part, root, !isMap && maps.test(key), others)]];
    }),
  );
}

/** The properties that a schema and the parts of its `allOf` describe. */
function propertiesOf(schema: Json, root: JsonObject, depth = 0): JsonObject {
  if (!isObject(schema) || depth > 12) return {};
  const name = /^#\/components\/schemas\/([^/]+)$/.exec(String(schema["$ref"]))?.[1];
  const { schemas = {} } = (root["components"] ?? {}) as { readonly schemas?: JsonObject };
  const target = name === undefined ? [] : [schemas[name] ?? null];
  const parts = [...target, ...((schema["allOf"] ?? []) as readonly Json[])];
  const described = parts.map((part) => propertiesOf(part, root, depth + 1));
  const own = isObject(schema["properties"]) ? schema["properties"] : {};
  return Object.assign({}, ...described, own) as JsonObject;
}

/**
 * Describes the required properties that a schema only names. Our types require them, as JSON Schema does. `siblings`
 * has those that other parts of the same schema describe.
 */
function withRequired(schema: JsonObject, root: JsonObject, siblings: JsonObject): JsonObject {
  const { properties, required, additionalProperties: rest = {} } = schema;
  if (!(isObject(properties) || "allOf" in schema) || !Array.isArray(required)) return schema;
  const described = isObject(properties) ? properties : propertiesOf(schema, root);
  const names = (required as readonly Json[]).filter(
    (name): name is string => typeof name === "string" && !Object.hasOwn(described, name),
  );
  if (names.length === 0) return schema;
  const added = names.map((name) => [name, siblings[name] ?? (isObject(rest) ? rest : {})] as const);
  return {
    ...schema,
    properties: { ...(properties as JsonObject | undefined), ...Object.fromEntries(added) },
  };
}

/** A literal that stands for the type `undefined`, which no schema has. */
const absentMark = "(undefined)";

/**
 * Lets additional properties have the types of the described ones as well. Our types are one object, whose index
 * signature all properties must fit; openapi-typescript prints an intersection that no object literal fits.
 */
function withIndex(schema: JsonObject): JsonObject {
  const { properties, required = [], additionalProperties: rest } = schema;
  if (!isObject(properties) || !isObject(rest)) return schema;
  const names = Object.keys(properties);
  if (names.length === 0 || Object.keys(rest).length === 0) return schema;
  const hasOptional = names.some((name) => !(required as readonly Json[]).includes(name));
  const absent: readonly Json[] = hasOptional ? [{ enum: [absentMark] }] : [];
  return { ...schema, additionalProperties: { anyOf: [rest, ...Object.values(properties), ...absent] } };
}

/** The types that openapi-typescript prints, and a program that compiles where ours are the same. */
export async function typeComparison(
  name: string,
  text: string,
  files: readonly OutputFile[],
): Promise<{ readonly types: string; readonly program: string; readonly count: number }> {
  const generator = createRequire(new URL("../../../generator/package.json", import.meta.url));
  const { astToString, default: openapiTypes } = (await import(
    /* @vite-ignore */ pathToFileURL(generator.resolve("openapi-typescript")).href
  )) as {
    astToString: (nodes: unknown) => string;
    default: (text: string, options: object) => Promise<unknown>;
  };
  const { root } = normalizeDescription(await readSpecText(name, text), false).spec;
  const nodes = await openapiTypes(JSON.stringify(comparable(root, root)), {
    silent: true,
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
  });
  const lock = JSON.parse(lockOf(files)) as { names: { exports: Record<string, string> } };
  const pairs = Object.entries(lock.names.exports).flatMap(([slot, typeName]) => {
    const schema = /^schema (.*)$/s.exec(slot)?.[1];
    return schema !== undefined && schemaSupported(root, schema) ? [{ schema, typeName }] : [];
  });
  const lines = pairs.map(
    ({ schema, typeName }, index) =>
      `export const same${index}: Same<ours.${typeName}, components["schemas"][${JSON.stringify(schema)}]> = true;`,
  );
  const program = `import type * as ours from "./models.js";
import type { components } from "./openapi-typescript.js";
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : ["theirs has less", B]) : ["ours has less", A];
export type Both = [ours.${pairs[0]?.typeName ?? "Nothing"}, components];
${lines.join("\n")}
`;
  return {
    types: `// @ts-nocheck\n${astToString(nodes).replaceAll(JSON.stringify(absentMark), "undefined")}`,
    program: pairs.length === 0 ? "export {};\n" : program,
    count: pairs.length,
  };
}
