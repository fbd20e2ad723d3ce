import { describe, expect, it } from "vitest";
import { fromJson, toJson } from "@svc/cloud";
import { ServiceError } from "@svc/cloud/common/v1";
import { Instance } from "@svc/cloud/compute/v1";
import { Status } from "@svc/cloud/google/rpc";

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

  it("has what an Any holds, by the codec and the table of its type", () => {
    const json = {
      code: 5,
      message: "no such instance",
      details: [
        {
          "@type": "type.googleapis.com/svc.common.v1.ServiceError",
          service: "compute",
          retryType: "RETRY_TYPE_NOTHING",
        },
      ],
    };
    const anyTypes = [ServiceError];
    const status = fromJson(Status, json, { anyTypes });
    expect(Status.decode(Status.encode(status)).details[0]?.value.length).toBeGreaterThan(0);
    expect(toJson(Status, status, { anyTypes })).toMatchObject({ details: [{ service: "compute" }] });
    expect(toJson(Status, status, { redact: true })).toMatchObject({ details: [{ value: "[hidden]" }] });
  });
});
