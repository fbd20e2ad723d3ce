import { createFileRegistry, fromBinary, getOption, type DescFile } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { loadDescriptors } from "../descriptors/load.js";
import { root } from "../emulator.fixture.js";
import { DescriptorIndex, encodeWithImports } from "./descriptor-index.js";
import { standardServices } from "./standard-services.js";

const registry = await loadDescriptors({ protos: "protos" }, root);
const index = new DescriptorIndex(registry, standardServices());

describe("reflection finds the file", () => {
  it.each([
    { symbol: "svc.compute.v1.InstanceService", want: "svc/compute/v1/instance_service" },
    { symbol: "svc.compute.v1.InstanceService.Create", want: "svc/compute/v1/instance_service" },
    { symbol: "svc.compute.v1.Instance", want: "svc/compute/v1/instance" },
    { symbol: ".svc.compute.v1.Instance", want: "svc/compute/v1/instance" },
    { symbol: "svc.compute.v1.InstanceSpec.cpu", want: "svc/compute/v1/instance" },
    { symbol: "svc.compute.v1.InstanceSpec.placement", want: "svc/compute/v1/instance" },
    { symbol: "svc.compute.v1.InstanceStatus.State", want: "svc/compute/v1/instance" },
    { symbol: "svc.api_service_name", want: "svc/annotations" },
    { symbol: "grpc.health.v1.Health", want: "grpc/health/v1/health" },
    { symbol: "svc.compute.v1.Nothing", want: undefined },
  ])("of $symbol", ({ symbol, want }) => {
    expect(index.bySymbol(symbol)?.name).toBe(want);
  });

  it("of an extension, and the numbers of all of them", () => {
    expect(index.byExtension("google.protobuf.ServiceOptions", 50101)?.name).toBe("svc/annotations");
    expect(index.extensionNumbers("google.protobuf.ServiceOptions")).toEqual([50101, 50102]);
  });
});

describe("what reflection sends", () => {
  it("is the file with its imports, each once, with custom options in it", () => {
    const file = index.bySymbol("svc.compute.v1.InstanceService") as DescFile;
    const protos = encodeWithImports(file).map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes));
    expect(new Set(protos.map(({ name }) => name)).size).toBe(protos.length);
    expect(protos[0]?.name).toBe("svc/compute/v1/instance_service.proto");
    const again = protos.reduceRight(
      (files, proto) =>
        createFileRegistry(
          files,
          createFileRegistry(proto, (name) => files.getFile(name) ?? registry.getFile(name)),
        ),
      createFileRegistry(),
    );
    const option = registry.getExtension("svc.api_service_name")!;
    expect(getOption(again.getService("svc.compute.v1.InstanceService")!, option)).toBe("compute");
  });
});
