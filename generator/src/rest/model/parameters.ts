import { findIssues } from "../runtime/issues.js";
import { catchProblems } from "../read/findings.js";
import type { SpecNode } from "../read/spec-node.js";
import { readMediaTypes, type MediaType } from "./media-types.js";
import { NameScope, toSafeName } from "./names.js";
import type { RestParameter, RestStyle } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";
import { readStyle } from "./parameter-styles.js";
import { readAnnotations, TypeReader } from "./type-reader.js";
import { scalar } from "./type-source.js";
import { lowerCamel, splitWords } from "./words.js";

/** The names of a function's other arguments. */
const otherArguments = ["session", "body", "params", "options", "operation"];

const parameterLocations = ["path", "query", "header", "cookie"] as const;

/** Reads the parameters of an operation: path parameters in the order of the path, then query, headers and cookies. */
export function readParameters(
  pathItem: SpecNode,
  operation: SpecNode,
  pathNames: readonly string[],
  schemas: SchemaReader,
): readonly RestParameter[] {
  const nodes = mergeParameters(pathItem, operation);
  const names = new NameScope(otherArguments);
  const all = nodes.flatMap((node) =>
    catchProblems(
      () => readParameter(node, names, schemas),
      (problems) => {
        // The operation is generated without a parameter that cannot be sent.
        node.addFindings(problems.map((one) => ({ ...one, what: `A parameter is left out. ${one.what}` })));
        return [];
      },
    ),
  );
  const path = pathNames.map(
    (name) =>
      all.find((one) => one.location === "path" && one.name === name) ??
      createPathParameter(operation, name, names),
  );
  const stray = all.find((one) => one.location === "path" && !pathNames.includes(one.name));
  if (stray)
    operation.warn(
      `The path does not contain the parameter ${JSON.stringify(stray.name)}, which is left out`,
      "Add it to the path or leave it out",
    );
  const rest = parameterLocations.slice(1).flatMap((place) => all.filter((one) => one.location === place));
  return [...path, ...makeArgumentsUnique(rest)];
}

/** Merges the parameters of a path item and an operation. Those of the operation override the others. */
function mergeParameters(pathItem: SpecNode, operation: SpecNode): readonly SpecNode[] {
  const found = new Map<string, SpecNode>();
  for (const owner of [pathItem, operation]) {
    const here = new Set<string>();
    for (const item of owner.get("parameters")?.items() ?? []) {
      const node = item.tryResolve();
      if (!node) continue;
      const [place, given = ""] = [node.readString("in"), node.readString("name")];
      // The names of headers have no case.
      const key = `${place} ${place === "header" ? given.toLowerCase() : given}`;
      if (here.has(key)) {
        const name = JSON.stringify(node.readString("name"));
        item.warn(`The parameter ${name} is described twice, so the first is used`, "Remove one of the two");
      } else found.set(key, node);
      here.add(key);
    }
  }
  return [...found.values()];
}

/** Creates a parameter that the path names and no `parameters` describe. */
function createPathParameter(operation: SpecNode, name: string, names: NameScope): RestParameter {
  operation.warn(
    `The path parameter ${JSON.stringify(name)} is not described, so it is a string`,
    "Add it to the parameters, with `in: path`",
  );
  return {
    name,
    argument: names.take(toSafeName(lowerCamel(splitWords(name)) || "parameter")),
    location: "path",
    isRequired: true,
    isDeprecated: false,
    style: undefined,
    description: "",
    annotations: {},
    shape: { type: "string" },
    type: scalar("string"),
  };
}

/** Makes the names of arguments unique: of several parameters with one name, all but the first get their location as a prefix. */
function makeArgumentsUnique(parameters: readonly RestParameter[]): readonly RestParameter[] {
  const taken = new Set<string>();
  return parameters.map((parameter) => {
    const { name, location } = parameter;
    const isTaken = taken.has(name);
    taken.add(name);
    return isTaken ? { ...parameter, argument: `${location} ${name}` } : parameter;
  });
}

/** Headers that OpenAPI ignores as parameters. */
const ignoredHeaders = /^(accept|content-type|authorization)$/i;

function readParameter(node: SpecNode, names: NameScope, schemas: SchemaReader): readonly RestParameter[] {
  const name = node.readString("name") ?? node.fail("The parameter has no name", "Name it");
  const isWhole = node.readString("in") === "querystring";
  const location = isWhole ? "query" : parameterLocations.find((one) => one === node.readString("in"));
  if (!location) {
    return node.fail(
      `A parameter in ${JSON.stringify(node.readString("in"))} cannot be sent`,
      `Use one in ${parameterLocations.join(", ")}`,
    );
  }
  checkName(node, name, location);
  if (location === "header" && ignoredHeaders.test(name)) return [];
  const media = readMediaTypes(node)[0];
  if (media && media.kind !== "json" && !(isWhole && media.kind === "form"))
    node.fail(`The parameter's content is ${media.mediaType}`, "Only JSON is understood");
  const schema = media?.schema ?? findSchema(node);
  const shape = schemas.read(schema);
  const resolved = schema.resolveSchema();
  const schemaAnnotations = readAnnotations(resolved);
  // The client creates a key if the caller passes none.
  const isRequired = node.isTrue("required") && !isIdempotencyKey({ name, location, shape });
  return [
    {
      name,
      argument:
        location === "path" ? names.take(toSafeName(lowerCamel(splitWords(name)) || "parameter")) : name,
      location,
      isRequired: location === "path" || isRequired,
      isDeprecated: node.isTrue("deprecated"),
      style: isWhole ? createQueryStringStyle(media) : readStyle(node, location, shape, schemas),
      description: node.readString("description") ?? "",
      meaning: `${node.getString("description")} ${resolved.getString("description")} ${resolved.getString("format")}`,
      annotations: { ...schemaAnnotations, example: node.getValue("example") ?? schemaAnnotations.example },
      shape,
      type: new TypeReader(schemas).read(schema, "request"),
    },
  ];
}

/** Returns the style of a parameter in `querystring`. */
function createQueryStringStyle(media: MediaType | undefined): RestStyle {
  const writer = media?.kind === "json" ? "pathJson" : "queryForm";
  return { writer, isExploded: undefined, isReserved: false };
}

/** Returns the schema of a parameter. Without `schema`, the keywords of the parameter are read as one, as in Swagger 2.0. */
function findSchema(node: SpecNode): SpecNode {
  const schema = node.get("schema");
  if (schema) return schema;
  if (!node.get("type"))
    node.warn("The parameter has no schema, so it may be anything", "Give it a `schema`");
  return node.copyWithout(parameterKeywords);
}

/** The keywords of parameters that are not keywords of schemas. */
const parameterKeywords =
  "name in required style explode allowReserved allowEmptyValue collectionFormat content".split(" ");

/** Whether a parameter is an idempotency key that may be a UUID. */
export function isIdempotencyKey({
  name,
  location,
  shape,
}: Pick<RestParameter, "name" | "location" | "shape">): boolean {
  const isKey = location === "header" && /^idempotency-key$/i.test(name);
  return isKey && findIssues("f47ac10b-58cc-4372-a567-0e02b2c3d479", shape, {}).length === 0;
}

function checkName(node: SpecNode, name: string, place: RestParameter["location"]): void {
  if (name === "__proto__")
    node.fail("A parameter is called __proto__, which object literals cannot have", "Rename it");
  if (place !== "path" && name in Object.prototype) {
    node.fail(`A parameter is called ${name}, which every JavaScript object has`, "Rename it");
  }
  if (place === "header" && !/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name))
    node.fail(`${JSON.stringify(name)} is not a valid header name`, "Rename it");
}
