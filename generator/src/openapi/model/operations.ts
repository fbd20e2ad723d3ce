import type { SpecNode } from "../read/spec-node.js";
import { readAnswer, readBody } from "./answers.js";
import { findWords, functionWords, groupNames, methodWords, Names, safeMethod, safeName } from "./names.js";
import { readParameters } from "./parameters.js";
import type { Group, RestOperation } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";
import { lowerCamel, upperCamel } from "./words.js";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** An operation before its names are decided. */
interface Found {
  readonly node: SpecNode;
  readonly pathItem: SpecNode;
  readonly method: string;
  readonly path: string;
  readonly tag: string | undefined;
  readonly words: readonly string[];
}

/** All operations of a description, by their first tag, in the order of tags and paths. */
export function readGroups(root: SpecNode, schemas: SchemaReader, exported: Names): readonly Group[] {
  const found = findOperations(root);
  checkIds(found);
  // An operation's own name is decided before those that are derived from it.
  const functions = new Map(found.map((one) => [one, exported.take(safeName(lowerCamel(one.words)))]));
  const tags = new Map<string | undefined, string>();
  for (const tag of root.get("tags")?.items() ?? [])
    tags.set(tag.text("name"), tag.text("description") ?? "");
  for (const { tag } of found) if (!tags.has(tag)) tags.set(tag, "");
  const properties = new Names(["session", "constructor", "then", "toString", "prototype"]);
  const files = new Names();
  const groups: Group[] = [];
  for (const [tag, description] of tags) {
    const members = found.filter((one) => one.tag === tag);
    if (members.length === 0) continue;
    const names = tag === undefined ? undefined : groupNames(tag);
    const property = names && properties.take(names.property);
    const taken = new Names(tag === undefined ? ["session", ...properties.all()] : []);
    const own = new Map(members.map((one) => [one, methodName(one, taken)]));
    groups.push({
      property,
      className: exported.take(className(names?.className ?? "Operations", exported)),
      fileName: files.take(names?.fileName ?? "operations"),
      description,
      operations: members.map((one) => {
        const name = { functionName: functions.get(one) ?? "", methodName: own.get(one) ?? "" };
        return readOperation(one, name, property, taken, schemas, exported);
      }),
    });
  }
  return groups;
}

/** A tag is often called like the schema that it is about: `Pet`, then `PetOperations`. */
function className(name: string, exported: Names): string {
  const safe = safeName(name);
  return exported.isFree(safe) ? safe : `${name}Operations`;
}

function findOperations(root: SpecNode): Found[] {
  return (root.get("paths")?.entries() ?? []).flatMap(([path, item]) => {
    if (!path.startsWith("/")) item.fail("The path does not begin with /", "Begin it with /");
    const pathItem = item.resolved();
    return methods.flatMap((method): Found[] => {
      const node = pathItem.get(method);
      if (!node) return [];
      if (method === "trace") node.fail("fetch cannot send TRACE", "Leave the operation out");
      const tag = node.get("tags")?.items()[0]?.value;
      const words = functionWords(node.text("operationId"), method, path);
      return [{ node, pathItem, method, path, tag: typeof tag === "string" ? tag : undefined, words }];
    });
  });
}

function checkIds(found: readonly Found[]): void {
  const seen = new Map<string, string>();
  for (const { node } of found) {
    const id = node.text("operationId");
    if (id === undefined) continue;
    const first = seen.get(id);
    if (first !== undefined)
      node.fail(
        `The operationId ${JSON.stringify(id)} is also that of ${first}`,
        "Give each operation its own",
      );
    seen.set(id, node.path);
  }
}

function methodName({ words, tag }: Found, taken: Names): string {
  const short = safeMethod(lowerCamel(methodWords(words, tag ?? "")));
  return taken.take(taken.isFree(short) ? short : safeMethod(lowerCamel(words)));
}

function readOperation(
  { node, pathItem, method, path, words, tag }: Found,
  names: { readonly functionName: string; readonly methodName: string },
  property: string | undefined,
  taken: Names,
  schemas: SchemaReader,
  exported: Names,
): RestOperation {
  const pathNames = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? "");
  const parameters = readParameters(pathItem, node, pathNames, schemas);
  const answer = readAnswer(node, method === "get", schemas);
  const isFound = answer.isResource && pathNames.length > 0;
  const short = methodWords(words, tag ?? "");
  return {
    ...names,
    label: property === undefined ? names.methodName : `${property}.${names.methodName}`,
    find: isFound
      ? {
          functionName: exported.take(safeName(lowerCamel(findWords(words)))),
          methodName: taken.take(safeMethod(lowerCamel(findWords(short)))),
        }
      : undefined,
    method: method.toUpperCase(),
    path,
    pathParts: path.split(/\{[^{}]*\}/),
    description: [node.text("summary"), node.text("description") ?? pathItem.text("description")]
      .filter((text) => text !== undefined && text !== "")
      .join("\n\n"),
    isDeprecated: node.isTrue("deprecated"),
    parameters,
    parametersType: parameters.some(({ place }) => place !== "path")
      ? exported.take(`${upperCamel(words)}Params`)
      : undefined,
    body: method === "get" || method === "head" ? undefined : readBody(node, schemas),
    answer: { ...answer, isResource: isFound },
  };
}
