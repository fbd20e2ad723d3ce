import type { Problem } from "../../problem.js";
import { SpecNode } from "../read/spec-node.js";
import type { SpecText } from "../read/spec-text.js";
import { endlessNames } from "./cycles.js";
import { exportNames, safeName, type Names } from "./names.js";
import { readGroups } from "./operations.js";
import type { NamedSchema, RestApi } from "./rest-api.js";
import { SchemaReader } from "./schemas.js";
import { upperCamel, wordsOf } from "./words.js";

/**
 * Reads a description into an API. Throws `Problems` with file, line and path
 * of what is wrong or not understood. `ownNames` are those that the package
 * gives to its client and its error.
 */
export function readApi(spec: SpecText, ownNames: readonly string[]): RestApi {
  const problems: Problem[] = [];
  const root = new SpecNode(spec, problems);
  const version = root.text("openapi");
  if (version === undefined || !/^3\.[01]\.\d+(-.*)?$/.test(version)) {
    return root.fail(
      version === undefined ? "This is not an OpenAPI description" : `OpenAPI ${version} is not supported`,
      "Begin the description with `openapi: 3.1.0` or `openapi: 3.0.3`",
    );
  }
  const schemas = new SchemaReader(version.startsWith("3.0"));
  for (const [, node] of componentSchemas(root)) schemas.readNamed(node);
  const exported = exportNames();
  exported.reserve(...ownNames);
  const types = typeNames(root, exported);
  const groups = readGroups(root, schemas, exported);
  if (groups.length === 0) root.fail("The description has no operations", "Describe paths with operations");
  checkEnds(schemas);
  const info =
    root.get("info") ?? root.fail("The description has no info", "Add `info` with title and version");
  return {
    title: info.text("title") ?? "",
    description: info.text("description") ?? info.text("summary") ?? "",
    version: info.text("version") ?? "",
    groups,
    schemas: [...schemas.named].map(([name, { node, shape }]) => named(name, node, shape, types, exported)),
    formats: [...schemas.formats].sort(),
  };
}

function componentSchemas(root: SpecNode): readonly (readonly [string, SpecNode])[] {
  const node = root.get("components")?.get("schemas");
  // A schema may be called x-something; only here is that no extension.
  return Object.keys(node?.object() ?? {}).flatMap((name) => {
    const schema = node?.get(name);
    return schema ? [[name, schema] as const] : [];
  });
}

function typeNames(root: SpecNode, exported: Names): ReadonlyMap<string, string> {
  return new Map(
    componentSchemas(root).map(([name]) => [
      name,
      exported.take(safeName(upperCamel(wordsOf(name)) || "Schema")),
    ]),
  );
}

function named(
  name: string,
  node: SpecNode,
  shape: NamedSchema["shape"],
  types: ReadonlyMap<string, string>,
  exported: Names,
): NamedSchema {
  const typeName = types.get(name);
  return {
    name,
    typeName: typeName ?? "",
    guardName: exported.take(`is${typeName ?? upperCamel(wordsOf(name))}`),
    description: node.text("description") ?? node.text("title") ?? "",
    isDeprecated: node.isTrue("deprecated"),
    shape,
    type: { kind: "described", steps: ["components", "schemas", name] },
  };
}

function checkEnds(schemas: SchemaReader): void {
  const shapes = new Map([...schemas.named].map(([name, { shape }]) => [name, shape]));
  for (const name of endlessNames(shapes)) {
    schemas.named
      .get(name)
      ?.node.fail(
        "The schema consists of itself",
        "Let it hold itself in a property or an item, or leave it out",
      );
  }
}
