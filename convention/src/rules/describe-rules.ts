/**
 * Describes validation rules for people: `1 to 63 characters`. Doc comments, documentation and guides use these descriptions. The
 * runtime has its own texts for violations.
 */
import type { DescEnumValue, DescField } from "@bufbuild/protobuf";
import {
  type CelRule,
  type Choice,
  type FieldAnnotations,
  readRuleNumber,
  type Rule,
  type RuleValue,
  type ValueRules,
} from "./model.js";
import { type FormatEnumValue, describeRuleValue } from "./describe-rule-value.js";

/** Returns the name to show for a value of an enum. */
export type NameEnumValue = (value: DescEnumValue) => string;

/**
 * Returns whether documentation describes the field as required. That is so if servers do not fill it in, or if the
 * API marks it, even though zero is not distinguishable from unset.
 */
export function isDocumentedAsRequired({
  requiredBy,
  isOptionalInRequests,
  behaviors,
}: FieldAnnotations): boolean {
  if (requiredBy.length === 0) return false;
  return (
    !isOptionalInRequests ||
    (behaviors.includes("REQUIRED") &&
      !behaviors.includes("OUTPUT_ONLY") &&
      !behaviors.includes("IDENTIFIER"))
  );
}

/**
 * Describes the rules of a field's value, each without a full stop. Returns an empty list if the field has no rules.
 *
 * @param nameOf the names of enum values; by default their names in the proto
 */
export function describeLimits(
  field: DescField,
  { rules }: FieldAnnotations,
  nameOf: NameEnumValue = ({ name }) => name,
): readonly string[] {
  const shown = (value: RuleValue): string => {
    const named =
      typeof value === "number" ? field.enum?.values.find((one) => one.number === value) : undefined;
    return named ? nameOf(named) : "";
  };
  return describeValueRules(rules, shown);
}

/** Describes a rule about several fields of a message: `exactly one of a, b`. */
export function describeChoice({ fields, isRequired }: Choice): string {
  return `${isRequired ? "exactly" : "at most"} one of ${fields.join(", ")}`;
}

/** Lists the texts of CEL rules. Rules whose expression returns the text are omitted. */
export function describeCelRules(rules: readonly CelRule[]): readonly string[] {
  return rules.flatMap(({ message }) => (message === "" ? [] : [message.trim().replace(/\.$/, "")]));
}

function describeValueRules(value: ValueRules, formatEnumValue: FormatEnumValue): string[] {
  const { kind = "", rules, ignore, items, keys, values, cel } = value;
  if (ignore === "always") return [];
  const show = (one: RuleValue, of = kind): string => describeRuleValue(of, one, formatEnumValue);
  const own = [
    ...describeSizes(kind, rules),
    ...describeBounds(rules, show),
    ...rules.flatMap(({ name, value: limit }) => {
      const word = descriptions[name];
      if (word === undefined) return [];
      const of = name === "within" ? "duration" : kind;
      return [word.replace("#", () => (name === "pattern" ? formatPattern(String(limit)) : show(limit, of)))];
    }),
    ...describeCelRules(cel),
  ];
  const inside = [
    ["each element", items],
    ["each key", keys],
    ["each value", values],
  ] as const;
  return [
    ...(own.length > 0 && ignore === "zero" ? own.map((one) => `if set, ${one}`) : own),
    ...inside.flatMap(([whose, one]) =>
      one ? describeValueRules(one, formatEnumValue).map((text) => `${whose}: ${text}`) : [],
    ),
  ];
}

/** Formats a pattern as code. Long patterns are omitted. */
function formatPattern(pattern: string): string {
  if (pattern.length > 100) return "a pattern";
  return pattern.includes("`") ? JSON.stringify(pattern) : `\`${pattern}\``;
}

/** The units of sizes, by the ends of the names of their rules. */
const units: readonly (readonly [end: string, one: string, many: string])[] = [
  ["len", "character", "characters"],
  ["bytes", "byte", "bytes"],
  ["items", "element", "elements"],
  ["pairs", "entry", "entries"],
];

function describeSizes(kind: string, rules: readonly Rule[]): string[] {
  const at = (name: string): number | undefined => readRuleNumber(rules, name);
  return units.flatMap(([end, one, many]) => {
    const exact = at(end === "bytes" ? "len_bytes" : end);
    const [min, max] = exact === undefined ? [at(`min_${end}`), at(`max_${end}`)] : [exact, exact];
    const name = (count: number): string => {
      const [single, several] = kind === "bytes" ? ["byte", "bytes"] : [one, many];
      return count === 1 ? single : several;
    };
    if (min !== undefined && min === max) return [`${min} ${name(min)}`];
    if (min !== undefined && max !== undefined) return [`${min} to ${max} ${name(max)}`];
    if (min !== undefined) return [`at least ${min} ${name(min)}`];
    return max === undefined ? [] : [`at most ${max} ${name(max)}`];
  });
}

/** Describes the bounds of a number, a time or a duration. */
function describeBounds(rules: readonly Rule[], show: (value: RuleValue) => string): string[] {
  const at = (name: string): RuleValue | undefined => rules.find((one) => one.name === name)?.value;
  const [gt, gte, lt, lte] = [at("gt"), at("gte"), at("lt"), at("lte")];
  const [low, high] = [gte ?? gt, lte ?? lt];
  const from = low === undefined ? undefined : `${gte === undefined ? "more than" : "at least"} ${show(low)}`;
  const to = high === undefined ? undefined : `${lte === undefined ? "less than" : "at most"} ${show(high)}`;
  if (low === undefined || high === undefined) return [from, to].filter((one) => one !== undefined);
  // If the lower bound is above the upper one, protovalidate excludes the values between them.
  if (Number(low) > Number(high)) return [`${to} or ${from}`];
  return [gte === undefined || lte === undefined ? `${from}, ${to}` : `${show(low)} to ${show(high)}`];
}

/** Descriptions of single rules, by name. `#` is the value of the rule. */
const descriptions: Readonly<Record<string, string>> = {
  const: "always #",
  in: "one of #",
  not_in: "none of #",
  finite: "a finite number",
  defined_only: "a value that has a name",
  pattern: "matches #",
  prefix: "begins with #",
  suffix: "ends with #",
  contains: "contains #",
  not_contains: "does not contain #",
  unique: "no element twice",
  lt_now: "in the past",
  gt_now: "in the future",
  within: "within # of now",
  email: "an e-mail address",
  hostname: "a host name",
  ip: "an IP address",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
  uri: "a URI",
  uri_ref: "a URI reference",
  address: "a host name or an IP address",
  uuid: "a UUID",
  tuuid: "a UUID without hyphens",
  ip_with_prefixlen: "an IP address with a prefix length",
  ipv4_with_prefixlen: "an IPv4 address with a prefix length",
  ipv6_with_prefixlen: "an IPv6 address with a prefix length",
  ip_prefix: "an IP prefix",
  ipv4_prefix: "an IPv4 prefix",
  ipv6_prefix: "an IPv6 prefix",
  host_and_port: "a host and a port",
  ulid: "a ULID",
  protobuf_fqn: "a full Protobuf name",
  protobuf_dot_fqn: "a full Protobuf name with a dot before it",
  "well_known_regex.header_name": "the name of an HTTP header",
  "well_known_regex.header_value": "the value of an HTTP header",
};
