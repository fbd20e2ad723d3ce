import { describe, expect, it } from "vitest";
import { pairByPlace } from "../../messages/mask/elements/known-origins.js";
import { defineTable } from "../../messages/table/define-table.js";
import { fill } from "../../messages/table/fill.js";
import type { MessageTable } from "../../messages/table/table.js";
import { rejectServerManagedChanges } from "./server-managed-fields.js";

interface Port {
  name: string;
  address: string;
}
interface Spec {
  cpu: number;
  host: string;
  main: Port | undefined;
  spare: Port | undefined;
  ports: Port[];
  portByName: { [key: string]: Port };
}
interface Box {
  metadata: { id: string; resourceVersion: bigint; createdBy: string } | undefined;
  spec: Spec | undefined;
  status: { isUp: boolean } | undefined;
  size: number;
}
const servers = { behaviors: ["OUTPUT_ONLY"] };
const PortTable: MessageTable<Port> = defineTable("acme.v1.Port", () => [
  ["name", "string"],
  ["address", "string", servers],
]);
const MetadataTable = defineTable<NonNullable<Box["metadata"]>>("acme.v1.Metadata", () => [
  ["id", "string"],
  ["resource_version", "int64"],
  ["created_by", "string"],
]);
const SpecTable: MessageTable<Spec> = defineTable("acme.v1.Spec", () => [
  ["cpu", "int32"],
  ["host", "string", servers],
  ["main", PortTable],
  ["spare", PortTable],
  ["ports", [PortTable]],
  ["port_by_name", ["string", PortTable]],
]);
const StatusTable = defineTable<{ isUp: boolean }>("acme.v1.Status", () => [["is_up", "bool"]]);
const BoxTable: MessageTable<Box> = defineTable("acme.v1.Box", () => [
  ["metadata", MetadataTable],
  ["spec", SpecTable],
  ["status", StatusTable],
  ["size", "int32"],
]);
const UpdateBoxTable: MessageTable<Pick<Box, "metadata" | "spec">> = defineTable("acme.v1.UpdateBox", () => [
  ["metadata", MetadataTable],
  ["spec", SpecTable],
]);

const box = {
  metadata: { id: "i", resourceVersion: 7n, createdBy: "ann" },
  spec: {
    cpu: 4,
    host: "h1",
    main: { name: "a", address: "10.0.0.1" },
    ports: [
      { name: "b", address: "10.0.0.2" },
      { name: "c", address: "10.0.0.3" },
    ],
    portByName: { k: { name: "d", address: "10.0.0.4" } },
  },
  status: { isUp: true },
};

function check(change: (spec: Spec, box: Box) => unknown): void {
  const [before, after] = [fill(BoxTable, box), fill(BoxTable, box)];
  const handedOut = pairByPlace(BoxTable, after, before);
  change(after.spec as Spec, after);
  rejectServerManagedChanges({
    resourceTable: BoxTable,
    requestTable: UpdateBoxTable,
    before,
    after,
    handedOut,
  });
}

describe("a change of server-managed fields", () => {
  it.each<[path: string, change: (spec: Spec, box: Box) => unknown]>([
    ["spec.host", (spec) => (spec.host = "h2")],
    ["spec.main.address", (spec) => Object.assign(spec.main ?? {}, { address: "10.0.0.9" })],
    ["spec.main.address", (spec) => (spec.main = { name: "a", address: "10.0.0.9" })],
    ["spec.spare.address", (spec) => (spec.spare = { name: "x", address: "10.0.0.9" })],
    ["status", (_, it) => (it.status = { isUp: false })],
    ["size", (_, it) => (it.size = 5)],
    ["metadata.resource_version", (_, it) => (it.metadata!.resourceVersion = 9n)],
    ["metadata.created_by", (_, it) => (it.metadata!.createdBy = "bob")],
  ])("is refused: %s", (path, change) => {
    const message = `${path} is managed by the server, so setting it has no effect: leave it as it was read`;
    expect(() => check(change)).toThrow(
      expect.objectContaining({ name: "ImmutableFieldError", path, message }),
    );
  });

  it.each<[title: string, change: (spec: Spec, box: Box) => unknown]>([
    ["left as it is", (spec) => (spec.cpu = 8)],
    [
      "left out",
      (spec, it) => ((spec.host = ""), (it.status = undefined), (spec.main = { name: "z", address: "" })),
    ],
    ["taken along by an element that moves", (spec) => (spec.ports = spec.ports.toReversed())],
    ["taken along by a copy of an element", (spec) => spec.ports.push({ ...spec.ports[0]!, name: "e" })],
    [
      "taken along by a value that gets another key",
      (spec) => (spec.portByName["l"] = spec.portByName["k"]!),
    ],
    ["taken along by a structure that moves", (spec) => ((spec.spare = spec.main), (spec.main = undefined))],
    ["taken along by an element that moves out of its list", (spec) => (spec.main = spec.ports.pop())],
    ["taken along by a copy that goes elsewhere", (spec) => (spec.spare = { ...spec.ports[1]!, name: "e" })],
  ])("is none if it is %s", (_, change) => {
    expect(() => check(change)).not.toThrow();
  });
});
