import { create } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { expect, it } from "vitest";
import { openCloud } from "./emulator.fixture.js";
import type { EmulatorOptions } from "./options/options.js";

const brokenFile = { name: "a.proto", dependency: ["missing.proto"] };

it.each<[string, string, EmulatorOptions]>([
  ["OPTION_INVALID", "certificate", { tls: { certificatePem: "no PEM", keyPem: "no PEM" } }],
  ["OPTION_UNKNOWN", "colour", { colour: "red" } as EmulatorOptions],
  ["DESCRIPTORS_INVALID", "image", { image: Uint8Array.of(1, 2, 3) }],
  [
    "DESCRIPTORS_INVALID",
    "missing.proto",
    { registry: create(FileDescriptorSetSchema, { file: [brokenFile] }) },
  ],
])("an emulator that cannot start throws %s and mentions %s", async (code, text, options) => {
  await expect(openCloud(options)).rejects.toMatchObject({ code, message: expect.stringContaining(text) });
});
