import {
  create,
  type DescMessage,
  fromBinary,
  fromJson,
  type JsonValue,
  type Message,
  toBinary,
} from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadDescriptors } from "../descriptors/load.js";
import { root } from "../emulator.fixture.js";
import { runs } from "../../../test/runs.js";
import { MessageForm } from "./saved-message.js";

const registry = await loadDescriptors({ protos: "protos" }, root);
const form = new MessageForm(registry);
const instance = registry.getMessage("svc.compute.v1.Instance") as DescMessage;
const operation = registry.getMessage("svc.common.v1.Operation") as DescMessage;

function again(desc: DescMessage, message: Message): Uint8Array {
  const text = JSON.stringify(form.save(message));
  return toBinary(desc, form.load(desc, JSON.parse(text) as { base64: string }));
}

describe("a saved message", () => {
  it.each<[what: string, desc: DescMessage, json: JsonValue]>([
    [
      "a resource",
      instance,
      { metadata: { id: "i", labels: { "10": "b", "9": "a", é: "\u2028" } }, spec: { cpu: 4 } },
    ],
    ["an empty one", instance, {}],
    [
      "one with times and 64-bit integers",
      instance,
      { metadata: { createdAt: "2030-01-01T00:00:00.000000001Z", resourceVersion: "9007199254740993" } },
    ],
    [
      "an operation whose request is an Any",
      operation,
      { request: { "@type": "type.googleapis.com/svc.compute.v1.Disk", spec: { sizeBytes: "5" } } },
    ],
  ])("is proto3 JSON: %s", (_, desc, json) => {
    const message = fromJson(desc, json, { registry });
    expect(form.save(message)).toEqual({ json, base64: "" });
    expect(again(desc, message)).toEqual(toBinary(desc, message));
  });

  it.each<[what: string, desc: DescMessage, init: Record<string, unknown>]>([
    [
      "has fields that the API does not know",
      instance,
      { $unknown: [{ no: 2047, wireType: 2, data: Uint8Array.of(1, 0x41) }] },
    ],
    [
      "has an Any of a type that the API does not know",
      operation,
      { request: { $typeName: "google.protobuf.Any", typeUrl: "x/y.Z", value: Uint8Array.of(8, 1) } },
    ],
    [
      "has a time that JSON has no form for",
      instance,
      { metadata: { createdAt: { $typeName: "google.protobuf.Timestamp", seconds: 10n ** 15n, nanos: 0 } } },
    ],
  ])("is bytes if it %s", (_, desc, { $unknown, ...init }) => {
    const message = create(desc, init);
    if ($unknown !== undefined) message.$unknown = $unknown as NonNullable<Message["$unknown"]>;
    const base64 = Buffer.from(toBinary(desc, message)).toString("base64");
    expect(form.save(message)).toEqual({ base64 });
    expect(base64).not.toBe("");
    expect(again(desc, message)).toEqual(toBinary(desc, message));
  });

  it("reads back as equal bytes, whatever it is", () => {
    const bytes = fc.array(
      fc.oneof(fc.constantFrom(0x0a, 0x12, 0x1a, 0x22, 0x08, 0x10, 0, 1, 2, 5), fc.nat(255)),
      { maxLength: 30 },
    );
    let read = 0;
    fc.assert(
      fc.property(bytes, fc.constantFrom(instance, operation), (given, desc) => {
        let message: Message;
        try {
          message = fromBinary(desc, Uint8Array.from(given));
        } catch {
          return;
        }
        read += 1;
        expect(again(desc, message)).toEqual(toBinary(desc, message));
        const base64 = Buffer.from(toBinary(desc, message)).toString("base64");
        expect(form.loadEncoded(desc, form.saveEncoded(desc.typeName, base64))).toBe(base64);
      }),
      { numRuns: 10 * runs(100) },
    );
    expect(read).toBeGreaterThan(10);
  });
});
