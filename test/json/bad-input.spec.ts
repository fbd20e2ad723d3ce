import { fromJson, fromJsonText, MessageError, packAny, toJson, unpackAny } from "@svc/cloud";
import { Disk, Instance } from "@svc/cloud/compute/v1";
import { describe, expect, it } from "vitest";
import { codedError } from "../coded-error.js";

const endless: { spec?: unknown } = {};
endless.spec = endless;
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));
/** As plain JavaScript hands it over. */
const wrong = (value: unknown) => value as never;

describe("input that is not a message", () => {
  it.each<readonly [what: string, read: () => unknown, problem: string]>([
    [
      "bytes that end too early",
      () => Instance.decode(bytes("0a05")),
      "this is not a svc.compute.v1.Instance",
    ],
    ["bytes that are none", () => Instance.decode(wrong("0a05")), "a message is read from bytes"],
    ["text that is not UTF-8", () => Instance.decode(bytes("0a04120280ff")), "not UTF-8"],
    ["messages in messages", () => Instance.decode(bytes("0b".repeat(200))), "deep"],
    ["a text that is not JSON", () => fromJsonText(Instance, "{"), "JSON, line 1, column 2"],
    ["JSON of another type", () => fromJson(Instance, wrong({ spec: { cpu: "four" } })), "spec.cpu: "],
    ["an unknown field", () => fromJson(Instance, wrong({ spec: { cpus: 4 } })), 'did you mean "cpu"?'],
    ["a number out of range", () => fromJson(Instance, wrong({ spec: { cpu: 2 ** 40 } })), "spec.cpu: "],
    ["a value that does not fit", () => Instance.create(wrong({ spec: { cpu: 2 ** 40 } })), "spec.cpu: "],
    ["one that cannot be written", () => Disk.encode(wrong({ spec: { sizeBytes: 4 } })), "spec.sizeBytes: "],
    [
      "one without a 64-bit integer",
      () => Disk.encode(wrong({ spec: {} })),
      "not a whole svc.compute.v1.Disk",
    ],
    ...[null, "", 0, false].map(
      (value) =>
        [
          `one with ${JSON.stringify(value)} for a 64-bit integer`,
          () => Disk.encode(wrong({ spec: { sizeBytes: value } })),
          "spec.sizeBytes: ",
        ] as const,
    ),
    ["a message that contains itself", () => Instance.encode(wrong(endless)), "in its field spec"],
    [
      "one that JSON cannot hold",
      () => toJson(Disk, wrong({ spec: { sizeBytes: "x" } })),
      "spec.sizeBytes: ",
    ],
    [
      "other bytes in an Any",
      () => unpackAny(Disk, { ...packAny(Disk, Disk.create({})), value: bytes("0a05") }),
      "this is not a svc.compute.v1.Disk",
    ],
  ])("is one kind of error, so that a program tells it from its own mistakes: %s", (_, read, problem) => {
    expect(read).toThrow(MessageError);
    expect(read).toThrow(codedError("MESSAGE_INVALID", problem));
  });
});
