import type { ApiMessage } from "../api/api.js";
import type { Subject, Finding } from "../finding/finding.js";
import { haveSameNames, type ApiSides, type Renames } from "./renames.js";
import { toTypeTitle } from "../finding/titles.js";
import { lowerCamel } from "../../kit/text/casing.js";

/** The differences between the oneofs of a message. */
export interface OneofChanges {
  readonly findings: readonly Finding[];
  /** New names by old names. */
  readonly renames: Renames;
}

/** Compares oneofs. One with the same fields and another name counts as renamed. */
export function compareOneofs(before: ApiMessage, after: ApiMessage, sides: ApiSides): OneofChanges {
  const [old, now] = [groupFieldsByOneof(before), groupFieldsByOneof(after)];
  const subject = (name: string): Subject => {
    const element = `oneof ${after.name}.${name}`;
    const title = `${toTypeTitle(after.name)}.${lowerCamel(name)}`;
    return { key: element, title, role: "oneof", place: { file: after.file, element } };
  };
  const come = [...now].filter(([name]) => !old.has(name));
  const removed = [...old].filter(([name]) => !now.has(name));
  const renames = new Map(
    removed.flatMap(([name, fields]) => {
      const other = come.find(([, its]) => its.join() === fields.join());
      return other ? [[name, other[0]] as const] : [];
    }),
  );
  const isSame = (name: string, other: string): boolean =>
    haveSameNames(`${before.name}.${name}`, `${after.name}.${other}`, sides);
  const isNewName = (name: string): boolean => [...renames.values()].includes(name);
  const covers = (fields: readonly string[], other: ApiMessage): string[] =>
    fields.filter((field) => !other.fields.has(field)).map((field) => `field ${after.name}.${field}`);
  return {
    renames,
    findings: [
      ...[...renames].map(([name, other]): Finding => {
        const difference = {
          kind: isSame(name, other) ? "proto-name" : "renamed",
          before: name,
          after: other,
          newKey: subject(other).key,
        } as const;
        return { subject: subject(name), difference };
      }),
      ...removed
        .filter(([name]) => !renames.has(name))
        .map(([name, fields]): Finding => ({
          subject: subject(name),
          difference: { kind: "removed", covers: covers(fields, after) },
        })),
      ...come
        .filter(([name]) => !isNewName(name))
        .map(([name, fields]): Finding => ({
          subject: subject(name),
          difference: { kind: "added", use: "message", covers: covers(fields, before) },
        })),
    ],
  };
}

function groupFieldsByOneof({ fields }: ApiMessage): ReadonlyMap<string, readonly string[]> {
  const oneofs = new Map<string, string[]>();
  for (const { name, oneof } of fields.values())
    if (oneof !== undefined) oneofs.set(oneof, [...(oneofs.get(oneof) ?? []), name].sort());
  return oneofs;
}
