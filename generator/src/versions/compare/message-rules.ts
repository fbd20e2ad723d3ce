import type { ApiField, ApiMessage, ApiOneof } from "../api/api.js";
import type { ApiRules } from "../api/read-rules.js";
import type { Subject, Finding, Role, Difference } from "../finding/finding.js";
import { lowerCamel } from "../../kit/text/casing.js";
import { isRequired } from "./fields.js";
import { compareRules } from "./rules.js";
import { toTypeTitle } from "../finding/titles.js";

const nothing: ApiRules = new Map();

/**
 * Compares the validation rules of a message that requests contain, of its fields and of its oneofs.
 *
 * @param areBreaking A tighter rule is a breaking change.
 */
export function compareMessageRules(before: ApiMessage, after: ApiMessage, areBreaking: boolean): Finding[] {
  const subject = (role: Role, name?: string): Subject => {
    const own = name === undefined ? after.name : `${after.name}.${name}`;
    const element = `${role === "case" ? "field" : role} ${own}`;
    const title = name === undefined ? toTypeTitle(own) : `${toTypeTitle(after.name)}.${lowerCamel(name)}`;
    return { key: element, title, role, place: { file: after.file, element } };
  };
  const toFindings = (of: Subject, whats: readonly Difference[]): Finding[] =>
    whats.map((difference) => ({
      subject: of,
      difference: difference.kind === "rule" ? { ...difference, isBreaking: areBreaking } : difference,
    }));
  return [
    ...toFindings(subject("message"), compareRules(before.rules, after.rules)),
    ...[...after.fields.values()].flatMap((now) => {
      const old = findOldField(now, before, after);
      const role = now.oneof === undefined ? "field" : "case";
      return toFindings(
        subject(role, now.name),
        old ? compareRules(old.rules, now.rules) : compareNewField(now),
      );
    }),
    ...[...after.oneofs.values()].flatMap((now) => {
      const old = findOldOneof(now, before, after);
      return toFindings(subject("oneof", now.name), [
        ...(old ? compareBehaviors("behavior-added", now.behaviors, old.behaviors) : []),
        ...(old ? compareBehaviors("behavior-removed", old.behaviors, now.behaviors) : []),
        ...compareRules(old?.rules ?? nothing, now.rules),
      ]);
    }),
  ];
}

/** Finds the old field, which may have another name, because requests contain its number. */
function findOldField(
  { name, number }: ApiField,
  before: ApiMessage,
  after: ApiMessage,
): ApiField | undefined {
  const isGone = (one: ApiField): boolean => !after.fields.has(one.name);
  return (
    before.fields.get(name) ?? [...before.fields.values()].find((one) => one.number === number && isGone(one))
  );
}

/** Finds the old oneof, which may have another name: it contained one of the fields. */
function findOldOneof({ name }: ApiOneof, before: ApiMessage, after: ApiMessage): ApiOneof | undefined {
  const own = before.oneofs.get(name);
  if (own) return own;
  const members = [...after.fields.values()].filter(({ oneof }) => oneof === name);
  const [old] = members.flatMap((one) => findOldField(one, before, after)?.oneof ?? []);
  return before.oneofs.get(old ?? "");
}

function compareBehaviors(
  kind: "behavior-added" | "behavior-removed",
  list: readonly string[],
  others: readonly string[],
): Difference[] {
  return list.filter((one) => !others.includes(one)).map((behavior) => ({ kind, behavior }));
}

/** Existing requests lack a new field, so only the rule `required` affects them. */
function compareNewField(field: ApiField): Difference[] {
  return isRequired(field) ? compareRules(nothing, new Map([["required", true]])) : [];
}
