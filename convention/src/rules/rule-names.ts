/**
 * Lists the rules of `buf.validate` that are known by name, and the type of field that each kind of rule applies to.
 */
import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";

const equal = ["const", "in", "not_in"];
const ordered = [...equal, "lt", "lte", "gt", "gte"];
const sized = ["len", "min_len", "max_len", "pattern", "prefix", "suffix", "contains"];

/** Rules that require a format of strings. */
const formats = [
  "email",
  "hostname",
  "ip",
  "ipv4",
  "ipv6",
  "uri",
  "uri_ref",
  "address",
  "uuid",
  "tuuid",
  "ip_with_prefixlen",
  "ipv4_with_prefixlen",
  "ipv6_with_prefixlen",
  "ip_prefix",
  "ipv4_prefix",
  "ipv6_prefix",
  "host_and_port",
  "ulid",
  "protobuf_fqn",
  "protobuf_dot_fqn",
  "well_known_regex.header_name",
  "well_known_regex.header_value",
];

const byKind: Readonly<Record<string, readonly string[]>> = {
  float: [...ordered, "finite"],
  double: [...ordered, "finite"],
  bool: ["const"],
  string: [...equal, ...sized, "len_bytes", "min_bytes", "max_bytes", "not_contains", ...formats],
  bytes: [...equal, ...sized, "ip", "ipv4", "ipv6", "uuid"],
  enum: [...equal, "defined_only"],
  repeated: ["min_items", "max_items", "unique"],
  map: ["min_pairs", "max_pairs"],
  any: ["in", "not_in"],
  duration: ordered,
  timestamp: ["const", "lt", "lte", "gt", "gte", "lt_now", "gt_now", "within"],
  field_mask: equal,
};

/** The rule is one that this repository knows; integers of all kinds have the same ones. */
export function isKnownRule(kind: string, name: string): boolean {
  const names = byKind[kind] ?? (/int|fixed/.test(kind) ? ordered : []);
  return names.includes(name);
}

/** The kind of rules of each well-known type that can have rules. */
const messageKinds: Readonly<Record<string, string>> = {
  Any: "any",
  Duration: "duration",
  Timestamp: "timestamp",
  FieldMask: "field_mask",
  FloatValue: "float",
  DoubleValue: "double",
  Int32Value: "int32",
  Int64Value: "int64",
  UInt32Value: "uint32",
  UInt64Value: "uint64",
  BoolValue: "bool",
  StringValue: "string",
  BytesValue: "bytes",
};

/** Returns the kind of rules that a field can have, or undefined for a message of the API. */
export function fieldRuleKind(field: DescField): string | undefined {
  return field.fieldKind === "list" ? "repeated" : field.fieldKind === "map" ? "map" : valueRuleKind(field);
}

/** Returns the kind of rules that one value of a field can have, such as an element of a list. */
export function valueRuleKind({ enum: type, message, scalar }: DescField): string | undefined {
  if (type) return "enum";
  if (message) return messageRuleKind(message);
  return scalar === undefined ? undefined : scalarRuleKind(scalar);
}

/** Returns the kind of rules of a scalar: `sfixed64`. */
export function scalarRuleKind(scalar: ScalarType): string {
  return (ScalarType[scalar] ?? "").toLowerCase();
}

function messageRuleKind({ typeName }: DescMessage): string | undefined {
  return typeName.startsWith("google.protobuf.") ? messageKinds[typeName.slice(16)] : undefined;
}
