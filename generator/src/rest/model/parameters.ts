import { findIssues } from "../runtime/walk.js";
import type { SpecNode } from "../read/spec-node.js";
import { readMedia } from "./media.js";
import { Names, safeName } from "./names.js";
import type { RestParameter } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";
import { readStyle } from "./styles.js";
import { TypeReader } from "./type-reader.js";
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
  const all = nodes.flatMap((node) => readParameter(node, names, schemas));
  const path = pathNames.map(
    (name) =>
      all.find((one) => one.place === "path" && one.name === name) ??
      operation.fail(
        `The path parameter ${JSON.stringify(name)} is not described`,
        "Add it to the parameters, with `in: path`",
      ),
  );
  const stray = all.find((one) => one.place === "path" && !pathNames.includes(one.name));
  if (stray)
    operation.note(
      `The path has no place for the parameter ${JSON.stringify(stray.name)}, which is left out`,
      "Add it to the path or leave it out",
    );
  const rest = places.slice(1).flatMap((place) => all.filter((one) => one.place === place));
  return [...path, ...withOwnKeys(rest)];
}

/** What the operation says of a parameter wins over what its path says. */
function mergeNodes(pathItem: SpecNode, operation: SpecNode): readonly SpecNode[] {
  const found = new Map<string, SpecNode>();
  for (const owner of [pathItem, operation]) {
    const here = new Set<string>();
    for (const item of owner.get("parameters")?.items() ?? []) {
      const node = item.resolved();
      const key = `${node.text("in")} ${node.text("name")}`;
      if (here.has(key)) {
        const name = JSON.stringify(node.text("name"));
        item.note(`The parameter ${name} is described twice; the first is taken`, "Leave one of the two out");
      } else found.set(key, node);
      here.add(key);
    }
  }
  return [...found.values()];
}

/** Parameters of one name in several places: the first keeps it, the others say where they stand. */
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
  const name = node.text("name") ?? node.fail("The parameter has no name", "Name it");
  const place = places.find((one) => one === node.text("in"));
  if (!place) {
    return node.fail(
      `A parameter in ${JSON.stringify(node.text("in"))} cannot be sent`,
      `Use one in ${places.join(", ")}`,
    );
  }
  checkName(node, name, place);
  if (place === "header" && ignoredHeaders.test(name)) return [];
  const media = readMedia(node)[0];
  if (media && media.kind !== "json")
    node.fail(`The parameter's content is ${media.mediaType}`, "Only JSON is understood");
  const schema =
    media?.schema ?? node.get("schema") ?? node.fail("The parameter has no schema", "Give it a `schema`");
  const shape = schemas.read(schema);
  // The client gives a key if the caller does not.
  const isRequired = node.isTrue("required") && !isIdempotencyKey({ name, place, shape });
  return [
    {
      name,
      argument: place === "path" ? names.take(safeName(lowerCamel(wordsOf(name)) || "parameter")) : name,
      place,
      isRequired: place === "path" || isRequired,
      isDeprecated: node.isTrue("deprecated"),
      style: readStyle(node, place, shape, schemas),
      description: node.text("description") ?? "",
      example: (node.get("example") ?? schema.resolved().get("examples")?.items()[0])?.value,
      shape,
      type: new TypeReader(schemas).read(schema, "request"),
    },
  ];
}

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
