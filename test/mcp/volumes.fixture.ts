/** An API whose resources have fields with the names that tools like to trust, and what users write in them. */
import * as fc from "fast-check";
import { libraryFiles } from "../../convention/src/aip/library.fixture.js";
import { openPlace, type Place } from "./place.fixture.js";

const proto = `syntax = "proto3";
package vol.v1;
import "google/api/annotations.proto";
import "google/api/client.proto";
import "google/api/field_behavior.proto";
import "google/api/resource.proto";
import "google/protobuf/descriptor.proto";
import "google/protobuf/empty.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
extend google.protobuf.FieldOptions { bool sensitive = 60002; }
service Volumes {
  option (google.api.default_host) = "vol.example.com";
  rpc GetVolume(GetVolumeRequest) returns (Volume) { option (google.api.http) = { get: "/v1/{name=projects/*/volumes/*}" }; option (google.api.method_signature) = "name"; }
  rpc ListVolumes(ListVolumesRequest) returns (ListVolumesResponse) { option (google.api.http) = { get: "/v1/{parent=projects/*}/volumes" }; }
  rpc CreateVolume(CreateVolumeRequest) returns (Volume) { option (google.api.http) = { post: "/v1/{parent=projects/*}/volumes" body: "volume" }; }
  rpc UpdateVolume(UpdateVolumeRequest) returns (Volume) { option (google.api.http) = { patch: "/v1/{volume.name=projects/*/volumes/*}" body: "volume" }; option (google.api.method_signature) = "volume,update_mask"; }
  rpc DeleteVolume(DeleteVolumeRequest) returns (google.protobuf.Empty) { option (google.api.http) = { delete: "/v1/{name=projects/*/volumes/*}" }; }
  rpc ResizeVolume(ResizeVolumeRequest) returns (Volume) { option (google.api.http) = { post: "/v1/{name=projects/*/volumes/*}:resize" body: "*" }; }
  rpc GetNextVolume(GetVolumeRequest) returns (Volume);
  rpc GetQuota(GetVolumeRequest) returns (GetQuotaResponse);
  rpc GetInfo(google.protobuf.Empty) returns (Info) { option idempotency_level = NO_SIDE_EFFECTS; }
  rpc GetText(google.protobuf.StringValue) returns (google.protobuf.StringValue) { option idempotency_level = NO_SIDE_EFFECTS; }
  rpc GetTime(google.protobuf.Empty) returns (google.protobuf.Timestamp) { option idempotency_level = NO_SIDE_EFFECTS; }
  rpc SetText(google.protobuf.StringValue) returns (google.protobuf.Empty);
}
message Info { string id = 1; }
message Quota { int32 left = 1; }
message GetQuotaResponse { Quota quota = 1; }
message GetVolumeRequest { string name = 1 [(google.api.field_behavior) = REQUIRED]; google.protobuf.FieldMask read_mask = 2; }
message ListVolumesRequest { string parent = 1; int32 page_size = 2; string page_token = 3; }
message ListVolumesResponse { repeated Volume volumes = 1; string next_page_token = 2; }
message CreateVolumeRequest { string parent = 1 [(google.api.field_behavior) = REQUIRED]; string volume_id = 2; Volume volume = 3; }
message UpdateVolumeRequest { Volume volume = 1 [(google.api.field_behavior) = REQUIRED]; google.protobuf.FieldMask update_mask = 2; }
message DeleteVolumeRequest { string name = 1 [(google.api.field_behavior) = REQUIRED]; string etag = 2; bool force = 3; }
message ResizeVolumeRequest {
  string name = 1 [(google.api.field_behavior) = REQUIRED];
  string script = 2; repeated string members = 3; map<string, string> metadata = 4; google.protobuf.Struct attributes = 5;
  map<string, string> labels = 6; string parent = 7; string id = 8; repeated Key keys = 9; string pin = 10 [(sensitive) = true];
  int64 size = 11; double ratio = 12; bool force = 13; string etag = 14;
}
message Key { string name = 1; string value = 2 [(sensitive) = true]; }
message Volume {
  option (google.api.resource) = { type: "vol.example.com/Volume" pattern: "projects/{project}/volumes/{volume}" };
  string name = 1; map<string, string> metadata = 2; string etag = 3; string parent = 4; string id = 5; string script = 6;
  repeated string members = 7; map<string, string> labels = 8; google.protobuf.Struct attributes = 9; repeated Key keys = 10;
  int64 size = 11; string state = 12 [(google.api.field_behavior) = OUTPUT_ONLY];
}
`;

