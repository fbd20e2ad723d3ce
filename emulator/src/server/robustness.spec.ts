import { create, createFileRegistry, type FileRegistry } from "@bufbuild/protobuf";
import {
  FileDescriptorSetSchema,
  FileDescriptorProtoSchema,
  type FileDescriptorProto,
} from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { startEmulator } from "../start-emulator.js";
import { loadDescriptors } from "../descriptors/load.js";
import { openCloud, root } from "../emulator.fixture.js";
import { frame, rawCall } from "./raw-call.fixture.js";

const get = "/svc.compute.v1.DiskService/Get";

describe("what no client should send", () => {
  it.each([
    {
      name: "a request that is not an encoded message",
      path: get,
      body: frame(Buffer.from([0x0a, 0xff])),
      want: "13",
    },
    {
      name: "a frame marked as compressed without saying how",
      path: get,
      body: frame(Buffer.from([1, 2, 3]), 1),
      want: "13",
    },
    {
      name: "an unknown method",
      path: "/svc.compute.v1.DiskService/Explode",
      body: frame(Buffer.alloc(0)),
      want: "12",
    },
    { name: "an unknown service", path: "/svc.Nothing/Get", body: frame(Buffer.alloc(0)), want: "12" },
    { name: "a request that is too large", path: get, body: frame(Buffer.alloc(5 * 1024 * 1024)), want: "8" },
  ])("gets the right status, and the server stays up: $name", async ({ path, body, want }) => {
    await using cloud = await openCloud();
    expect(await rawCall(cloud, path, body)).toBe(want);
    expect((await cloud.call("DiskService/List")).code).toBe("OK");
  });

  it("is answered, whatever the bytes", async () => {
    await using cloud = await openCloud();
    let seed = 7;
    for (let i = 0; i < 100; i += 1) {
      const bytes = Buffer.from(
        Array.from({ length: i % 40 }, () => {
          seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
          return (seed >>> 16) & 255;
        }),
      );
      const { code } = await cloud.call("InstanceService/Update", {}, { bytes });
      expect(["INTERNAL", "INVALID_ARGUMENT", "NOT_FOUND"]).toContain(code);
    }
  });

  it("never leaves a lone half of a character in an error", async () => {
    await using cloud = await openCloud();
    const { code, message } = await cloud.call("DiskService/Get", { id: `%"\\\u{1F600}\n` });
    expect(code).toBe("NOT_FOUND");
    expect(message).toContain("\u{1F600}");
  });
});

describe("a large API", () => {
  it("of 80 services and 400 methods starts", async () => {
    const registry = await manyServices(80);
    const emulator = await startEmulator({ registry });
    expect(emulator.api.methods.size).toBeGreaterThanOrEqual(400);
    await emulator.close();
  });
});

/** Copies of a service of this project, each in a package of its own. */
async function manyServices(count: number): Promise<FileRegistry> {
  const registry = await loadDescriptors({ protos: "protos" }, root);
  const shared = [...registry.files].map(({ proto }) => proto);
  const copies = Array.from({ length: count }, (_, i) => copyDisk(registry, i)).flat();
  return createFileRegistry(create(FileDescriptorSetSchema, { file: [...shared, ...copies] }));
}

function copyDisk(registry: FileRegistry, i: number): FileDescriptorProto[] {
  const rename = (text: string) =>
    text.replaceAll("svc.compute.v1", `svc.copy${i}.v1`).replaceAll("svc/compute/v1", `svc/copy${i}/v1`);
  return ["svc/compute/v1/disk.proto", "svc/compute/v1/disk_service.proto"].map((name) => {
    const file = registry.getFile(name)!.proto;
    return create(FileDescriptorProtoSchema, {
      ...file,
      name: rename(file.name),
      package: rename(file.package),
      dependency: file.dependency.map(rename),
      messageType: file.messageType.map((message) => ({
        ...message,
        field: message.field.map((field) => ({ ...field, typeName: rename(field.typeName) })),
      })),
      service: file.service.map((service) => ({
        ...service,
        method: service.method.map((method) => ({
          ...method,
          inputType: rename(method.inputType),
          outputType: rename(method.outputType),
        })),
      })),
    });
  });
}
