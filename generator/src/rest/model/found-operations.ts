import { groupBy } from "../../kit/group-by.js";
import { catchProblems, type Findings } from "../read/findings.js";
import type { SpecNode } from "../read/spec-node.js";
import type { NameLock } from "./name-lock.js";
import { writePlace } from "./name-lock.js";
import { functionWords, safeName } from "./names.js";
import { lowerCamel } from "./words.js";

/** The methods that a path may describe. */
export const methods: readonly string[] = [
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

/** The operations that a path describes, each with its method as it is sent. */
function operationsOf(pathItem: SpecNode): readonly (readonly [method: string, node: SpecNode])[] {
  const usual = methods.flatMap((method) => {
    const node = pathItem.get(method);
    return node ? [[method.toUpperCase(), node] as const] : [];
  });
  return [...usual, ...(pathItem.get(otherMethods)?.entries() ?? [])];
}

/** The property of a path that has operations by other methods, such as COPY. */
export const otherMethods = "additionalOperations";

/** An operation before its names are decided. */
export interface Found {
  readonly node: SpecNode;
  readonly pathItem: SpecNode;
  /** As it is sent; most are in capitals. */
  readonly method: string;
  /** Without its query and what is never sent. */
  readonly path: string;
  /** Behind the path in every request: `type=dog`. */
  readonly query: string;
  /** The path as the description has it: two may differ by what is never sent. */
  readonly place: string;
  readonly operationId: string | undefined;
  /** The first of them is the group's. */
  readonly tags: readonly string[];
  readonly tag: string | undefined;
  readonly words: readonly string[];
  /** Its key in the lock of names. */
  readonly key: string;
}

/** All operations of a description that can be called at all; others are noted. */
export function findOperations(root: SpecNode, lock: NameLock, findings: Findings): readonly Found[] {
  const all = (root.get("paths")?.entries() ?? []).flatMap(([path, item]) =>
    catchProblems(
      () => ofPath(path, item),
      (problems) => {
        item.omit(`The path ${path}`, problems);
        return [];
      },
    ),
  );
  const places = groupBy(all, ({ method, place }) => writePlace(method, place));
  const present = new Set(places.keys());
  const twins = new Map([...places].flatMap(([place, ones]) => findTwins(place, ones, lock)));
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
    const twin = twins.get(one);
    if (!twin) return { ...one, key: lock.pinKey(one.method, one.place, id, present) };
    const [name, other] = [one, twin].map(({ method, place }) => `${method} ${place}`);
    const what = `${name} is one path with ${other} to a server, which sees values and no names`;
    findings.add(one.node.createProblem(what, "Leave one of the two out, or give them different paths"));
    return { ...one, key: name ?? "" };
  });
}

/** Operations that are known by one place, each but the one that has its key, with that one. */
function findTwins<T extends Pick<Found, "words">>(
  place: string,
  ones: readonly T[],
  lock: NameLock,
): readonly (readonly [T, T])[] {
  const [first] = ones;
  const owner = ones.find(({ words }) => lock.isNamed(place, safeName(lowerCamel(words)))) ?? first;
  return owner ? ones.filter((one) => one !== owner).map((one) => [one, owner]) : [];
}

function ofPath(path: string, item: SpecNode): readonly Omit<Found, "key">[] {
  if (!path.startsWith("/")) item.fail("The path does not begin with /", "Begin it with /");
  const [plain = "", query = ""] = split(path).map((part) => part.replace(/\{[^{}]*\}/g, "x"));
  if (/[#{}\\\s]|(^|\/)\.{1,2}(\/|$)/.test(plain) || !/^[\x21-\x7e]*$/.test(query)) {
    const what = "The path holds what no path of a URL can hold (a space, a step such as ..)";
    item.fail(what, "Correct it");
  }
  if (path.includes("#")) {
    item.warn("The path has a fragment, which is never sent", "Leave the part from # out", "fragment");
  }
  const pathItem = item.resolve();
  return operationsOf(pathItem).flatMap(([method, node]) =>
    catchProblems(
      () => [found(node.resolve(), pathItem, method, path)],
      (problems) => {
        node.omit(`${method} ${path}`, problems);
        return [];
      },
    ),
  );
}

function found(node: SpecNode, pathItem: SpecNode, method: string, path: string): Omit<Found, "key"> {
  if (/^(trace|track|connect)$/i.test(method))
    node.fail(`fetch cannot send ${method}`, "Leave the operation out");
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(method))
    node.fail("This is not the name of a method", "Correct it");
  node.readObject();
  const tags = (node.get("tags")?.items() ?? []).flatMap(({ value }) =>
    typeof value === "string" ? [value] : [],
  );
  const operationId = node.readString("operationId");
  const words = functionWords(operationId, method, path);
  const [own, whole] = split(path);
  const parts = whole.split("&");
  const fixed = parts.filter((part) => !part.includes("{"));
  if (fixed.length < parts.length) {
    const what = "The path has a parameter behind ?, which is left out";
    node.warn(what, "Describe it as a parameter with `in: query`");
  }
  const query = fixed.join("&");
  return {
    node,
    pathItem,
    method,
    path: own,
    query,
    place: path,
    operationId,
    tags,
    tag: tags[0],
    words,
  };
}

/** A path and the query behind it; a fragment is never sent. */
function split(path: string): readonly [path: string, query: string] {
  const [sent = ""] = path.split("#", 1);
  const at = sent.indexOf("?");
  return at < 0 ? [sent, ""] : [sent.slice(0, at), sent.slice(at + 1)];
}
