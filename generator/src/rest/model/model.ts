import { Problems } from "../../kit/problem.js";
import type { Findings } from "../read/findings.js";
import { isJsonObject } from "../read/json.js";
import { SpecNode } from "../read/spec-node.js";
import type { SpecText } from "../read/spec-text.js";
import { endlessNames } from "./cycles.js";
import { findOperations, type Found } from "./found-operations.js";
import type { NameLock } from "./name-lock.js";
import { safeName, type Names } from "./names.js";
import { readGroups, report } from "./operations.js";
import type { Group, NamedSchema, RestApi } from "./rest-api.js";
import { isComponent, SchemaReader, type Named, type SchemaOptions } from "./schemas.js";
import { readSchemes } from "./security.js";
import { selector, type Selection } from "./selection.js";
import { readServers } from "./servers.js";
import { twoSidedNames } from "./sides.js";
import { TypeReader } from "./type-reader.js";
import { readWebhooks } from "./webhooks.js";
import { upperCamel, wordsOf } from "./words.js";

/** How to read a description. */
export interface ReadOptions extends SchemaOptions {
  /** Names that the package gives to its client and its error. */
  readonly ownNames: readonly string[];
  readonly lock: NameLock;
  readonly selection: Selection;
  /** Takes what is left out, and why. */
  readonly findings: Findings;
  /** Parts of which an earlier try made broken code. */
  readonly broken: readonly BrokenPart[];
}

/** An operation (`GET /pets`) or a schema (`Pet`) of which no code can be made. */
export interface BrokenPart {
  readonly kind: "operation" | "schema";
  readonly name: string;
  readonly why: string;
}

/**
 * Reads a description into an API. Omits parts that it does not understand and
 * reports them to `findings`. Throws `Problems` if it can read nothing at all.
 */
export function readApi(spec: SpecText, options: ReadOptions): RestApi {
  const { ownNames, lock, selection, findings, broken } = options;
  const root = SpecNode.root(spec, findings);
  const version = readVersion(root);
  const schemas = new SchemaReader(/^3(\.0|$)/.test(version), options);
  for (const [, node] of componentSchemas(root)) schemas.readNamed(node);
  const exported = lock.exports();
  exported.reserve(...ownNames);
  const types = typeNames(root, exported);
  const schemes = readSchemes(root);
  const found = findOperations(root, lock, findings);
  const isWanted = selector(selection);
  checkSelection(root, selection, found);
  const failed = new Map(broken.map(({ name, why }) => [name, why]));
  const groups = readGroups(root, found, { root, schemas, schemes, exported, lock, isWanted, failed });
  const webhooks = readWebhooks(root, found, schemas, exported);
  if (groups.length === 0 && webhooks.length === 0) {
    const what = found.length > 0 ? "No operation is left to generate" : "The description has no operations";
    throw new Problems([
      ...findings.list,
      root.createProblem(what, "Describe paths with operations, or webhooks"),
    ]);
  }
  dropEndless(schemas);
  for (const { kind, name, why } of broken) {
    if (kind === "schema")
      dropSchema(schemas, name, `Its code is broken (${why}), so anything passes for it`, report);
  }
  const info = root.get("info");
  const used = new Set(
    groups.flatMap(({ operations }) => operations.flatMap(({ security }) => security?.flat() ?? [])),
  );
  return {
    title: info?.readString("title") ?? "",
    description: info?.readString("description") ?? info?.readString("summary") ?? "",
    version: info?.readString("version") ?? "",
    groups,
    webhooks,
    schemas: namedSchemas(schemas, types, exported),
    formats: [...schemas.formats].sort(),
    forms: schemas.forms,
    servers: readServers(root),
    schemes: schemes.filter(({ name }) => used.has(name)),
    listLimit: lock.listLimit(sharedLimit(groups)),
  };
}

