import { pairByPlace } from "../../messages/mask/elements/known-origins.js";
import { defineTable } from "../../messages/table/define-table.js";
import { isSerialized, readField, type Properties } from "../../messages/table/field-access.js";
import { fill } from "../../messages/table/fill.js";
import { TimestampTable, type Timestamp } from "../../messages/table/house.fixture.js";
import type { MessageInit } from "../../messages/table/message-init.js";
import type { MessageTable } from "../../messages/table/table.js";
import { resolveReturnedResource, collectObjects } from "./returned-resource.js";
import { deriveUpdate, type DerivedUpdate, type MatchOptions } from "./update-request.js";

/** A resource with fields of every behaviour, for tests of changes. */

interface User {
  name: string;
  role: string;
  password: string;
}
interface Disk {
  image: string;
  size: number;
  blockSize: number;
  parts: Limits[];
  limits: Limits | undefined;
}
interface Limits {
  cpu: number;
  memory: number;
}
interface Metadata {
  id: string;
  name: string;
  parentId: string;
  resourceVersion: bigint;
  labels: { [key: string]: string };
}
export interface Spec {
  cpu: number;
  zone: string;
  password: string;
  limits: Limits | undefined;
  tags: string[];
  disks: Disk[];
  users: User[];
  diskByName: { [key: string]: Disk };
  userByName: { [key: string]: User };
  at: Timestamp | undefined;
  count: number | undefined;
  source: { $case: "url"; value: string } | { $case: "disk"; value: Disk } | undefined;
}
export interface Vm {
  metadata: Metadata;
  spec: Spec;
  status: Limits | undefined;
}

const LimitsTable: MessageTable<Limits> = defineTable("acme.v1.Limits", () => [
  ["cpu", "int32"],
  ["memory", "int32"],
]);
const UserTable: MessageTable<User> = defineTable("acme.v1.User", () => [
  ["name", "string"],
  ["role", "string"],
  ["password", "string", { behaviors: ["INPUT_ONLY"] }],
]);
export const DiskTable: MessageTable<Disk> = defineTable("acme.v1.Disk", () => [
  ["image", "string", { behaviors: ["IMMUTABLE"] }],
  ["size", "int32"],
  ["block_size", "int32", { behaviors: ["IMMUTABLE"] }],
  ["parts", [LimitsTable]],
  ["limits", LimitsTable],
]);
const MetadataTable: MessageTable<Metadata> = defineTable("acme.v1.Metadata", () => [
  ["id", "string", { behaviors: ["OUTPUT_ONLY"] }],
  ["name", "string"],
  ["parent_id", "string"],
  ["resource_version", "int64", { behaviors: ["OUTPUT_ONLY"] }],
  ["labels", ["string", "string"]],
]);
const SpecTable: MessageTable<Spec> = defineTable("acme.v1.Spec", () => [
  ["cpu", "int32"],
  ["zone", "string", { behaviors: ["IMMUTABLE"] }],
  ["password", "string", { behaviors: ["INPUT_ONLY"] }],
  ["limits", LimitsTable],
  ["tags", ["string"]],
  ["disks", [DiskTable]],
  ["users", [UserTable]],
  ["disk_by_name", ["string", DiskTable]],
  ["user_by_name", ["string", UserTable]],
  ["at", TimestampTable],
  ["count", "google.protobuf.Int32Value"],
  ["url", "string", { oneof: "source" }],
  ["disk", DiskTable, { oneof: "source" }],
]);
export const VmTable: MessageTable<Vm> = defineTable("acme.v1.Vm", () => [
  ["metadata", MetadataTable],
  ["spec", SpecTable],
  ["status", LimitsTable, { behaviors: ["OUTPUT_ONLY"] }],
]);
/** The request of its Update has no status. */
export const UpdateVmTable: MessageTable<Pick<Vm, "metadata" | "spec">> = defineTable(
  "acme.v1.UpdateVm",
  () => [
    ["metadata", MetadataTable],
    ["spec", SpecTable],
  ],
);

export const [disk, other] = [
  { image: "debian", size: 1, blockSize: 4 },
  { image: "alpine", size: 2, limits: { cpu: 1 } },
];
export const [alice, bob] = [
  { name: "alice", role: "admin" },
  { name: "bob", role: "admin" },
];
/** Fields that only a newer SDK knows. */
export const unknown = [{ number: 900, wireType: 0, value: new Uint8Array([1]) }];
export const spec: MessageInit<Spec> = {
  cpu: 4,
  zone: "z",
  limits: { cpu: 1, memory: 2 },
  tags: ["a", "b"],
  disks: [disk, other],
  users: [alice, bob],
  diskByName: { k: disk },
  userByName: { k: alice },
  at: { seconds: 5n, nanos: 6 },
  count: 3,
};
export const full: MessageInit<Vm> = {
  metadata: { id: "i", name: "n", parentId: "p", resourceVersion: 7n, labels: { env: "test" } },
  spec,
  status: { cpu: 9 },
};

/** What a callback makes of a resource that is `init`. */
export function updateBy(
  change: (vm: Vm) => unknown,
  init: MessageInit<Vm> = full,
  options: MatchOptions = {},
): DerivedUpdate {
  const [resource, before] = [fill(VmTable, init), fill(VmTable, init)];
  const [knownOrigins, parts] = [pairByPlace(VmTable, resource, before), collectObjects(resource)];
  const after = resolveReturnedResource(
    { table: VmTable, before, draft: resource, parts, knownOrigins },
    change(resource),
  );
  return deriveUpdate({
    resourceTable: VmTable,
    requestTable: UpdateVmTable,
    before,
    after,
    handedOut: knownOrigins,
    ...options,
  });
}

/** A message with nothing but what goes over the wire. */
export function sent(table: MessageTable, message: object): object {
  const given = message as Properties;
  const entries = table.fields
    .filter((field) => isSerialized(given, field))
    .map((field): [string, unknown] => {
      const { type } = field.shape;
      const one = (value: unknown): unknown =>
        type.kind === "message" ? sent(type.table, value as object) : value;
      const value = readField(given, field);
      if (field.shape.kind === "list") return [field.local, (value as unknown[]).map(one)];
      if (field.shape.kind === "single") return [field.local, one(value)];
      return [
        field.local,
        Object.fromEntries(Object.entries(value as object).map(([key, held]) => [key, one(held)])),
      ];
    });
  const more = given["_unknownFields"] === undefined ? {} : { unknown: true };
  return { ...Object.fromEntries(entries), ...more };
}

/** Parts that only code which is not checked can make. */
export const partial = <T>(value: object): T => value as T;
