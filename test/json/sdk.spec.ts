import { describe, expect, it } from "vitest";
import { CloudError, findDetails, fromJson, packAny, toJson, unpackAny } from "@svc/cloud";
import { Operation } from "@svc/cloud/common/v1";
import { CreateDiskRequest, DiskServiceMethods, Instance } from "@svc/cloud/compute/v1";
import { BadRequest, Status } from "@svc/cloud/google/rpc";

const marker = new TextEncoder().encode("marker-6f1d");

describe("JSON by a generated SDK", () => {
  it("is what a program stores and reads again", () => {
    const json = {
      metadata: { id: "vm-1", createdAt: "2026-01-02T03:04:05.006Z" },
      spec: { cpu: 4, memoryBytes: "8589934592", userData: "bWFya2VyLTZmMWQ=" },
    };
    const vm = fromJson(Instance, json);
    expect(vm.spec?.memoryBytes).toBe(8589934592n);
    expect(vm.spec?.secondaryDisks).toEqual([]);
    expect(toJson(Instance, Instance.decode(Instance.encode(vm)))).toEqual(json);
  });

  it("has no secrets in a log", () => {
    const vm = fromJson(Instance, { spec: { cpu: 4 } });
    if (vm.spec) vm.spec.userData = marker;
    expect(toJson(Instance, vm, { redact: true })).toEqual({ spec: { cpu: 4, userData: "[hidden]" } });
  });

  it("has what an Any holds, with no word from the program, as far as the program has loaded the type", () => {
    const json = {
      id: "op-1",
      request: { "@type": "type.googleapis.com/svc.compute.v1.CreateDiskRequest", spec: { sizeBytes: "1" } },
    };
    // The program has loaded the service, whose request it is.
    expect(DiskServiceMethods.create.name).toBe("Create");
    const operation = fromJson(Operation, json);
    expect(unpackAny(CreateDiskRequest, operation.request)?.spec?.sizeBytes).toBe(1n);
    const again = Operation.decode(Operation.encode(operation));
    expect(toJson(Operation, again)).toEqual(json);
    const foreign = { ...again, request: { typeUrl: "t/other.v1.Message", value: marker } };
    expect(toJson(Operation, foreign, { redact: true })).toMatchObject({
      request: { value: "[hidden]" },
    });
  });

  it("finds the details of an error by their type", () => {
    const badRequest = { fieldViolations: [{ field: "spec.cpu", description: "too many" }] };
    const details = [
      packAny(BadRequest, fromJson(BadRequest, badRequest)),
      { typeUrl: "t/a.B", value: marker },
    ];
    const status = Status.decode(Status.encode({ code: 3, message: "", details }));
    expect(findDetails(status, BadRequest)).toMatchObject([badRequest]);
    const failure = new CloudError({
      code: "INVALID_ARGUMENT",
      text: "",
      details: status.details.map(({ typeUrl, value }) => ({ typeName: typeUrl.split("/")[1] ?? "", value })),
    });
    const [found] = findDetails(failure, BadRequest);
    expect(found?.fieldViolations[0]?.field).toBe("spec.cpu");
  });
});
