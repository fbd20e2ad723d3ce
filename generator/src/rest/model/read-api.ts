import { Problems } from "../../kit/problem.js";
import type { Findings } from "../read/findings.js";
import { isJsonObject } from "../read/json.js";
import { SpecNode } from "../read/spec-node.js";
import type { SpecText } from "../read/spec-text.js";
import { findEndlessShapes } from "./cycles.js";
import { findOperations, type FoundOperation } from "./find-operations.js";
import type { NameLock } from "./name-lock.js";
import { toSafeName, type NameScope } from "./names.js";
import { readGroups, reportDefectFix } from "./read-groups.js";
import type { Group, NamedSchema, RestApi } from "./rest-api.js";
import { isComponent, SchemaReader, type ReferencedSchema, type SchemaOptions } from "./schemas.js";
import { readSecuritySchemes } from "./security.js";
import { createSelector, type Selection } from "./selection.js";
import { readServers } from "./servers.js";
import { findDirectionalSchemas } from "./directional-schemas.js";
import { convertArguments } from "./request-shapes.js";
import { TypeReader } from "./type-reader.js";
import { readWebhooks } from "./webhooks.js";
import { upperCamel, splitWords } from "./words.js";

/** Options for reading a description. */
export interface ReadOptions extends SchemaOptions {
  /** The names of the package's client, error and options. */
  readonly reservedNames: readonly string[];
  readonly lock: NameLock;
  /** The URL of the description, if it was read over the network. */
  readonly location?: string | undefined;
  readonly selection: Selection;
  /** Receives the parts that are left out, and the reasons. */
  readonly findings: Findings;
  /** Parts for which an earlier attempt generated invalid code. */
  readonly invalidParts: readonly InvalidPart[];
}

/** An operation (`GET /pets`) or a schema (`Pet`) whose generated code is invalid. */
export interface InvalidPart {
  readonly kind: "operation" | "schema";
  readonly name: string;
  readonly reason: string;
}

/**
 * Reads a description into an API. Omits parts that it does not understand and
 * reports them to `findings`. Throws `Problems` if it can read nothing at all.
 */
export function readApi(spec: SpecText, options: ReadOptions): RestApi {
  const { reservedNames, lock, selection, findings, invalidParts } = options;
  const root = SpecNode.root(spec, findings);
  checkVersion(root);
  const schemas = new SchemaReader(options);
  for (const [, node] of listComponentSchemas(root)) schemas.readNamed(node);
  const exported = lock.exportScope();
  exported.reserve(...reservedNames);
  const types = nameTypes(root, exported);
  const servers = readServers(root, options.location);
  const schemes = readSecuritySchemes(root, servers);
  const found = findOperations(root, lock, findings);
  const isSelected = createSelector(selection);
  checkSelection(root, selection, found);
  const invalidOperations = new Map(invalidParts.map(({ name, reason }) => [name, reason]));
  const groups = readGroups(root, found, {
    root,
    schemas,
    servers,
    schemes,
    exported,
    lock,
    isSelected,
    invalidOperations,
  });
  const webhooks = readWebhooks(root, found, schemas, exported);
  const isSelection = selection.include.length > 0 || selection.exclude.length > 0;
  // A description of schemas alone gives types and guards.
  const hasTypes = types.size > 0 && !isSelection;
  if (groups.length === 0 && webhooks.length === 0 && !hasTypes) {
    const what = found.length > 0 ? "No operation is left to generate" : "The description has no operations";
    throw new Problems([
      ...findings.list,
      root.createProblem(what, "Describe paths with operations, or webhooks"),
    ]);
  }
  dropEndless(schemas);
  for (const { kind, name, reason } of invalidParts) {
    if (kind === "schema")
      dropSchema(schemas, name, `Its code is invalid (${reason}), so any value passes`, reportDefectFix);
  }
  const directional = findDirectionalSchemas(schemas);
  const info = root.get("info");
  const used = new Set(
    groups.flatMap(({ operations }) => operations.flatMap(({ security }) => security?.flat() ?? [])),
  );
  return {
    title: info?.readString("title") ?? "",
    description: info?.readString("description") ?? info?.readString("summary") ?? "",
    version: info?.readString("version") ?? "",
    ...convertArguments(groups, schemas, directional),
    webhooks,
    schemas: readNamedSchemas(schemas, types, exported, directional),
    formats: [...schemas.formats].sort(),
    forms: schemas.forms,
    servers,
    securitySchemes: schemes.filter(({ name }) => used.has(name)),
    listLimit: lock.lockListLimit(findSharedLimit(groups)),
  };
}

