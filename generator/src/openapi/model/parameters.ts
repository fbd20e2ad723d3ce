import type { Shape } from "../../../rest-runtime/shape.js";
import type { SpecNode } from "../read/spec-node.js";
import { Names, safeName } from "./names.js";
import type { RestParameter, TypeSource } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";
import { lowerCamel, wordsOf } from "./words.js";

/** Names of a function's other arguments. */
const otherArguments = ["session", "body", "params", "options", "operation"];

/** The parameters of an operation: those of its path first, in the path's order; then query, then headers. */
export function readParameters(
  pathItem: SpecNode,
  operation: SpecNode,
  pathNames: readonly string[],
  schemas: SchemaReader,
): readonly RestParameter[] {
  const found = new Map<string, SpecNode>();
  for (const [level, owner] of [pathItem, operation].entries()) {
    const here = new Set<string>();
    for (const item of owner.get("parameters")?.items() ?? []) {
      const node = item.resolved();
      const key = `${node.text("in")} ${node.text("name")}`;
      if (here.has(key))
        item.fail(
          `The parameter ${JSON.stringify(node.text("name"))} is described twice`,
          "Leave one of the two out",
        );
      here.add(key);
      // What the operation says wins over what the path says.
      if (level === 0 || !found.has(key) || found.get(key) !== node) found.set(key, node);
    }
  }
  const names = new Names(otherArguments);
  const all = [...found.values()].flatMap((node) => readParameter(node, names, schemas));
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
    operation.fail(
      `The path has no place for the parameter ${JSON.stringify(stray.name)}`,
      "Add it to the path or leave it out",
    );
  const rest = [
    ...all.filter((one) => one.place === "query"),
    ...all.filter((one) => one.place === "header"),
  ];
  const twin = rest.find((one, index) => rest.findIndex(({ name }) => name === one.name) !== index);
  if (twin)
    operation.fail(
      `Query and header both have a parameter ${JSON.stringify(twin.name)}`,
      "Rename one of the two",
    );
  return [...path, ...rest];
}

/** Headers that say how a message is sent; OpenAPI wants them ignored as parameters. */
const ignoredHeaders = /^(accept|content-type|authorization)$/i;

function readParameter(node: SpecNode, names: Names, schemas: SchemaReader): readonly RestParameter[] {
  const name = node.text("name") ?? node.fail("The parameter has no name", "Name it");
  const place = node.text("in");
  if (name === "__proto__")
    node.fail("A parameter is called __proto__, which object literals cannot have", "Rename it");
  if (place !== "path" && place !== "query" && place !== "header") {
    return node.fail(
      `A parameter in ${JSON.stringify(place)} cannot be sent`,
      "Use a path, query or header parameter; cookies belong to a headers hook",
    );
  }
  if (place !== "path" && name in Object.prototype) {
    node.fail(`A parameter is called ${name}, which every object has already`, "Rename it");
  }
  if (place === "header" && ignoredHeaders.test(name)) return [];
  if (place === "header" && !/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name))
    node.fail(`${JSON.stringify(name)} is no name of a header`, "Rename it");
  const schema =
    node.get("schema") ??
    node.fail("The parameter has no schema", "Give it a `schema`; `content` is not understood");
  const shape = schemas.read(schema);
  const isJoined = checkStyle(node, place, typeOfShape(shape, schemas));
  const isRequired = place === "path" || node.isTrue("required");
  return [
    {
      name,
      argument: place === "path" ? names.take(safeName(lowerCamel(wordsOf(name)) || "parameter")) : name,
      place,
      isRequired,
      isDeprecated: node.isTrue("deprecated"),
      isJoined,
      description: node.text("description") ?? "",
      example: (node.get("example") ?? schema.resolved().get("examples")?.items()[0])?.value,
      shape,
      type: typeOfParameter(shape, schemas),
    },
  ];
}

/** Whether a list is joined by commas. Other styles are a problem. */
function checkStyle(node: SpecNode, place: RestParameter["place"], type: string | undefined): boolean {
  const preset = place === "query" ? "form" : "simple";
  const style = node.text("style") ?? preset;
  if (style !== preset) node.fail(`The style ${JSON.stringify(style)} is not understood`, `Use ${preset}`);
  if (type === "object")
    node.fail("An object cannot be sent as a parameter", "Use one parameter for each of its properties");
  if (type === "array" && place === "path")
    node.fail("A list cannot be sent in a path", "Use a query parameter");
  return place === "header" || node.get("explode")?.value === false;
}

function typeOfShape({ ref, type }: Shape, schemas: SchemaReader): string | undefined {
  const named = ref === undefined ? undefined : schemas.named.get(ref);
  return typeof type === "string" ? type : named ? typeOfShape(named.shape, schemas) : undefined;
}

/** A type that reads well in a signature; what is more than texts, numbers and lists of them is not checked by it. */
function typeOfParameter(shape: Shape, schemas: SchemaReader): TypeSource {
  const { ref, type, items, anyOf = shape.oneOf } = shape;
  const values = shape.enum;
  const named = ref === undefined ? undefined : schemas.named.get(ref);
  if (named) return typeOfParameter(named.shape, schemas);
  if (values?.every((value) => ["string", "number", "boolean"].includes(typeof value))) {
    return { kind: "values", values: values as (string | number | boolean)[] };
  }
  if (anyOf) return { kind: "union", parts: anyOf.map((part) => typeOfParameter(part, schemas)) };
  if (type === "string" || type === "boolean") return { kind: "scalar", name: type };
  if (type === "integer" || type === "number") return { kind: "scalar", name: "number" };
  if (Array.isArray(type)) {
    return {
      kind: "union",
      parts: type
        .filter((one) => one !== "null")
        .map((one) => typeOfParameter({ ...shape, type: one }, schemas)),
    };
  }
  return type === "array" && items
    ? { kind: "list", item: typeOfParameter(items, schemas) }
    : { kind: "scalar", name: "unknown" };
}