/** Opens the API with an emulator. */
export function openVolumes(): Promise<Place> {
  const { "library/v1/library.proto": _, ...google } = libraryFiles();
  return openPlace({ ...google, "vol/v1/vol.proto": proto });
}

/** The names of methods, without their service. */
export const volumes = "vol/volumes";

const long = "x".repeat(60);
const longer = "y".repeat(450);

/** Families of texts that are easy to take for one another. */
const families = [
  ["c", " c", "c "],
  ["a", "a\u200b", "a\u00ad", "a\ufe0f", "a\u2800", "a\u3164"],
  ["A", "\u0430", "\u0410"],
  ["a b", "a  b", "a\tb", "a\nb"],
  ["d e", "d\u00a0e", "d\u2003e", "d\\u0020e", "d\u2028e"],
  ["1", "1.0", "-0", "0"],
  ["true", "null", "unset", "[]", "{}", "(nothing)", "(secret)"],
  [`${long}A`, `${long}B`, `${long}AA`, long, `${long}…`],
  [`${longer}A`, `${longer}B`, `${longer}C`],
  [`${longer} `, `${longer}\u200b`],
  ["f, script b", "f; clears labels", 'f", script "b', "f: b", "f.b"],
  ["\\", '"', "f\\"],
  ["\u00e9", "e\u0301", "\u202eab\u202c", "\ue000", "\ue001"],
  ["projects/p/volumes/prod", "projects/p/volumes/scratch", "tmp-1", "projects/sandbox"],
  ["v", "w"],
] as const;

const text = fc.constantFrom(...families).chain((family) => fc.constantFrom(...family));
const key = fc.oneof(
  fc.constantFrom("metadata", "etag", "name", "parent", "id", "parentId", "labels", "resourceVersion"),
  fc.constantFrom("a", "a.b", "b", "a b", "", "0", "1", "[0]", "__proto__", "\u200b", "script", "password"),
);
/** Texts that are also values of JSON, where both may stand. */
const literal = fc.constantFrom("1", "true", "null");
const number = fc.constantFrom(1, 0.1, 2);
const map = (values: fc.Arbitrary<unknown>) =>
  fc.oneof(fc.dictionary(key, values, { maxKeys: 3 }), fc.constantFrom(...many));
/** Thirteen values and more. */
const many = [12, 13, 14, 20].map((count) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`l${at}`, "v"])),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    literal,
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    map(tie("value")),
  ),
})).value;
const keys = fc.array(fc.record({ name: text, value: text }, { requiredKeys: [] }), { maxLength: 3 });
const members = fc.oneof(
  fc.array(text, { maxLength: 4 }),
  fc.array(fc.constantFrom("user:alice@example.com", "user:bob@example.com", "user:mallory@evil.example"), {
    maxLength: 5,
  }),
);

/** Fields that several messages of the API have. */
const common = {
  script: text,
  members,
  metadata: map(text),
  attributes: fc.dictionary(key, json, { maxKeys: 3 }),
  labels: map(text),
  parent: text,
  id: text,
  keys,
  size: fc.constantFrom("1", "2"),
};

/** What a test plans. */
export interface Case {
  readonly method: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly clear?: readonly string[];
}

const name = fc.constantFrom("projects/p/volumes/prod", "projects/p/volumes/scratch");
const optional = <T>(model: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model, { requiredKeys: [] });

