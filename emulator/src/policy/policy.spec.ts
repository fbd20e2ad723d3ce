import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openCloud, type TestCloud } from "../emulator.fixture.js";
import type { Rules } from "./policy.js";

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await openCloud({ operationDelayMs: 1000 });
});
beforeEach(async () => {
  cloud.emulator.setRules({});
  await cloud.emulator.reset();
});
afterAll(() => cloud[Symbol.asyncDispose]());

const create = (parentId: string, name = "") =>
  cloud.call("InstanceService/Create", { metadata: { parentId, name }, spec: { cpu: 1 } });
const bearer = (options: object) => ({ authorization: `Bearer ${cloud.emulator.issueToken(options)}` });

describe("a rule that denies", () => {
  it.each<[what: string, methods: string[], denied: string[]]>([
    ["one method", ["compute/instance/delete"], ["InstanceService/Delete"]],
    ["the methods of a service", ["compute/disk/*"], ["DiskService/List", "DiskService/Delete"]],
    ["a method of all services", ["compute/*/delete"], ["InstanceService/Delete", "DiskService/Delete"]],
    ["a method by its proto name", ["svc.compute.v1.DiskService/List"], ["DiskService/List"]],
    ["a method by its short proto name", ["DiskService/List"], ["DiskService/List"]],
    ["a method without the package", ["disk/list"], ["DiskService/List"]],
  ])("refuses %s to a role, and to nobody else", async (_, methods, denied) => {
    cloud.emulator.setRules({ deny: [{ methods, roles: ["viewer"] }] });
    for (const method of ["InstanceService/Delete", "DiskService/List", "DiskService/Delete"]) {
      const request = method.endsWith("List") ? { parentId: "p" } : { id: "x" };
      const outcome = await cloud.call(method, request, bearer({ role: "viewer" }));
      expect([method, outcome.code === "PERMISSION_DENIED"]).toEqual([method, denied.includes(method)]);
      expect((await cloud.call(method, request, bearer({ role: "editor" }))).code).not.toBe(
        "PERMISSION_DENIED",
      );
      expect((await cloud.call(method, request)).code).not.toBe("PERMISSION_DENIED");
    }
  });

  it("answers in the API's own shape, and is the reason of the call", async () => {
    cloud.emulator.setRules({ deny: [{ methods: ["disk/list"], accounts: ["ann"] }] });
    const outcome = await cloud.call("DiskService/List", { parentId: "p" }, bearer({ subject: "ann" }));
    expect(outcome).toMatchObject({
      code: "PERMISSION_DENIED",
      message: "ann may not call svc.compute.v1.DiskService/List",
      details: [
        {
          permissionDenied: { permission: "svc.compute.v1.DiskService/List" },
          retryType: "RETRY_TYPE_NOTHING",
        },
      ],
    });
    expect(cloud.emulator.calls()).toMatchObject([{ reason: "RULE_VIOLATED", account: "ann" }]);
  });

  it("applies to everybody if it names nobody, and the role survives an exchange of the token", async () => {
    cloud.emulator.setRules({
      deny: [{ methods: ["disk/list"] }, { methods: ["disk/get"], roles: ["viewer"] }],
    });
    expect((await cloud.call("DiskService/List", { parentId: "p" })).code).toBe("PERMISSION_DENIED");
    const type = "urn:ietf:params:oauth:token-type:access_token";
    const { accessToken } = await cloud.must(
      "TokenExchangeService/Exchange",
      {
        grantType: "urn:ietf:params:oauth:grant-type:token-exchange",
        subjectToken: cloud.emulator.issueToken({ role: "viewer" }),
        subjectTokenType: type,
        requestedTokenType: type,
      },
      { authorization: null },
    );
    const authorization = `Bearer ${String(accessToken)}`;
    expect((await cloud.call("DiskService/Get", { id: "d" }, { authorization })).code).toBe(
      "PERMISSION_DENIED",
    );
  });
});

describe("a quota", () => {
  it("counts the resources of each parent, and those that running operations will create", async () => {
    cloud.emulator.setRules({ quota: [{ resource: "compute/instance", perParent: 2 }] });
    expect([(await create("p")).code, (await create("p")).code]).toEqual(["OK", "OK"]);
    expect(await create("p")).toMatchObject({
      code: "RESOURCE_EXHAUSTED",
      details: [
        {
          quotaFailure: {
            violations: [
              {
                quota: "compute/instance",
                limit: "2",
                requested: "3",
                message: 'the quota of compute/instance in "p" is 2',
              },
            ],
          },
          retryType: "RETRY_TYPE_NOTHING",
        },
      ],
    });
    cloud.clock.advance(1000);
    expect((await create("p")).code).toBe("RESOURCE_EXHAUSTED");
    expect((await create("q")).code).toBe("OK");
    expect((await cloud.call("DiskService/Create", { metadata: { parentId: "p" }, spec: {} })).code).toBe(
      "OK",
    );
  });

  it("has room again after a deletion, and never refuses an update", async () => {
    cloud.emulator.setRules({ quota: [{ resource: "svc.compute.v1.Instance", total: 1 }] });
    const { resourceId } = (await create("p")).response;
    const id = String(resourceId);
    cloud.clock.advance(1000);
    expect((await create("q")).message).toBe("the quota of svc.compute.v1.Instance in the emulator is 1");
    await cloud.must("InstanceService/Update", { metadata: { id }, spec: { cpu: 2 } });
    cloud.clock.advance(1000);
    await cloud.must("InstanceService/Delete", { id });
    cloud.clock.advance(1000);
    expect((await create("q")).code).toBe("OK");
  });
});

describe("rules", () => {
  it.each<[what: string, rules: unknown, want: RegExp]>([
    ["an unknown name", { dney: [] }, /rules: unknown name "dney"; did you mean "deny"/],
    [
      "an unknown name in a rule",
      { deny: [{ method: [] }] },
      /deny 1: unknown name "method"; did you mean "methods"/,
    ],
    [
      "an unknown method",
      { deny: [{ methods: ["compute/instance/explode"] }] },
      /deny 1: the API has no method "compute\/instance\/explode"/,
    ],
    [
      "an unknown kind",
      { quota: [{ resource: "compute/instanse" }] },
      /quota 1: .* did you mean compute\/instance/,
    ],
    [
      "a text instead of a list",
      { deny: [{ methods: "compute/instance/delete" }] },
      /must be lists of strings/,
    ],
    ["a role instead of roles", { deny: [{ methods: ["*"], roles: "viewer" }] }, /must be lists of strings/],
    ["roles without a value", { deny: [{ methods: ["*"], roles: null }] }, /must be lists of strings/],
    ["a quota without a limit", { quota: [{ resource: "compute/disk" }] }, /perParent or total is missing/],
    ["an object instead of a list", { deny: { methods: [] } }, /deny must be a list/],
    [
      "a quota that is no number",
      { quota: [{ resource: "compute/disk", perParent: "ten" }] },
      /must be whole numbers/,
    ],
    ["a list", [], /must be an object|unknown/],
  ])("with %s are refused, and the former ones remain", async (_, rules, want) => {
    cloud.emulator.setRules({ deny: [{ methods: ["disk/list"] }] });
    if (!Array.isArray(rules)) expect(() => cloud.emulator.setRules(rules as Rules)).toThrow(want);
    expect((await cloud.call("DiskService/List", { parentId: "p" })).code).toBe("PERMISSION_DENIED");
  });
});
