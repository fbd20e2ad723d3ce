import { groupBy } from "../../kit/group-by.js";
import { attempt, type Findings } from "../read/findings.js";
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

/** An operation before its names are decided. */
export interface Found {
  readonly node: SpecNode;
  readonly pathItem: SpecNode;
  readonly method: string;
  readonly path: string;
  /** The path as the description has it: two may differ by what is never sent. */
  readonly place: string;
  readonly operationId: string | undefined;
  /** The first of them is the group's. */
  readonly tags: readonly string[];
  readonly tag: string | undefined;
  readonly words: readonly string[];
  /** What the lock of names calls it by. */
  readonly key: string;
}

/** All operations of a description that can be called at all; others are noted. */
export function findOperations(root: SpecNode, lock: NameLock, findings: Findings): readonly Found[] {
  const all = (root.get("paths")?.entries() ?? []).flatMap(([path, item]) =>
    attempt(
      () => ofPath(path, item),
      (problems) => {
        item.leaveOut(`The path ${path}`, problems);
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
      findings.add(one.node.problem(`${what}; a number is added to its name`, "Give each operation its own"));
    }
    const twin = twins.get(one);
    if (!twin) return { ...one, key: lock.pinKey(one.method, one.place, id, present) };
    const [name, other] = [one, twin].map(({ method, place }) => `${method.toUpperCase()} ${place}`);
    const what = `${name} is one path with ${other} to a server, which sees values and no names`;
    findings.add(one.node.problem(what, "Leave one of the two out, or give them different paths"));
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
  const plain = withoutFragment(path).replace(/\{[^{}]*\}/g, "x");
  if (/[?#{}\\\s]|(^|\/)\.{1,2}(\/|$)/.test(plain)) {
    item.fail(
      "The path holds what no path of a URL can hold (a query, a step such as ..)",
      "Describe the parts behind ? as query parameters",
    );
  }
  if (path.includes("#")) {
    item.note("The path has a fragment, which is never sent", "Leave the part from # out", "fragment");
  }
  const pathItem = item.resolved();
  return methods.flatMap((method) => {
    const node = pathItem.get(method);
    return node
      ? attempt(
          () => [found(node.resolved(), pathItem, method, path)],
          (problems) => {
            node.leaveOut(`${method.toUpperCase()} ${path}`, problems);
            return [];
          },
        )
      : [];
  });
}

function found(node: SpecNode, pathItem: SpecNode, method: string, path: string): Omit<Found, "key"> {
  if (method === "trace") node.fail("fetch cannot send TRACE", "Leave the operation out");
  node.object();
  const tags = (node.get("tags")?.items() ?? []).flatMap(({ value }) =>
    typeof value === "string" ? [value] : [],
  );
  const operationId = node.text("operationId");
  const words = functionWords(operationId, method, path);
  return {
    node,
    pathItem,
    method,
    path: withoutFragment(path),
    place: path,
    operationId,
    tags,
    tag: tags[0],
    words,
  };
}

function withoutFragment(path: string): string {
  return path.split("#", 1)[0] ?? "";
}