/** Changes of one method each. */
const plans: readonly fc.Arbitrary<Case>[] = [
  fc.record({
    method: fc.constant("delete-volume"),
    request: fc.record({ name, force: fc.boolean(), etag: text }, { requiredKeys: ["name"] }),
  }),
  fc.record({
    method: fc.constant("resize-volume"),
    request: fc
      .tuple(name, optional({ ...common, pin: text, ratio: number, force: fc.boolean(), etag: text }))
      .map(([one, more]) => ({ name: one, ...more })),
  }),
  fc.record({
    method: fc.constant("create-volume"),
    request: fc.record({
      parent: fc.constantFrom("projects/p", "projects/q"),
      volumeId: text,
      volume: optional({ ...common, name, etag: text }),
    }),
  }),
  fc.record({
    method: fc.constant("update-volume"),
    request: fc.record({ name }),
    set: optional(common),
    clear: fc.subarray(["script", "labels", "members", "metadata"]),
  }),
];

/** What the API says of a resource: whatever its users wrote. */
export const state: fc.Arbitrary<Readonly<Record<string, unknown>>> = fc
  .tuple(name, fc.constantFrom("1", "fixed"), optional(common))
  .map(([one, etag, more]) => ({ name: one, etag, ...more }));

/** Values of different structure that are easy to write alike. */
const twins = [
  [{ "a.b": "v" }, { a: { b: "v" } }],
  [{ "a v, b": "v" }, { a: "v", b: "v" }],
  [{ a: [] }, { a: {} }],
  [{ a: ["v", "w"] }, { a: "[v, w]" }],
  [{ a: { 0: "v" } }, { a: ["v"] }],
] as const;

/** Two changes of one method. The second one differs in one text, in one part, in its structure, or in everything. */
export const twoPlans: fc.Arbitrary<readonly [Case, Case]> = fc.constantFrom(...plans).chain((plan) =>
  fc.tuple(plan, plan, fc.nat(), fc.nat(), fc.boolean()).map(([left, right, at, step, hasSecrets]) => {
    const [one, other] = hasSecrets ? [left, right] : [withoutSecrets(left), withoutSecrets(right)];
    const twin = twins[at % twins.length];
    if (step % 8 !== 3 || !twin || one.method !== "resize-volume") return [one, mix(one, other, at, step)];
    const [first, second] = twin.map((attributes) => ({
      ...one,
      request: { name: one.request["name"], attributes },
    }));
    return [first ?? one, second ?? one];
  }),
);

/** Leaves out secrets. They have digests, which make every two plans differ. */
function withoutSecrets(one: Case): Case {
  return JSON.parse(
    JSON.stringify(one, (key, value: unknown) => (key === "keys" || key === "pin" ? undefined : value)),
  ) as Case;
}

function mix(one: Case, other: Case, at: number, step: number): Case {
  if (step % 8 === 0) return other;
  if (step % 8 === 1) return withPart(one, other, at);
  const texts: string[] = [];
  JSON.stringify(one, (key, value: unknown) => {
    if (key !== "method" && typeof value === "string") texts.push(value);
    return value;
  });
  // A number or a word of JSON instead of its text, or a text that is easy to take for another one.
  const isLiteral = step % 4 === 2 && texts.some(isJsonWord);
  const places = texts.flatMap((value, place) => (!isLiteral || isJsonWord(value) ? [place] : []));
  const chosen = places[at % Math.max(1, places.length)];
  let seen = 0;
  return JSON.parse(JSON.stringify(one), (member, value: unknown) => {
    if (member === "method" || typeof value !== "string" || seen++ !== chosen) return value;
    const family = families.find((some) => (some as readonly string[]).includes(value)) ?? [];
    return isLiteral ? (JSON.parse(value) as unknown) : (family[step % family.length] ?? `${value}x`);
  }) as Case;
}

function isJsonWord(value: string): boolean {
  return /^(?:true|null|\d+)$/.test(value);
}

/** Takes one part from `other`, and all other parts from `one`. */
function withPart(one: Case, other: Case, at: number): Case {
  const parts = Object.keys({ ...one.request, ...other.request, ...one.set, ...other.set });
  const part = parts[at % parts.length] ?? "";
  return {
    ...one,
    request: take(one.request, other.request, part),
    ...(one.set === undefined ? {} : { set: take(one.set, other.set ?? {}, part) }),
  };
}

function take(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
  part: string,
): Readonly<Record<string, unknown>> {
  const { [part]: _, ...rest } = one;
  return part in other ? { ...rest, [part]: other[part] } : rest;
}
