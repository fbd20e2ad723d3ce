import type { DescField, DescFile, DescMessage } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import {
  type CelRule,
  toPortablePattern,
  type Rule,
  type RuleValue,
  type FieldAnnotations,
  type Annotations,
  type ValueRules,
} from "@stratus/convention";
import type { RuleData, RuleRecord, RulesOfMessages } from "../codecs/rule-data.js";
import { isSharedType } from "../source/shared-types.js";

/**
 * The rules of messages as clients read them: of all messages about which something is stated, and of all that hold one.
 */
export function describeRules(files: readonly DescFile[], annotations: Annotations): RulesOfMessages {
  const messages = files
    .flatMap((file) => [...nestedTypes(file)])
    .filter((one) => one.kind === "message")
    .filter((one) => !isSharedType(one));
  const holders = findHolders(messages);
  const described = new Map<DescMessage, RuleRecord>();
  for (const message of messages) {
    const rules = messageRules(message, annotations);
    if (Object.values(rules).some((part) => part !== undefined)) described.set(message, rules);
  }
  // Those that are added while the map is gone through are gone through too.
  for (const message of described.keys()) {
    for (const holder of holders.get(message) ?? []) {
      if (!described.has(holder)) described.set(holder, {});
    }
  }
  return described;
}

/** For each message those that hold it. */
function findHolders(messages: readonly DescMessage[]): ReadonlyMap<DescMessage, readonly DescMessage[]> {
  const holders = new Map<DescMessage, DescMessage[]>();
  for (const message of messages) {
    for (const { message: held } of message.fields) {
      if (!held) continue;
      const known = holders.get(held);
      if (known) known.push(message);
      else holders.set(held, [message]);
    }
  }
  return holders;
}

function messageRules(message: DescMessage, annotations: Annotations): RuleRecord {
  const fields = message.fields.flatMap((field): (readonly [string, RuleRecord])[] => {
    const rules = fieldRules(field, annotations);
    return rules ? [[field.name, rules]] : [];
  });
  const oneofs = message.oneofs.filter((oneof) => annotations.oneof(oneof).isRequired);
  const { choices, cel } = annotations.message(message);
  return {
    fields: fields.length > 0 ? Object.fromEntries(fields) : undefined,
    oneofs: oneofs.length > 0 ? oneofs.map(({ name }) => name) : undefined,
    choices: choices.length > 0 ? choices.map((choice) => [choice.fields, choice.isRequired]) : undefined,
    cel: celRows(cel),
  };
}

function fieldRules(field: DescField, annotations: Annotations): RuleRecord | undefined {
  const stated = annotations.field(field);
  if (stated.requiredBy.length === 0 && !isStated(stated.rules)) return undefined;
  return {
    required: requirement(stated),
    lenient: stated.isOptionalInRequests ? true : undefined,
    ...valueRules(stated.rules),
  };
}

/** The statement that requires a field, the strictest of several. */
function requirement({ requiredBy }: FieldAnnotations): string | undefined {
  if (requiredBy.includes("buf.validate")) return "rule";
  if (requiredBy.includes("proto2")) return "label";
  return requiredBy.length > 0 ? "behavior" : undefined;
}

/** Whether anything is stated about a value: rules, or that others do not count. */
function isStated({ rules, ignore, cel, unsupported, items, keys, values }: ValueRules): boolean {
  const inside = [items, keys, values].some((one) => one !== undefined && isStated(one));
  return inside || ignore === "always" || rules.length + cel.length + unsupported.length > 0;
}

function celRows(cel: readonly CelRule[]): RuleData | undefined {
  return cel.length > 0 ? cel.map(({ id, message, expression }) => [id, message, expression]) : undefined;
}

function valueRules(value: ValueRules): RuleRecord {
  const rules = value.rules.filter(({ uncheckedReason }) => uncheckedReason === undefined);
  const inside = (own: ValueRules | undefined): RuleRecord | undefined =>
    own && isStated(own) ? valueRules(own) : undefined;
  return {
    kind: rules.length > 0 ? value.kind : undefined,
    rules:
      rules.length > 0 ? Object.fromEntries(rules.map((rule) => [rule.name, ruleData(rule)])) : undefined,
    ignore: value.ignore,
    items: inside(value.items),
    keys: inside(value.keys),
    values: inside(value.values),
    cel: celRows(value.cel),
    left: rules.length < value.rules.length || value.unsupported.length > 0 ? true : undefined,
  };
}

/** Rules about a count, which is a plain number also if the rule has 64 bits for it. */
const counts =
  /^(?:len|min_len|max_len|len_bytes|min_bytes|max_bytes|min_items|max_items|min_pairs|max_pairs)$/;

function ruleData({ name, value }: Rule): RuleData {
  if (name === "pattern") return toPortablePattern(String(value)) ?? "";
  return counts.test(name) ? Number(value) : plainData(value);
}

/** Bytes are text with a character for each. */
function plainData(value: RuleValue): RuleData {
  if (value instanceof Uint8Array) return Array.from(value, (one) => String.fromCharCode(one)).join("");
  return typeof value === "object" ? value.map(plainData) : value;
}
