import { create, createFileRegistry, type DescFile } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { validateProto } from "../../convention/src/rules/validate.fixture.js";
import { compileProtos } from "../../generator/src/plugin/request.fixture.js";

const integers = [
  "int32",
  "int64",
  "uint32",
  "uint64",
  "sint32",
  "sint64",
  "fixed32",
  "fixed64",
  "sfixed32",
  "sfixed64",
];

/** Bounds of numbers of all types: each alone, between two, outside of two. */
const numbers = [...integers, "float", "double"].map(
  (type) => `
message Bounds_${type} {
  optional ${type} above = 1 [(buf.validate.field).${type}.gt = 3];
  ${type} least = 2 [(buf.validate.field) = {${type}: {gte: 3}, ignore: IGNORE_IF_ZERO_VALUE}];
  optional ${type} below = 3 [(buf.validate.field).${type}.lt = 3];
  optional ${type} most = 4 [(buf.validate.field).${type}.lte = 3];
  optional ${type} between = 5 [(buf.validate.field).${type} = {gt: 3, lte: 7}];
  optional ${type} outside = 6 [(buf.validate.field).${type} = {gte: 7, lt: 3}];
  optional ${type} one = 7 [(buf.validate.field).${type}.const = 5];
  optional ${type} some = 8 [(buf.validate.field).${type} = {in: [1, 2], not_in: [2]}];
  ${type === "float" || type === "double" ? `optional ${type} finite = 9 [(buf.validate.field).${type}.finite = true];` : ""}
}`,
);

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
];

