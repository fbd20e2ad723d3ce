import { generateSamples, type Rule, type RuleValue, type ValueRules } from "@stratus/convention";

/** Texts of each format that has a name. */
const ofFormat: Readonly<Record<string, string>> = {
  email: "user@example.com",
  hostname: "example.com",
  ip: "192.0.2.1",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  uri_ref: "/path",
  address: "example.com",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  tuuid: "123e4567e89b42d3a456426614174000",
  ip_with_prefixlen: "192.0.2.1/24",
  ipv4_with_prefixlen: "192.0.2.1/24",
  ipv6_with_prefixlen: "2001:db8::1/64",
  ip_prefix: "192.0.2.0/24",
  ipv4_prefix: "192.0.2.0/24",
  ipv6_prefix: "2001:db8::/64",
  host_and_port: "example.com:443",
  ulid: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  protobuf_fqn: "acme.v1.Disk",
  protobuf_dot_fqn: ".acme.v1.Disk",
  "well_known_regex.header_name": "x-name",
  "well_known_regex.header_value": "value",
};

/** The value of a rule by its name; undefined if it is not one of the rules. */
export function ruleValue(rules: readonly Rule[], name: string): RuleValue | undefined {
  return rules.find((rule) => rule.name === name)?.value;
}

/** A text that keeps the rules of a value: one of the API's own examples, or one that is made; undefined if none is found. */
export function sampleText({ rules, examples }: ValueRules): string | undefined {
  const at = (name: string): RuleValue | undefined => ruleValue(rules, name);
  const text = (name: string): string => (at(name) === undefined ? "" : String(at(name)));
  const size = Number(at("len") ?? at("min_len") ?? at("len_bytes") ?? at("min_bytes") ?? 0);
  const most = Number(at("len") ?? at("max_len") ?? at("len_bytes") ?? at("max_bytes") ?? Infinity);
  const [prefix, inside, suffix] = [text("prefix"), text("contains"), text("suffix")];
  const around = prefix + inside + suffix;
  const filling = "x".repeat(Math.max(size - [...around].length, 0));
  const candidates = [
    ...examples,
    ...(at("const") === undefined ? [] : [text("const")]),
    ...[at("in") ?? []].flat(),
    ...rules.flatMap(({ name }) => ofFormat[name] ?? []),
    ...(at("pattern") === undefined ? [] : generateSamples(text("pattern"))),
    ...(around === "" ? ["..."] : []),
    `${prefix}${inside}${filling}${suffix}`,
    ..."xyz".split("").map((one) => one.repeat(Math.min(Math.max(size, 1), most))),
  ];
  return candidates.map(String).find((one) => keepsText(one, { rules, examples }));
}

/** Whether a text keeps the rules of a value. */
export function keepsText(
  text: string,
  { rules, examples }: Pick<ValueRules, "rules" | "examples">,
): boolean {
  const own = rules
    .filter(({ name }) => name === "in" || name === "const")
    .flatMap(({ value }) => [value].flat());
  const isOwn = [...examples, ...own].includes(text);
  return rules.every((rule) => keeps(text, rule, isOwn));
}

/** Formats are those of the API's own values, and of the samples here. */
function keeps(text: string, { name, value }: Rule, isOwn: boolean): boolean {
  const bytes = (): number => Buffer.byteLength(text);
  const tests: Readonly<Record<string, () => boolean>> = {
    const: () => text === value,
    in: () => Array.isArray(value) && value.includes(text),
    not_in: () => Array.isArray(value) && !value.includes(text),
    len: () => [...text].length === Number(value),
    min_len: () => [...text].length >= Number(value),
    max_len: () => [...text].length <= Number(value),
    len_bytes: () => bytes() === Number(value),
    min_bytes: () => bytes() >= Number(value),
    max_bytes: () => bytes() <= Number(value),
    prefix: () => text.startsWith(String(value)),
    suffix: () => text.endsWith(String(value)),
    contains: () => text.includes(String(value)),
    not_contains: () => !text.includes(String(value)),
    pattern: () => matches(text, String(value)),
  };
  return tests[name]?.() ?? (!(name in ofFormat) || isOwn || ofFormat[name] === text);
}

/** Patterns of RE2 that JavaScript cannot read match nothing here. */
function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return false;
  }
}
