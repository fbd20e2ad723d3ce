/** Message types in the shape that the generator writes, for type tests. */

import type { JsonObject, JsonValue } from "@svc/cloud";

type Unknown = { [key: number]: Uint8Array[] };

export interface UpdateRequest {
  metadata?: Metadata | undefined;
  spec?: Spec | undefined;
  _unknownFields?: Unknown | undefined;
}

export interface Metadata {
  id: string;
  _unknownFields?: Unknown | undefined;
}

export type Mode = 0 | 1;

export interface Spec {
  /** How many processors. */
  cpu: number;
  memory: bigint;
  mode: Mode;
  isOn: boolean;
  data: Uint8Array;
  limit?: number | undefined;
  hostnames: string[];
  disks: Disk[];
  diskByName: { [key: string]: Disk };
  diskByNumber: { [key: number]: Disk };
  diskById: Map<bigint, Disk>;
  diskByFlag: Map<boolean, Disk>;
  weights: { [key: string]: number };
  weightsById: Map<bigint, number>;
  boot?: Disk | undefined;
  place?:
    | { $case: "host"; value: string }
    | { $case: "group"; value: Disk }
    | { $case: "json"; value: JsonValue }
    | undefined;
  count?: number | undefined;
  wrapped: string[];
  attributes?: JsonObject | undefined;
  anything?: JsonValue | undefined;
  list?: JsonValue[] | undefined;
  structs: JsonObject[];
  paths?: string[] | undefined;
  tree?: Tree | undefined;
  odd?: Odd | undefined;
  _unknownFields?: Unknown | undefined;
}

export interface Disk {
  id: string;
  size: number;
  inner: Disk[];
  _unknownFields?: Unknown | undefined;
}

export interface Tree {
  value: string;
  left?: Tree | undefined;
  children: Tree[];
  named: { [key: string]: Tree };
  side?: { $case: "other"; value: Tree } | { $case: "note"; value: string } | undefined;
  _unknownFields?: Unknown | undefined;
}

export interface Odd {
  at: string;
  each?: Disk | undefined;
  key: Disk[];
  then: string;
  constructor?: Disk | undefined;
  toString: string;
  __proto__?: Disk | undefined;
  _unknownFields?: Unknown | undefined;
}
