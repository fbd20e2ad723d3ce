import { catchProblems } from "../read/findings.js";
import type { SpecNode } from "../read/spec-node.js";
import type { FoundOperation } from "./find-operations.js";
import type { NameLock } from "./name-lock.js";
import { toGroupNames, toMethodWords, toSafeMethodName, toSafeName, type NameScope } from "./names.js";
import { readOperation, type OperationContext } from "./read-operation.js";
import type { Group, RestOperation } from "./rest-api.js";
import { lowerCamel } from "./words.js";

/** Dependencies for reading operations. */
export interface GroupContext extends Omit<OperationContext, "methods"> {
  readonly lock: NameLock;
  readonly isSelected: (found: FoundOperation) => boolean;
  /** The reasons why operations cannot be generated, by method and path. */
  readonly invalidOperations: ReadonlyMap<string, string>;
}

/** The fix of problems that are defects of the generator. */
export const reportDefectFix =
  "This is a defect of the generator. Please report it with this part of the description";

/** Groups the operations of a description by their first tag, in the order of tags and paths. */
export function readGroups(
  root: SpecNode,
  found: readonly FoundOperation[],
  context: GroupContext,
): readonly Group[] {
  const { exported, lock, isSelected, invalidOperations } = context;
  // Operations get their names before their variants do.
  const functions = new Map(
    found.map((one) => [one, exported.take(toSafeName(lowerCamel(one.words)), `operation ${one.key}`)]),
  );
  const tags = readTags(root, found);
  const properties = lock.scope("properties", ["session", "constructor", "then", "toString", "prototype"]);
  const files = lock.scope("files");
  const groups: Group[] = [];
  for (const [tag, description] of tags) {
    const members = found.filter((one) => one.tag === tag);
    const slot = tag === undefined ? "no tag" : `tag ${tag}`;
    const names = tag === undefined ? undefined : toGroupNames(tag);
    const property = names && properties.take(names.property, slot);
    const scope = `methods of ${tag === undefined ? "the client" : `tag ${tag}`}`;
    const methods = lock.scope(scope, tag === undefined ? ["session", ...properties.all()] : []);
    const own = new Map(members.map((one) => [one, nameMethod(one, methods)]));
    const operations = members.filter(isSelected).flatMap((one): readonly RestOperation[] => {
      const names = { functionName: functions.get(one) ?? "", methodName: own.get(one) ?? "" };
      const place = `${one.method} ${one.pathKey}`;
      const why = invalidOperations.get(place);
      return catchProblems(
        () => {
          if (why !== undefined) one.node.fail(`Its code is invalid (${why})`, reportDefectFix);
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
      className: exported.take(nameClass(names?.className ?? "Operations", exported), `class ${slot}`),
      fileName: files.take(names?.fileName ?? "operations", slot),
      description,
      operations,
    });
  }
  return groups;
}

function readTags(root: SpecNode, found: readonly FoundOperation[]): ReadonlyMap<string | undefined, string> {
  const tags = new Map<string | undefined, string>();
  for (const tag of root.get("tags")?.items() ?? []) {
    const name = tag.readString("name");
    if (name !== undefined) tags.set(name, tag.getString("description"));
  }
  for (const { tag } of found) if (!tags.has(tag)) tags.set(tag, "");
  return new Map([...tags].filter(([tag]) => found.some((one) => one.tag === tag)));
}

/** Returns the class name of a tag: `Pet`, or `PetOperations` if a schema is called `Pet`. */
function nameClass(name: string, exported: NameScope): string {
  const safe = toSafeName(name);
  return exported.isFree(safe) ? safe : `${name}Operations`;
}

function nameMethod({ methodWords, tag, key }: FoundOperation, taken: NameScope): string {
  const short = toSafeMethodName(lowerCamel(toMethodWords(methodWords, tag ?? "")));
  return taken.take(taken.isFree(short) ? short : toSafeMethodName(lowerCamel(methodWords)), key);
}
