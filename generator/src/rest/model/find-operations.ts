import { groupBy } from "../../kit/group-by.js";
import { catchProblems, type Findings } from "../read/findings.js";
import type { SpecNode } from "../read/spec-node.js";
import type { NameLock } from "./name-lock.js";
import { formatOperationKey } from "./name-lock.js";
import { toSafeName } from "./names.js";
import { makeWordsUnique, readOperationWords, type OperationWords } from "./operation-words.js";
import { listQueryNames, normalizePathKey, splitQuery, trimPathKey } from "./path-keys.js";
import { lowerCamel } from "./words.js";

/** The HTTP methods that a path item may have, in lower case. */
export const pathItemMethods: readonly string[] = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
];

/** Lists the operations of a path item with their methods. */
function listPathItemOperations(pathItem: SpecNode): readonly (readonly [method: string, node: SpecNode])[] {
  const usual = pathItemMethods.flatMap((method) => {
    const node = pathItem.get(method);
    return node ? [[method.toUpperCase(), node] as const] : [];
  });
  return [...usual, ...(pathItem.get(additionalOperations)?.entries() ?? [])];
}

/** The property of a path item with operations for other methods, such as COPY (OpenAPI 3.2). */
export const additionalOperations = "additionalOperations";

/** An operation before its names are chosen. */
export interface FoundOperation extends OperationWords {
  readonly node: SpecNode;
  readonly pathItem: SpecNode;
  /** The method, usually in upper case. */
  readonly method: string;
  /** The path without query and fragment. */
  readonly path: string;
  /** The query of every request: `type=dog`. */
  readonly query: string;
  /** The key in `paths`, with query and fragment. */
  readonly pathKey: string;
  readonly operationId: string | undefined;
  /** The first tag selects the group. */
  readonly tags: readonly string[];
  readonly tag: string | undefined;
  /** The key in the lock file. */
  readonly key: string;
}

/** Returns all operations that can be called. Adds findings about the others. */
export function findOperations(
  root: SpecNode,
  lock: NameLock,
  findings: Findings,
): readonly FoundOperation[] {
  const all = makeWordsUnique(
    (root.get("paths")?.entries() ?? []).flatMap(([path, item]) =>
      catchProblems(
        () => readPath(path, item),
        (problems) => {
          item.omit(`The path ${path}`, problems);
          return [];
        },
      ),
    ),
  );
  const operationsByKey = groupBy(all, ({ method, pathKey }) => formatOperationKey(method, pathKey));
  const present = new Set(operationsByKey.keys());
  const duplicates = new Map(
    [...operationsByKey].flatMap(([place, ones]) => findDuplicates(place, ones, lock)),
  );
  const seen = new Map<string, string>();
  return all.map((one) => {
    const id = one.operationId;
    const first = id === undefined ? undefined : seen.get(id);
    if (id !== undefined && first === undefined) seen.set(id, one.node.path);
    if (first !== undefined) {
      const what = `The operationId ${JSON.stringify(id)} is also that of ${first}`;
      findings.add(
        one.node.createProblem(`${what}; a number is added to its name`, "Give each operation its own"),
      );
    }
    const original = duplicates.get(one);
    if (!original) return { ...one, key: lock.lockKey(one.method, one.pathKey, id, present) };
    const [name, other] = [one, original].map(({ method, pathKey }) => `${method} ${pathKey}`);
    const what = `${name} and ${other} are the same path to a server, because they differ only in parameter names`;
    findings.add(one.node.createProblem(what, "Remove one of the two, or give them different paths"));
    return { ...one, key: name ?? "" };
  });
}

/** Returns the operations that share a key with another one, each with the operation that keeps the key. */
function findDuplicates<T extends OperationWords>(
  place: string,
  ones: readonly T[],
  lock: NameLock,
): readonly (readonly [T, T])[] {
  const [first] = ones;
  const owner =
    ones.find(({ words, longWords }) =>
      [words, longWords].some((one) => lock.hasName(place, toSafeName(lowerCamel(one)))),
    ) ?? first;
  return owner ? ones.filter((one) => one !== owner).map((one) => [one, owner]) : [];
}

function readPath(key: string, item: SpecNode): readonly Omit<FoundOperation, "key">[] {
  const path = normalizePathKey(key);
  warnOfCorrections(key, path, item);
  const [plain = "", query = ""] = splitQuery(path).map((part) => part.replace(/\{[^{}]*\}/g, "x"));
  if (/[#{}\\\s]|(^|\/)\.{1,2}(\/|$)/.test(plain) || !/^[\x21-\x7e]*$/.test(query)) {
    const what = "The path contains characters or segments that a URL cannot have, such as a space or `..`";
    item.fail(what, "Correct it");
  }
  if (path.includes("#")) {
    item.warn("The path has a fragment, which is never sent", "Leave the part from # out", "fragment");
  }
  const pathItem = item.resolve();
  return listPathItemOperations(pathItem).flatMap(([method, node]) =>
    catchProblems(
      () => [readFoundOperation(node.resolve(), pathItem, method, key)],
      (problems) => {
        node.omit(`${method} ${key}`, problems);
        return [];
      },
    ),
  );
}

/** Adds findings about a path that differs from its key in `paths`. */
function warnOfCorrections(key: string, path: string, item: SpecNode): void {
  const trimmed = trimPathKey(key);
  if (!trimmed.startsWith("/"))
    item.warn(`The path does not begin with /, so it is ${path}`, "Begin the path with /");
  if (trimmed !== key || /\{\s|\s\}/.test(key))
    item.warn(
      `The path ${JSON.stringify(key)} has spaces at an end, which are left out`,
      "Remove the spaces",
    );
  if (path.includes("%20") && /[ \t]/.test(trimmed)) {
    const what = "The path contains characters or segments that a URL cannot have: a space is sent as %20";
    item.warn(what, "Write %20");
  }
}

function readFoundOperation(
  node: SpecNode,
  pathItem: SpecNode,
  method: string,
  pathKey: string,
): Omit<FoundOperation, "key"> {
  const path = normalizePathKey(pathKey);
  if (/^(trace|track|connect)$/i.test(method))
    node.fail(`fetch cannot send ${method}`, "Leave the operation out");
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(method))
    node.fail("The method is not a valid HTTP method name", "Correct it");
  node.readObject();
  const tags = (node.get("tags")?.items() ?? []).flatMap(({ value }) =>
    typeof value === "string" ? [value] : [],
  );
  const operationId = node.readString("operationId");
  const [own, whole] = splitQuery(path);
  const parts = whole.split("&");
  const fixed = parts.filter((part) => !part.includes("{"));
  const isDescribed = (name: string): boolean =>
    [pathItem, node].some((owner) =>
      owner
        .get("parameters")
        ?.items()
        .some((one) => one.tryResolve()?.getValue("name") === name),
    );
  if (fixed.length < parts.length || !listQueryNames(pathKey).every(isDescribed)) {
    const what = "The path has a parameter in its query, which is left out";
    node.warn(what, "Describe it as a parameter with `in: query`");
  }
  const query = fixed.join("&");
  return {
    node,
    pathItem,
    method,
    path: own,
    query,
    pathKey,
    operationId,
    tags,
    tag: tags[0],
    ...readOperationWords(operationId, method, path),
  };
}
