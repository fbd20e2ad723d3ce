/**
 * Statements about values in words for people: `1 to 63 characters`. Comments, documentation and guides have them from here. The
 * words of a rule that is broken are the runtime's.
 */
import type { DescEnumValue, DescField } from "@bufbuild/protobuf";
import type { CelRule, Choice, Rule, RuleValue, StatedField, ValueRules } from "./model.js";
import { type EnumText, valueInWords } from "./value-words.js";

/** How values of an enum are called. Default: by their names in the proto. */
export type ValueName = (value: DescEnumValue) => string;

/**
 * Returns whether documentation describes the field as required. That is so if servers do not fill it in, or if the
 * API marks it, even though zero is not distinguishable from unset.
 */
export function isSaidRequired({ requiredBy, isLenient, behaviors }: StatedField): boolean {
  if (requiredBy.length === 0) return false;
  return (
    !isLenient ||
    (behaviors.includes("REQUIRED") &&
      !behaviors.includes("OUTPUT_ONLY") &&
      !behaviors.includes("IDENTIFIER"))
  );
}

/** The limits of the value of a field, each without a full stop; none if nothing is stated or nothing counts. */
export function limitsInWords(
  field: DescField,
  { rules }: StatedField,
  nameOf: ValueName = ({ name }) => name,
): readonly string[] {
  const shown = (value: RuleValue): string => {
    const named =
      typeof value === "number" ? field.enum?.values.find((one) => one.number === value) : undefined;
    return named ? nameOf(named) : "";
  };
  return wordsOf(rules, shown);
}

/** Rules of a message over several of its fields: `exactly one of a, b`. */
export function choiceInWords({ fields, isRequired }: Choice): string {
  return `${isRequired ? "exactly" : "at most"} one of ${fields.join(", ")}`;
}

/** Texts of rules that are expressions; those without one are left out, as the expression makes it. */
export function celInWords(rules: readonly CelRule[]): readonly string[] {
  return rules.flatMap(({ message }) => (message === "" ? [] : [message.trim().replace(/\.$/, "")]));
}

function wordsOf(value: ValueRules, enumText: EnumText): string[] {
  const { kind = "", rules, ignore, items, keys, values, cel } = value;
  if (ignore === "always") return [];
  const show = (one: RuleValue, of = kind): string => valueInWords(of, one, enumText);
  const own = [
    ...sizes(kind, rules),
    ...bounds(rules, show),
    ...rules.flatMap(({ name, value: limit }) => {
      const word = words[name];
      if (word === undefined) return [];
      const of = name === "within" ? "duration" : kind;
      return [word.replace("#", () => (name === "pattern" ? patternText(String(limit)) : show(limit, of)))];
    }),
    ...celInWords(cel),
  ];
  const inside = [
    ["each element", items],
    ["each key", keys],
    ["each value", values],
  ] as const;
  return [
    ...(own.length > 0 && ignore === "zero" ? own.map((one) => `if set, ${one}`) : own),
    ...inside.flatMap(([whose, one]) =>
      one ? wordsOf(one, enumText).map((text) => `${whose}: ${text}`) : [],
    ),
  ];
}

/** Patterns are code; long ones are read in the proto. */
function patternText(pattern: string): string {
  if (pattern.length > 100) return "a pattern";
  return pattern.includes("`") ? JSON.stringify(pattern) : `\`${pattern}\``;
}

/** Sizes by the ends of the names of their rules. */
const counted: readonly (readonly [end: string, one: string, many: string])[] = [
  ["len", "character", "characters"],
  ["bytes", "byte", "bytes"],
  ["items", "element", "elements"],
  ["pairs", "entry", "entries"],
];

function sizes(kind: string, rules: readonly Rule[]): string[] {
  const at = (name: string): number | undefined => {
    const value = rules.find((rule) => rule.name === name)?.value;
    return value === undefined ? undefined : Number(value);
  };
  return counted.flatMap(([end, one, many]) => {
    const exact = at(end === "bytes" ? "len_bytes" : end);
    const [least, most] = exact === undefined ? [at(`min_${end}`), at(`max_${end}`)] : [exact, exact];
    const name = (count: number): string => {
      const [single, several] = kind === "bytes" ? ["byte", "bytes"] : [one, many];
      return count === 1 ? single : several;
    };
    if (least !== undefined && least === most) return [`${least} ${name(least)}`];
    if (least !== undefined && most !== undefined) return [`${least} to ${most} ${name(most)}`];
    if (least !== undefined) return [`at least ${least} ${name(least)}`];
    return most === undefined ? [] : [`at most ${most} ${name(most)}`];
  });
}

/** Both bounds of a number, a time or a duration. */
function bounds(rules: readonly Rule[], show: (value: RuleValue) => string): string[] {
  const at = (name: string): RuleValue | undefined => rules.find((one) => one.name === name)?.value;
  const [gt, gte, lt, lte] = [at("gt"), at("gte"), at("lt"), at("lte")];
  const [low, high] = [gte ?? gt, lte ?? lt];
  const from = low === undefined ? undefined : `${gte === undefined ? "more than" : "at least"} ${show(low)}`;
  const to = high === undefined ? undefined : `${lte === undefined ? "less than" : "at most"} ${show(high)}`;
  if (low === undefined || high === undefined) return [from, to].filter((one) => one !== undefined);
  // A lower bound above the upper one leaves out what is between them.
  if (Number(low) > Number(high)) return [`${to} or ${from}`];
  return [gte === undefined || lte === undefined ? `${from}, ${to}` : `${show(low)} to ${show(high)}`];
}

/** Rules that stand for themselves, by their names; `#` is the value. */
const words: Readonly<Record<string, string>> = {
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
