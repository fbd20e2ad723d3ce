import { findIssues } from "../runtime/walk.js";
import { catchProblems } from "../read/findings.js";
import type { SpecNode } from "../read/spec-node.js";
import { readMedia, type Media } from "./media.js";
import { Names, safeName } from "./names.js";
import type { RestParameter, RestStyle } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";
import { readStyle } from "./styles.js";
import { readSaid, TypeReader } from "./type-reader.js";
import { scalar } from "./type-source.js";
import { lowerCamel, wordsOf } from "./words.js";

/** Names of a function's other arguments. */
const otherArguments = ["session", "body", "params", "options", "operation"];

const places = ["path", "query", "header", "cookie"] as const;

/** The parameters of an operation: those of its path first, in the path's order; then query, headers, cookies. */
export function readParameters(
  pathItem: SpecNode,
  operation: SpecNode,
  pathNames: readonly string[],
  schemas: SchemaReader,
): readonly RestParameter[] {
  const nodes = mergeNodes(pathItem, operation);
  const names = new Names(otherArguments);
  const all = nodes.flatMap((node) =>
    catchProblems(
      () => readParameter(node, names, schemas),
      (problems) => {
        // A parameter that cannot be sent is no reason to do without the operation.
        node.addFindings(problems.map((one) => ({ ...one, what: `A parameter is left out. ${one.what}` })));
        return [];
      },
    ),
  );
  const path = pathNames.map(
    (name) =>
      all.find((one) => one.place === "path" && one.name === name) ?? textInPath(operation, name, names),
  );
  const stray = all.find((one) => one.place === "path" && !pathNames.includes(one.name));
  if (stray)
    operation.warn(
      `The path has no place for the parameter ${JSON.stringify(stray.name)}, which is left out`,
      "Add it to the path or leave it out",
    );
  const rest = places.slice(1).flatMap((place) => all.filter((one) => one.place === place));
  return [...path, ...withOwnKeys(rest)];
}

/** A parameter of the operation overrides that of its path. */
function mergeNodes(pathItem: SpecNode, operation: SpecNode): readonly SpecNode[] {
  const found = new Map<string, SpecNode>();
  for (const owner of [pathItem, operation]) {
    const here = new Set<string>();
    for (const item of owner.get("parameters")?.items() ?? []) {
      const node = item.tryResolve();
      if (!node) continue;
      const key = `${node.readString("in")} ${node.readString("name")}`;
      if (here.has(key)) {
        const name = JSON.stringify(node.readString("name"));
        item.warn(`The parameter ${name} is described twice; the first is taken`, "Leave one of the two out");
      } else found.set(key, node);
      here.add(key);
    }
  }
  return [...found.values()];
}

/** A parameter that only the path names. */
function textInPath(operation: SpecNode, name: string, names: Names): RestParameter {
  operation.warn(
    `The path parameter ${JSON.stringify(name)} is not described, so it is text`,
    "Add it to the parameters, with `in: path`",
  );
  return {
    name,
    argument: names.take(safeName(lowerCamel(wordsOf(name)) || "parameter")),
    place: "path",
    isRequired: true,
    isDeprecated: false,
    style: undefined,
    description: "",
    said: {},
    shape: { type: "string" },
    type: scalar("string"),
  };
}

/** Of several parameters with one name, the first keeps it, and the others get the location as a suffix. */
function withOwnKeys(parameters: readonly RestParameter[]): readonly RestParameter[] {
  const taken = new Set<string>();
  return parameters.map((parameter) => {
    const { name, place } = parameter;
    const isTaken = taken.has(name);
    taken.add(name);
    return isTaken ? { ...parameter, argument: `${place} ${name}` } : parameter;
  });
}

/** Headers that say how a message is sent; OpenAPI wants them ignored as parameters. */
const ignoredHeaders = /^(accept|content-type|authorization)$/i;

function readParameter(node: SpecNode, names: Names, schemas: SchemaReader): readonly RestParameter[] {
  const name = node.readString("name") ?? node.fail("The parameter has no name", "Name it");
  const isWhole = node.readString("in") === "querystring";
  const place = isWhole ? "query" : places.find((one) => one === node.readString("in"));
  if (!place) {
    return node.fail(
      `A parameter in ${JSON.stringify(node.readString("in"))} cannot be sent`,
      `Use one in ${places.join(", ")}`,
    );
  }
  checkName(node, name, place);
  if (place === "header" && ignoredHeaders.test(name)) return [];
  const media = readMedia(node)[0];
  if (media && media.kind !== "json" && !(isWhole && media.kind === "form"))
    node.fail(`The parameter's content is ${media.mediaType}`, "Only JSON is understood");
  const schema = media?.schema ?? findSchema(node);
  const shape = schemas.read(schema);
  const said = readSaid(schema.resolveSchema());
  // The client gives a key if the caller does not.
  const isRequired = node.isTrue("required") && !isIdempotencyKey({ name, place, shape });
  return [
    {
      name,
      argument: place === "path" ? names.take(safeName(lowerCamel(wordsOf(name)) || "parameter")) : name,
      place,
      isRequired: place === "path" || isRequired,
      isDeprecated: node.isTrue("deprecated"),
      style: isWhole ? wholeQuery(media) : readStyle(node, place, shape, schemas),
      description: node.readString("description") ?? "",
      said: { ...said, example: node.getValue("example") ?? said.example },
      shape,
      type: new TypeReader(schemas).read(schema, "request"),
    },
  ];
}

/** How a value becomes the whole query. */
function wholeQuery(media: Media | undefined): RestStyle {
  const writer = media?.kind === "json" ? "pathJson" : "queryForm";
  return { writer, isExploded: undefined, isReserved: false };
}

/** The schema of a parameter; in the manner of Swagger, the parameter itself. */
function findSchema(node: SpecNode): SpecNode {
  const schema = node.get("schema");
  if (schema) return schema;
  if (!node.get("type"))
    node.warn("The parameter has no schema, so it may be anything", "Give it a `schema`");
  return node.copyWithout(ownKeywords);
}

/** Keywords that parameters have and schemas do not. */
const ownKeywords =
  "name in required style explode allowReserved allowEmptyValue collectionFormat content".split(" ");

/** A parameter is a key by which a server knows a repeated request, and takes a UUID for one. */
export function isIdempotencyKey({
  name,
  place,
  shape,
}: Pick<RestParameter, "name" | "place" | "shape">): boolean {
  const isKey = place === "header" && /^idempotency-key$/i.test(name);
  return isKey && findIssues("f47ac10b-58cc-4372-a567-0e02b2c3d479", shape, {}).length === 0;
}

function checkName(node: SpecNode, name: string, place: RestParameter["place"]): void {
  if (name === "__proto__")
    node.fail("A parameter is called __proto__, which object literals cannot have", "Rename it");
  if (place !== "path" && name in Object.prototype) {
    node.fail(`A parameter is called ${name}, which every object has already`, "Rename it");
  }
  if (place === "header" && !/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name))
    node.fail(`${JSON.stringify(name)} is no name of a header`, "Rename it");
}
