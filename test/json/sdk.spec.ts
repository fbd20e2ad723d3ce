import { describe, expect, it } from "vitest";
import { CloudError, findDetails, fromJson, packAny, toJson, unpackAny } from "@svc/cloud";
import { Operation, OperationTable } from "@svc/cloud/common/v1";
import {
  CreateDiskRequest,
  CreateDiskRequestTable,
  DiskServiceMethods,
  Instance,
  InstanceTable,
} from "@svc/cloud/compute/v1";
import { BadRequest, BadRequestTable, Status } from "@svc/cloud/google/rpc";

const CreateDiskRequestType = { codec: CreateDiskRequest, table: CreateDiskRequestTable };
const marker = new TextEncoder().encode("marker-6f1d");

describe("JSON by a generated SDK", () => {
  it("is what a program stores and reads again", () => {
    const json = {
      metadata: { id: "vm-1", createdAt: "2026-01-02T03:04:05.006Z" },
      spec: { cpu: 4, memoryBytes: "8589934592", userData: "bWFya2VyLTZmMWQ=" },
    };
    const vm = fromJson(InstanceTable, json);
    expect(vm.spec?.memoryBytes).toBe(8589934592n);
    expect(vm.spec?.secondaryDisks).toEqual([]);
    expect(toJson(InstanceTable, Instance.decode(Instance.encode(vm).finish()))).toEqual(json);
  });

  it("has no secrets in a log", () => {
    const vm = fromJson(InstanceTable, { spec: { cpu: 4 } });
    if (vm.spec) vm.spec.userData = marker;
    expect(toJson(InstanceTable, vm, { redact: true })).toEqual({ spec: { cpu: 4, userData: "[hidden]" } });
  });

  it("has what an Any holds, with no word from the program, as far as the program has loaded the type", () => {
    const json = {
      id: "op-1",
      request: { "@type": "type.googleapis.com/svc.compute.v1.CreateDiskRequest", spec: { sizeBytes: "1" } },
    };
    // The program has loaded the service, whose request it is.
    expect(DiskServiceMethods.create.name).toBe("Create");
    const operation = fromJson(OperationTable, json);
    expect(unpackAny(CreateDiskRequestType, operation.request)?.spec?.sizeBytes).toBe(1n);
    const again = Operation.decode(Operation.encode(operation).finish());
    expect(toJson(OperationTable, again)).toEqual(json);
    const foreign = { ...again, request: { typeUrl: "t/other.v1.Message", value: marker } };
    expect(toJson(OperationTable, foreign, { redact: true })).toMatchObject({
      request: { value: "[hidden]" },
    });
  });

  it("finds the details of an error by their type", () => {
    const badRequest = { fieldViolations: [{ field: "spec.cpu", description: "too many" }] };
    const type = { codec: BadRequest, table: BadRequestTable };
    const details = [
      packAny(type, fromJson(BadRequestTable, badRequest)),
      { typeUrl: "t/a.B", value: marker },
    ];
    const status = Status.decode(Status.encode({ code: 3, message: "", details }).finish());
    expect(findDetails(status, type)).toMatchObject([badRequest]);
    const failure = new CloudError({
      code: "INVALID_ARGUMENT",
      text: "",
      details: status.details.map(({ typeUrl, value }) => ({ typeName: typeUrl.split("/")[1] ?? "", value })),
    });
    const [found] = findDetails(failure, type);
    expect(found?.fieldViolations[0]?.field).toBe("spec.cpu");
  });
});
