import { defineTable } from "./define-table.js";
import { defineEnum } from "./enum-type.js";
import type { MessageTable } from "./table.js";

/** A request as generated code has it, with one field of every form, for tests of tables and masks. */
export interface UpdateHouse {
  metadata: Metadata | undefined;
  spec: HouseSpec | undefined;
}

export interface Metadata {
  id: string;
  version: bigint;
  createdAt: Timestamp | undefined;
}

export interface HouseSpec {
  /** How many floors. */
  floors: number;
  area: number;
  share: number;
  isSold: boolean;
  plan: Uint8Array;
  colour: number;
  limit?: number | undefined;
  names: string[];
  rooms: Room[];
  roomsByName: { [key: string]: Room };
  roomsByNumber: { [key: number]: Room };
  roomsById: Map<bigint, Room>;
  weights: { [key: string]: number };
  owner: Person | undefined;
  roof:
    | { $case: "tile"; value: string }
    | { $case: "garden"; value: Room }
    | { $case: "note"; value: string | undefined }
    | undefined;
  builtAt: Timestamp | undefined;
  count: number | undefined;
  attributes: { [key: string]: unknown } | undefined;
  anything: unknown;
  list: unknown[] | undefined;
  paths: string[] | undefined;
  secret: string;
  key: Person | undefined;
}

export interface Room {
  name: string;
  size: number;
  doors: Room[];
  window: Person | undefined;
}

export interface Person {
  name: string;
  age: number;
}

export interface Timestamp {
  seconds: bigint;
  nanos: number;
}

export const TimestampTable: MessageTable<Timestamp> = defineTable("google.protobuf.Timestamp", () => [
  ["seconds", "int64"],
  ["nanos", "int32"],
]);

export const PersonTable: MessageTable<Person> = defineTable("house.v1.Person", () => [
  ["name", "string"],
  ["age", "uint32"],
]);

export const RoomTable: MessageTable<Room> = defineTable("house.v1.Room", () => [
  ["name", "string"],
  ["size", "int32"],
  ["doors", [RoomTable]],
  ["window", PersonTable],
]);

export const MetadataTable: MessageTable<Metadata> = defineTable("house.v1.Metadata", () => [
  ["id", "string", { behaviors: ["IDENTIFIER"] }],
  ["version", "int64"],
  ["created_at", TimestampTable, { behaviors: ["OUTPUT_ONLY"] }],
]);

export const HouseSpecTable: MessageTable<HouseSpec> = defineTable("house.v1.HouseSpec", () => [
  ["floors", "int32"],
  ["area", "double"],
  ["share", "float"],
  ["is_sold", "bool"],
  ["plan", "bytes"],
  ["colour", defineEnum({ UNSPECIFIED: 0, RED: 1 }, "COLOUR_")],
  ["limit", "int32", { presence: true }],
  ["names", ["string"]],
  ["rooms", [RoomTable]],
  ["rooms_by_name", ["string", RoomTable]],
  ["rooms_by_number", ["int32", RoomTable]],
  ["rooms_by_id", ["int64", RoomTable]],
  ["weights", ["string", "double"]],
  ["owner", PersonTable],
  ["tile", "string", { oneof: "roof" }],
  ["garden", RoomTable, { oneof: "roof" }],
  ["note", "google.protobuf.StringValue", { oneof: "roof" }],
  ["built_at", TimestampTable],
  ["count", "google.protobuf.Int32Value"],
  ["attributes", "google.protobuf.Struct"],
  ["anything", "google.protobuf.Value"],
  ["list", "google.protobuf.ListValue"],
  ["paths", "google.protobuf.FieldMask"],
  ["secret", "string", { secret: true }],
  ["key", PersonTable, { secret: true }],
]);

export const UpdateHouseTable: MessageTable<UpdateHouse> = defineTable("house.v1.UpdateHouse", () => [
  ["metadata", MetadataTable],
  ["spec", HouseSpecTable],
]);
