import { catchProblems } from "../read/findings.js";
import type { SpecNode } from "../read/spec-node.js";
import type { Found } from "./found-operations.js";
import type { NameLock } from "./name-lock.js";
import { groupNames, methodWords, safeMethod, safeName, type Names } from "./names.js";
import { readOperation, type OperationContext } from "./operation-reader.js";
import type { Group, RestOperation } from "./rest-api.js";
import { lowerCamel } from "./words.js";

/** Dependencies for reading operations. */
export interface GroupContext extends Omit<OperationContext, "methods"> {
  readonly lock: NameLock;
  readonly isWanted: (found: Found) => boolean;
  /** Why no code can be made of an operation, by method and path. */
  readonly failed: ReadonlyMap<string, string>;
}

/** The fix for a defect of the generator. */
export const report = "This is a defect of the generator: report it with this part of the description";

/** All operations of a description, by their first tag, in the order of tags and paths. */
export function readGroups(root: SpecNode, found: readonly Found[], context: GroupContext): readonly Group[] {
  const { exported, lock, isWanted, failed } = context;
  // An operation's own name is decided before those that are derived from it.
  const functions = new Map(
    found.map((one) => [one, exported.take(safeName(lowerCamel(one.words)), `operation ${one.key}`)]),
  );
  const tags = readTags(root, found);
  const properties = lock.scope("properties", ["session", "constructor", "then", "toString", "prototype"]);
  const files = lock.scope("files");
  const groups: Group[] = [];
  for (const [tag, description] of tags) {
    const members = found.filter((one) => one.tag === tag);
    const slot = tag === undefined ? "no tag" : `tag ${tag}`;
    const names = tag === undefined ? undefined : groupNames(tag);
    const property = names && properties.take(names.property, slot);
    const scope = `methods of ${tag === undefined ? "the client" : `tag ${tag}`}`;
    const methods = lock.scope(scope, tag === undefined ? ["session", ...properties.all()] : []);
    const own = new Map(members.map((one) => [one, methodName(one, methods)]));
    const operations = members.filter(isWanted).flatMap((one): readonly RestOperation[] => {
      const names = { functionName: functions.get(one) ?? "", methodName: own.get(one) ?? "" };
      const place = `${one.method} ${one.place}`;
      const why = failed.get(place);
      return catchProblems(
        () => {
          if (why !== undefined) one.node.fail(`Its code is broken (${why})`, report);
          return [readOperation(one, names, property, { ...context, methods })];
        },
        (problems) => {
          one.node.omit(place, problems);
          return [];
        },
      );
    });
    if (operations.length === 0) continue;
    groups.push({
      property,
      className: exported.take(className(names?.className ?? "Operations", exported), `class ${slot}`),
      fileName: files.take(names?.fileName ?? "operations", slot),
      description,
      operations,
    });
  }
  return groups;
}

function readTags(root: SpecNode, found: readonly Found[]): ReadonlyMap<string | undefined, string> {
  const tags = new Map<string | undefined, string>();
  for (const tag of root.get("tags")?.items() ?? []) {
    const name = tag.readString("name");
    if (name !== undefined) tags.set(name, tag.getString("description"));
  }
  for (const { tag } of found) if (!tags.has(tag)) tags.set(tag, "");
  return new Map([...tags].filter(([tag]) => found.some((one) => one.tag === tag)));
}

/** A tag is often called like the schema that it is about: `Pet`, then `PetOperations`. */
function className(name: string, exported: Names): string {
  const safe = safeName(name);
  return exported.isFree(safe) ? safe : `${name}Operations`;
}

function methodName({ words, tag, key }: Found, taken: Names): string {
  const short = safeMethod(lowerCamel(methodWords(words, tag ?? "")));
  return taken.take(taken.isFree(short) ? short : safeMethod(lowerCamel(words)), key);
}
