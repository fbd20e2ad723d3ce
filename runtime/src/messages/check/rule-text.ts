/** Formats violations as text. Loaded with the first violation. */
import type { RuleValue } from "../table/rules.js";
import type { Violation } from "./violation.js";
import type { Finding } from "./walk.js";

/** The texts of rules, by name. `#` is the value of the rule. */
const texts: { readonly [name: string]: string } = {
  required: "must be set",
  member: "must have one of its members",
  one_of: "must have one of #",
  only_one: "must have only one of #",
  const: "must be #",
  in: "must be one of #",
  not_in: "must not be one of #",
  gt: "greater than #",
  gte: "at least #",
  lt: "less than #",
  lte: "at most #",
  finite: "must be a finite number",
  defined_only: "must be a value that the enum names",
  len: "must have # characters",
  min_len: "must have at least # characters",
  max_len: "must have at most # characters",
  len_bytes: "must have # bytes",
  min_bytes: "must have at least # bytes",
  max_bytes: "must have at most # bytes",
  prefix: "must begin with #",
  suffix: "must end with #",
  contains: "must contain #",
  not_contains: "must not contain #",
  min_items: "must have at least # elements",
  max_items: "must have at most # elements",
  unique: "must not have an element twice",
  min_pairs: "must have at least # entries",
  max_pairs: "must have at most # entries",
  lt_now: "must be in the past",
  gt_now: "must be in the future",
  within: "must be within # of now",
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

/** Converts a finding to a violation. */
export function toViolation({ path, id, rule, isSecret }: Finding): Violation {
  const { kind, name, limit } = rule;
  return { path, rule: id, text: isSecret ? `must keep the rule ${id}` : formatRule(kind, name, limit) };
}

/** Formats a rule: `must have at most 63 characters`, `must be at least 1 and less than 10`. */
function formatRule(kind: string, name: string, limit: RuleValue): string {
  const [first = "", second = "", last] = name.split("_");
  if (bounds.test(name) && Array.isArray(limit)) {
    const parts = [first, second].flatMap((bound, at) => {
      const one = limit[at];
      return one === undefined ? [] : [(texts[bound] ?? "").replace("#", () => showOne(kind, one))];
    });
    return `must be ${parts.join(last === undefined ? " and " : " or ")}`;
  }
  // Without doubled backslashes, so that the pattern can be copied.
  if (name === "pattern") return `must match ${show(kind, limit).replaceAll("\\\\", "\\")}`;
  const text = texts[name] ?? `must keep the rule ${name}`;
  const whole = text.startsWith("must") ? text : `must be ${text}`;
  const shown = whole.replace("#", () => show(name === "within" ? "duration" : kind, limit));
  const counted =
    limit === 1 ? shown.replace(/entries$/, "entry").replace(/(character|byte|element)s$/, "$1") : shown;
  return kind === "bytes" ? counted.replace("character", "byte") : counted;
}

const bounds = /^(?:[gl]te?|gte?_lte?(?:_exclusive)?)$/;

/** Maximum length of a rule's value in a text, in UTF-16 code units. */
const maxShownUnits = 200;

function show(kind: string, limit: RuleValue): string {
  const text = Array.isArray(limit)
    ? limit.map((one) => showOne(kind, one)).join(", ")
    : showOne(kind, limit as Exclude<RuleValue, readonly unknown[]>);
  return text.length > maxShownUnits ? `${text.slice(0, maxShownUnits)}...` : text;
}

function showOne(kind: string, value: string | number | bigint | boolean): string {
  if (kind === "") return String(value);
  if (typeof value === "string") return kind === "bytes" ? hex(value) : JSON.stringify(value);
  if (typeof value !== "bigint" || !/duration|timestamp/.test(kind)) return String(value);
  const seconds = Number(value) / 1e9;
  const date = new Date(seconds * 1000);
  return kind === "timestamp" && !Number.isNaN(date.getTime()) ? date.toISOString() : `${seconds}s`;
}

function hex(bytes: string): string {
  return Array.from(bytes, (one) => one.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}

/** The maximum number of violations in one sentence. */
const maxFormattedViolations = 5;

/** Formats violations as a sentence: `spec.name must be set, spec.cpu must be at least 1`. CEL rules have whole sentences. */
export function formatViolations(violations: readonly Violation[]): string {
  const formatted = violations
    .slice(0, maxFormattedViolations)
    .map(({ path, rule, text }) =>
      path === "" ? text : `${path}${rule.startsWith("cel:") ? ":" : ""} ${text}`,
    );
  const more = violations.length - formatted.length;
  return [...formatted, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}