function checkVersion(root: SpecNode): void {
  if (root.get("swagger")) {
    root.fail(
      `This is Swagger ${String(root.getValue("swagger"))}, an older format`,
      "Write it in Swagger 2.0 or OpenAPI 3",
    );
  }
  const value = root.getValue("openapi");
  if (value === undefined) {
    root.fail("This is not an OpenAPI description", "Begin the description with `openapi: 3.1.0`");
  }
  const version = String(value).trim();
  if (!/^3(\D|$)/.test(version)) {
    root.fail(
      `OpenAPI ${version} is not supported`,
      "Begin the description with `openapi: 3.1.0` or `openapi: 3.0.3`",
    );
  }
  if (!/^3(\.[012](\D.*)?)?$/.test(version)) {
    root.warn(`OpenAPI ${version} is not known yet, and read as 3.2`, "Look at what the report leaves out");
  }
}

/** Fails if a pattern matches nothing, because an operation that should be excluded would then be published. */
function checkSelection(
  root: SpecNode,
  { include, exclude }: Selection,
  found: readonly FoundOperation[],
): void {
  for (const [option, patterns] of [
    ["--include", include],
    ["--exclude", exclude],
  ] as const) {
    for (const pattern of patterns) {
      const isNamed = createSelector({ include: [pattern], exclude: [] });
      if (!found.some(isNamed))
        root.fail(
          `${option} ${pattern} matches no operation`,
          "Name an operationId, a tag or a path, with * for any text",
        );
    }
  }
}

function listComponentSchemas(root: SpecNode): readonly (readonly [string, SpecNode])[] {
  const node = root.get("components")?.get("schemas");
  // A schema may be called x-something: here, that is not an extension.
  return Object.keys(isJsonObject(node?.value) ? node.value : {}).flatMap((name) => {
    const schema = node?.get(name);
    return schema ? [[name, schema] as const] : [];
  });
}

function nameTypes(root: SpecNode, exported: NameScope): ReadonlyMap<string, string> {
  return new Map(
    listComponentSchemas(root).map(([name]) => [
      name,
      exported.take(toSafeName(upperCamel(splitWords(name)) || "Schema"), `schema ${name}`),
    ]),
  );
}

function readNamedSchemas(
  schemas: SchemaReader,
  types: ReadonlyMap<string, string>,
  exported: NameScope,
  directional: ReadonlySet<string>,
): RestApi["schemas"] {
  const reader = new TypeReader(schemas);
  const read = ([name, { node, shape }]: readonly [string, ReferencedSchema]): NamedSchema => {
    const own = types.get(name);
    // Only components have exported names, which must not change.
    const pin = (what: string): string | undefined => (own === undefined ? undefined : `${what} ${name}`);
    const typeName = own ?? exported.take(toSafeName(upperCamel(nameByPlace(node)) || "Schema"));
    const isDirectional = directional.has(name);
    return {
      name,
      typeName,
      requestName: isDirectional ? exported.take(`${typeName}Request`, pin("request")) : undefined,
      guardName: exported.take(`is${typeName}`, pin("guard")),
      isComponent: isComponent(node),
      description: node.getString("description") || node.getString("title"),
      isDeprecated: node.isTrue("deprecated"),
      shape,
      type: reader.read(node, "response"),
      requestType: isDirectional ? reader.read(node, "request") : undefined,
    };
  };
  return new Map([...schemas.named].map((entry) => [entry[0], read(entry)]));
}

/** Returns the words for the name of a schema inside of another value: those of its place, without keywords. */
function nameByPlace({ pointer }: SpecNode): readonly string[] {
  const steps = pointer.filter((step) => !structureSteps.test(step));
  return splitWords((steps.length > 0 ? steps : pointer).join("."));
}

const structureSteps =
  /^(components|schemas|paths|responses|requestBody|parameters|content|schema|properties|items|prefixItems|\$defs|definitions|(all|any|one)Of|\d+|.*\/json)$/;

/** Replaces schemas that only refer to themselves, because they have no type and checking them would never end. */
function dropEndless(schemas: SchemaReader): void {
  const shapes = new Map([...schemas.named].map(([name, { shape }]) => [name, shape]));
  const what = "The schema refers only to itself, so any value passes";
  for (const name of findEndlessShapes(shapes)) {
    dropSchema(schemas, name, what, "Let it refer to itself in a property or an item, or remove it");
  }
}

function dropSchema(schemas: SchemaReader, name: string, what: string, fix: string): void {
  const entry = schemas.named.get(name);
  if (!entry) return;
  entry.node.warn(what, fix);
  entry.shape = {};
  schemas.markUnusable(entry.node);
}

/** Returns the `maxItems` that all limited lists share, or undefined if they differ. */
function findSharedLimit(groups: readonly Group[]): number | undefined {
  const limits = new Set(
    groups.flatMap(({ operations }) => operations.flatMap(({ response }) => response.maxItems ?? [])),
  );
  const [limit, ...others] = limits;
  return others.length === 0 ? limit : undefined;
}
