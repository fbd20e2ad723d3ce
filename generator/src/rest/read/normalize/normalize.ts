import type { Problem } from "../../../kit/problem.js";
import { Findings } from "../findings.js";
import { isJsonObject, type JsonObject } from "../json.js";
import type { Pointer } from "../parsed-text.js";
import type { SpecText } from "../spec-text.js";
import { resolveAnchors } from "./anchors.js";
import { separateBases } from "./inheritance.js";
import { writeMapping } from "./mapping.js";
import { convertTuple } from "./lists.js";
import { convertLiterals } from "./literals.js";
import { readNull } from "./nullable.js";
import { hasTypedRest, inferObject, inheritProperties } from "./objects.js";
import { hasIgnoredSiblings, moveReference, moveRequired } from "./references.js";
import { rewriteSchemas } from "./rewrite-schemas.js";
import { convertUnevaluated } from "./unevaluated.js";

/** A description in which each thing is written in one form, with notes on what is read differently than written. */
export interface NormalizedSpec {
  readonly spec: SpecText;
  readonly notes: readonly Problem[];
}

/**
 * Normalizes the schemas of a description, so that types, guards and other tools read the same. Positions are those of
 * the description. With `isStrict`, null is allowed only if the specification allows it.
 */
export function normalizeDescription(spec: SpecText, isStrict: boolean): NormalizedSpec {
  const isOpenapi30 = /^3(\.0|$)/.test(String(spec.root["openapi"]));
  const findings = new Findings();
  const note = (pointer: Pointer, key: string, what: string, fix: string): void => {
    if (findings.count(key)) return;
    const { line, column, file = spec.file } = spec.findPosition(pointer) ?? {};
    const element = `#${pointer.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;
    findings.add({ code: "OPENAPI_INVALID", file, line, column, element, what, fix }, key);
  };
  const resolved = isOpenapi30 ? spec.root : resolveAnchors(spec.root);
  const schemas = readSchemas(resolved);
  const names = Object.keys(schemas);
  let isInherited = false;
  const rewritten = rewriteSchemas(resolved, (given, pointer) => {
    const literal = convertLiterals(convertTuple(convertUnevaluated(given)), schemas);
    if (literal.isConverted) note(pointer(), ...literalNote);
    if (literal.isEmpty) note(pointer(), `empty ${pointer().join("/")}`, ...emptyNote);
    const { schema, isLoose } = readNull(literal.schema, isOpenapi30, isStrict);
    if (isLoose) note(pointer(), ...nullNote);
    if (isOpenapi30 && hasIgnoredSiblings(schema)) note(pointer(), ...siblingNote);
    const moved = moveRequired(moveReference(writeMapping(schema, names), isOpenapi30));
    isInherited ||= hasTypedRest(moved);
    return inferObject(moved);
  });
  const inherited = isInherited
    ? rewriteSchemas(rewritten, (schema) => inheritProperties(schema, rewritten))
    : rewritten;
  const { root, bases } = separateDocument(inherited);
  if (root === spec.root) return { spec, notes: findings.list };
  const origins = new Map([...bases].map(([name, base]) => [base, name]));
  const findPosition = (pointer: Pointer): ReturnType<SpecText["findPosition"]> => {
    const origin = pointer[1] === "schemas" ? origins.get(pointer[2] ?? "") : undefined;
    return spec.findPosition(origin === undefined ? pointer : pointer.with(2, origin));
  };
  return { spec: { ...spec, root, findPosition }, notes: findings.list };
}

const literalNote = [
  "literals",
  "A value of enum is not of the declared type, so it is read as one",
  "Write text in quotes, and numbers without",
] as const;

const nullNote = [
  "null",
  "The specification ignores this null, but descriptions mean it, so null is allowed",
  "Write null in both type and enum, and a nullable reference as anyOf, or use --strict-nullable",
] as const;

const siblingNote = [
  "siblings",
  "OpenAPI 3.0 ignores keywords beside $ref, so they are left out",
  "Write the reference and the keywords as two parts of allOf, or use OpenAPI 3.1",
] as const;

const emptyNote = [
  "No value of enum is of the declared type, so no value is valid",
  "Correct the type or the values",
] as const;

/** Separates the bases of a document's schemas. References into a schema lead to its base. */
function separateDocument(root: JsonObject): { root: JsonObject; bases: ReadonlyMap<string, string> } {
  const { schemas, bases } = separateBases(readSchemas(root));
  if (bases.size === 0) return { root, bases };
  const components = { ...(root["components"] as JsonObject), schemas };
  const separated = rewriteSchemas({ ...root, components }, (schema) => {
    const { $ref } = schema;
    const [, name = "", rest = ""] =
      (typeof $ref === "string" && /^#\/components\/schemas\/([^/]+)(\/.*)$/.exec($ref)) || [];
    const base = bases.get(name.replaceAll("~1", "/").replaceAll("~0", "~"));
    return base === undefined ? schema : { ...schema, $ref: `#/components/schemas/${base}${rest}` };
  });
  return { root: separated, bases };
}

function readSchemas(root: JsonObject): JsonObject {
  const components = isJsonObject(root["components"]) ? root["components"] : {};
  return isJsonObject(components["schemas"]) ? components["schemas"] : {};
}
