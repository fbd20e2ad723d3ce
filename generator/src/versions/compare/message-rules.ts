import type { ApiField, ApiMessage, ApiOneof } from "../api/api.js";
import type { ApiRules } from "../api/read-rules.js";
import type { About, Finding, Role, What } from "../finding/finding.js";
import { lowerCamel } from "../../kit/text/casing.js";
import { isRequired } from "./fields.js";
import { compareRules } from "./rules.js";
import { titleOf } from "../finding/titles.js";

const nothing: ApiRules = new Map();

/**
 * Differences between the rules of a message of requests, its fields and its oneofs.
 *
 * @param wereEnforced Servers refused before what new rules refuse.
 */
export function compareMessageRules(before: ApiMessage, after: ApiMessage, wereEnforced: boolean): Finding[] {
  const about = (role: Role, name?: string): About => {
    const own = name === undefined ? after.name : `${after.name}.${name}`;
    const element = `${role === "case" ? "field" : role} ${own}`;
    const title = name === undefined ? titleOf(own) : `${titleOf(after.name)}.${lowerCamel(name)}`;
    return { key: element, title, role, place: { file: after.file, element } };
  };
  const told = (of: About, whats: readonly What[]): Finding[] =>
    whats.map((what) => ({
      about: of,
      what: what.kind === "rule" ? { ...what, isForeseen: wereEnforced } : what,
    }));
  return [
    ...told(about("message"), compareRules(before.rules, after.rules)),
    ...[...after.fields.values()].flatMap((now) => {
      const old = fieldBefore(now, before, after);
      const role = now.oneof === undefined ? "field" : "case";
      return told(about(role, now.name), old ? compareRules(old.rules, now.rules) : ofNewField(now));
    }),
    ...[...after.oneofs.values()].flatMap((now) => {
      const old = oneofBefore(now, before, after);
      return told(about("oneof", now.name), [
        ...(old ? behaviors("behavior-added", now.behaviors, old.behaviors) : []),
        ...(old ? behaviors("behavior-removed", old.behaviors, now.behaviors) : []),
        ...compareRules(old?.rules ?? nothing, now.rules),
      ]);
    }),
  ];
}

/** The field as it was, be it by another name: requests carry its number. */
function fieldBefore(
  { name, number }: ApiField,
  before: ApiMessage,
  after: ApiMessage,
): ApiField | undefined {
  const isGone = (one: ApiField): boolean => !after.fields.has(one.name);
  return (
    before.fields.get(name) ?? [...before.fields.values()].find((one) => one.number === number && isGone(one))
  );
}

/** The oneof as it was, be it by another name: one that had a member of it. */
function oneofBefore({ name }: ApiOneof, before: ApiMessage, after: ApiMessage): ApiOneof | undefined {
  const own = before.oneofs.get(name);
  if (own) return own;
  const members = [...after.fields.values()].filter(({ oneof }) => oneof === name);
  const [old] = members.flatMap((one) => fieldBefore(one, before, after)?.oneof ?? []);
  return before.oneofs.get(old ?? "");
}

function behaviors(
  kind: "behavior-added" | "behavior-removed",
  list: readonly string[],
  others: readonly string[],
): What[] {
  return list.filter((one) => !others.includes(one)).map((behavior) => ({ kind, behavior }));
}

/** Requests of before lack a field that is new; its other rules do not touch them. */
function ofNewField(field: ApiField): What[] {
  return isRequired(field) ? compareRules(nothing, new Map([["required", true]])) : [];
}