/** An API that states every rule that clients check. */
export const sample = `
syntax = "proto3";
package shop.v1;
import "buf/validate/validate.proto";
import "google/protobuf/any.proto";
import "google/protobuf/duration.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
enum Size { SIZE_UNSPECIFIED = 0; SIZE_SMALL = 1; SIZE_LARGE = 2; }
${numbers.join("\n")}
message Formats {
  ${formats.map((name, at) => `optional string of_${name} = ${at + 1} [(buf.validate.field).string.${name} = true];`).join("\n  ")}
  optional string header = 50 [(buf.validate.field).string.well_known_regex = KNOWN_REGEX_HTTP_HEADER_NAME];
  optional string value = 51 [(buf.validate.field).string.well_known_regex = KNOWN_REGEX_HTTP_HEADER_VALUE];
  optional string loose_header = 52 [(buf.validate.field).string = {well_known_regex: KNOWN_REGEX_HTTP_HEADER_NAME, strict: false}];
  optional string loose_value = 53 [(buf.validate.field).string = {well_known_regex: KNOWN_REGEX_HTTP_HEADER_VALUE, strict: false}];
}
message Texts {
  optional string between = 1 [(buf.validate.field).string = {min_len: 2, max_len: 5}];
  optional string exact = 2 [(buf.validate.field).string.len = 3];
  optional string bytes = 3 [(buf.validate.field).string = {min_bytes: 3, max_bytes: 8}];
  optional string exact_bytes = 4 [(buf.validate.field).string.len_bytes = 4];
  optional string ends = 5 [(buf.validate.field).string = {prefix: "ab", suffix: "é", contains: "c"}];
  optional string without = 6 [(buf.validate.field).string.not_contains = "xy"];
  optional string one = 7 [(buf.validate.field).string = {const: "x\\"y"}];
  optional string some = 8 [(buf.validate.field).string = {in: ["a", "b"], not_in: ["b"]}];
  optional string pattern = 9 [(buf.validate.field).string.pattern = "^[a-z]([-a-z0-9]{0,5}[a-z0-9])?$"];
  optional string lines = 10 [(buf.validate.field).string.pattern = "^.{2,3}\\\\s$"];
  string maybe = 12 [(buf.validate.field) = {ignore: IGNORE_IF_ZERO_VALUE, string: {min_len: 3}}];
  string never = 13 [(buf.validate.field) = {ignore: IGNORE_ALWAYS, required: true, string: {min_len: 3}}];
}
message Implicit {
  string text = 1 [(buf.validate.field).string.min_len = 2];
  Size size = 2 [(buf.validate.field).enum.const = 0];
}
message Needed {
  string named = 1 [(buf.validate.field).required = true];
}
message NeededHeld {
  Needed held = 1 [(buf.validate.field).required = true];
  google.protobuf.BoolValue flag = 2;
}
message NeededLists {
  repeated Exclusive held = 1 [(buf.validate.field) = {repeated: {max_items: 2}, required: true}];
}
message NeededMaps {
  map<string, string> needed = 1 [(buf.validate.field).required = true];
}
message Bytes {
  optional bytes between = 1 [(buf.validate.field).bytes = {min_len: 2, max_len: 5}];
  optional bytes exact = 2 [(buf.validate.field).bytes.len = 3];
  optional bytes ends = 3 [(buf.validate.field).bytes = {prefix: "\\xff\\x01", suffix: "\\x02", contains: "\\x03"}];
  optional bytes one = 4 [(buf.validate.field).bytes.const = "\\x80\\x00"];
  optional bytes some = 5 [(buf.validate.field).bytes = {in: ["a", "b"], not_in: ["b"]}];
  optional bytes ip = 6 [(buf.validate.field).bytes.ip = true];
  optional bytes ipv4 = 7 [(buf.validate.field).bytes.ipv4 = true];
  optional bytes ipv6 = 8 [(buf.validate.field).bytes.ipv6 = true];
  optional bytes uuid = 9 [(buf.validate.field).bytes.uuid = true];
}
message Choices {
  Size known = 1 [(buf.validate.field).enum.defined_only = true];
  optional Size some = 2 [(buf.validate.field).enum = {in: [1, 2], not_in: [2]}];
  optional bool yes = 4 [(buf.validate.field).bool.const = true];
}
message Oneofs {
  oneof place {
    option (buf.validate.oneof).required = true;
    string name = 5 [(buf.validate.field).string.min_len = 2];
    int32 number = 6 [(buf.validate.field).int32.gt = 3];
  }
}
message OneofMember {
  oneof other { string text = 7 [(buf.validate.field).required = true]; bool none = 8; }
}
message Exclusive {
  option (buf.validate.message) = {oneof: [{fields: ["a", "b"]}, {fields: ["c", "d"]}]};
  string a = 1 [(buf.validate.field).string.min_len = 2];
  int32 b = 2;
  string c = 3;
  optional int32 d = 4 [(buf.validate.field).int32.gt = 3];
}
message Exactly {
  option (buf.validate.message).oneof = {fields: ["a", "b"], required: true};
  string a = 1;
  int32 b = 2;
}
message Lists {
  repeated string few = 1 [(buf.validate.field) = {ignore: IGNORE_IF_ZERO_VALUE repeated: {min_items: 2, max_items: 3, items: {string: {max_len: 3}}}}];
  repeated int64 numbers = 2 [(buf.validate.field).repeated = {unique: true, items: {int64: {gt: 0}, ignore: IGNORE_IF_ZERO_VALUE}}];
  repeated double reals = 3 [(buf.validate.field).repeated.unique = true];
  repeated bytes blobs = 4 [(buf.validate.field).repeated.unique = true];
  repeated Size sizes = 5 [(buf.validate.field).repeated.items.enum.defined_only = true];
  repeated Exclusive held = 6 [(buf.validate.field).repeated.max_items = 2];
  repeated Exclusive skipped = 7 [(buf.validate.field).repeated.items.ignore = IGNORE_ALWAYS];
  repeated google.protobuf.Int32Value wrapped = 8 [(buf.validate.field).repeated.items.int32.lt = 3];
}
message Maps {
  map<string, int32> counts = 1 [(buf.validate.field) = {ignore: IGNORE_IF_ZERO_VALUE, map: {min_pairs: 2, max_pairs: 3, keys: {string: {min_len: 2}}, values: {int32: {gt: 1}}}}];
  map<int64, Exclusive> held = 2 [(buf.validate.field).map.keys.int64.lt = 3];
  map<bool, Size> sizes = 3 [(buf.validate.field).map = {keys: {bool: {const: true}}, values: {enum: {defined_only: true}}}];
  map<uint32, google.protobuf.Duration> times = 4 [(buf.validate.field).map.values.duration.lt.seconds = 3];
}
message Known {
  google.protobuf.Duration span = 1 [(buf.validate.field).duration = {gt: {nanos: 5}, lte: {seconds: 3}}];
  google.protobuf.Duration one = 2 [(buf.validate.field).duration = {in: [{seconds: 1}, {seconds: -2, nanos: -5}], not_in: [{seconds: 1}]}];
  google.protobuf.Timestamp moment = 3 [(buf.validate.field).timestamp = {gte: {seconds: 10}, lt: {seconds: 5, nanos: 7}}];
  google.protobuf.Timestamp past = 4 [(buf.validate.field).timestamp.lt_now = true];
  google.protobuf.Timestamp future = 5 [(buf.validate.field).timestamp.gt_now = true];
  google.protobuf.Timestamp near = 6 [(buf.validate.field).timestamp.within.seconds = 3600];
  google.protobuf.Timestamp exact = 7 [(buf.validate.field).timestamp.const.seconds = 9];
  google.protobuf.Any any = 8 [(buf.validate.field).any = {in: ["type.googleapis.com/google.protobuf.Duration", "x"], not_in: ["x"]}];
  google.protobuf.FieldMask mask = 9 [(buf.validate.field).field_mask = {in: ["a", "b.c"], not_in: ["a.x"]}];
  google.protobuf.FieldMask paths = 10 [(buf.validate.field).field_mask.const = {paths: ["a", "b"]}];
  google.protobuf.StringValue text = 11 [(buf.validate.field).string.max_len = 3];
  google.protobuf.DoubleValue real = 13 [(buf.validate.field).double.finite = true];
  Exclusive held = 14;
  Exclusive ignored = 16 [(buf.validate.field).ignore = IGNORE_ALWAYS];
}
message Tree {
  string name = 1 [(buf.validate.field).string = {min_len: 1, max_len: 2}];
  repeated Tree children = 2;
  map<string, Tree> by_name = 3;
}
`;

/** The files of the sample that have types, linked. */
export const linkSample = (): readonly DescFile[] => linkProtos({ "shop/v1/shop.proto": sample });

/** Compiles protos that may state validation rules. */
export function linkProtos(protos: Readonly<Record<string, string>>): readonly DescFile[] {
  const file = compileProtos({ "buf/validate/validate.proto": validateProto, ...protos });
  const { files } = createFileRegistry(create(FileDescriptorSetSchema, { file }));
  return [...files].filter(({ messages, enums }) => messages.length + enums.length > 0);
}