function readVersion(root: SpecNode): string {
  if (root.get("swagger")) {
    root.fail(
      `This is Swagger ${String(root.getValue("swagger"))}, an older format`,
      "Write it in Swagger 2.0 or OpenAPI 3",
    );
  }
  const value = root.getValue("openapi");
  if (value === undefined) {
    return root.fail("This is not an OpenAPI description", "Begin the description with `openapi: 3.1.0`");
  }
  const version = String(value);
  if (!/^3(\D|$)/.test(version)) {
    root.fail(
      `OpenAPI ${version} is not supported`,
      "Begin the description with `openapi: 3.1.0` or `openapi: 3.0.3`",
    );
  }
  if (!/^3(\.[012](\D.*)?)?$/.test(version)) {
    root.warn(`OpenAPI ${version} is not known yet, and read as 3.2`, "Look at what the report leaves out");
  }
  return version;
}

/** A pattern that names nothing is a slip: what was meant to be left out would be published. */
function checkSelection(root: SpecNode, { include, exclude }: Selection, found: readonly Found[]): void {
  for (const [option, patterns] of [
    ["--include", include],
    ["--exclude", exclude],
  ] as const) {
    for (const pattern of patterns) {
      const isNamed = selector({ include: [pattern], exclude: [] });
      if (!found.some(isNamed))
        root.fail(
          `${option} ${pattern} names no operation`,
          "Name an operationId, a tag or a path, with * for any text",
        );
    }
  }
}

function componentSchemas(root: SpecNode): readonly (readonly [string, SpecNode])[] {
  const node = root.get("components")?.get("schemas");
  // A schema may be called x-something; only here is that no extension.
  return Object.keys(isJsonObject(node?.value) ? node.value : {}).flatMap((name) => {
    const schema = node?.get(name);
    return schema ? [[name, schema] as const] : [];
  });
}

function typeNames(root: SpecNode, exported: Names): ReadonlyMap<string, string> {
  return new Map(
    componentSchemas(root).map(([name]) => [
      name,
      exported.take(safeName(upperCamel(wordsOf(name)) || "Schema"), `schema ${name}`),
    ]),
  );
}

function namedSchemas(
  schemas: SchemaReader,
  types: ReadonlyMap<string, string>,
  exported: Names,
): RestApi["schemas"] {
  const reader = new TypeReader(schemas);
  const twoSided = twoSidedNames(schemas);
  const read = ([name, { node, shape }]: readonly [string, Named]): NamedSchema => {
    const own = types.get(name);
    // Names of what stands inside another part of the description are no one's to use.
    const pin = (what: string): string | undefined => (own === undefined ? undefined : `${what} ${name}`);
    const typeName = own ?? exported.take(safeName(upperCamel(wordsOf(name)) || "Schema"));
    const isTwo = twoSided.has(name);
    return {
      name,
      typeName,
      requestName: isTwo ? exported.take(`${typeName}Request`, pin("request")) : undefined,
      guardName: exported.take(`is${typeName}`, pin("guard")),
      isComponent: isComponent(node),
      description: node.getString("description") || node.getString("title"),
      isDeprecated: node.isTrue("deprecated"),
      shape,
      type: reader.read(node, "answer"),
      requestType: isTwo ? reader.read(node, "request") : undefined,
    };
  };
  return new Map([...schemas.named].map((entry) => [entry[0], read(entry)]));
}

/** A schema that only refers to itself has no type, and checking it would not end. */
function dropEndless(schemas: SchemaReader): void {
  const shapes = new Map([...schemas.named].map(([name, { shape }]) => [name, shape]));
  const what = "The schema consists of itself, so anything passes for it";
  for (const name of endlessNames(shapes)) {
    dropSchema(schemas, name, what, "Let it hold itself in a property or an item, or leave it out");
  }
}

function dropSchema(schemas: SchemaReader, name: string, what: string, fix: string): void {
  const entry = schemas.named.get(name);
  if (!entry) return;
  entry.node.warn(what, fix);
  entry.shape = {};
  schemas.drop(entry.node);
}

/** The most items of a search or list: what all lists with a bound share, or undefined. */
function sharedLimit(groups: readonly Group[]): number | undefined {
  const limits = new Set(
    groups.flatMap(({ operations }) => operations.flatMap(({ answer }) => answer.maxItems ?? [])),
  );
  const [limit, ...others] = limits;
  return others.length === 0 ? limit : undefined;
}
