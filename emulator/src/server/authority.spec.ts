import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCloud, type TestCloud } from "../emulator.fixture.js";
import { findEndpoint } from "./authority.js";

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await openCloud();
});
afterAll(() => cloud[Symbol.asyncDispose]());

const addressing = { apiDomain: "api.example.com", isTls: false, acceptsAny: false };

describe("a service answers", () => {
  const cases: readonly { service: string; authority: string; tls?: true; want: string | null }[] = [
    { service: "InstanceService", authority: "compute.api.example.com:443", want: "compute" },
    { service: "InstanceService", authority: "COMPUTE.api.Example.com:443", want: "compute" },
    { service: "TokenExchangeService", authority: "tokens.iam.api.example.com:443", want: "tokens.iam" },
    { service: "InstanceService", authority: "compute.api.example.com", tls: true, want: "compute" },
    { service: "InstanceService", authority: "compute.api.example.com.:443", want: "compute" },
    { service: "InstanceService", authority: "compute.api.example.com.", tls: true, want: "compute" },
    { service: "InstanceService", authority: "compute.api.example.com..:443", want: null },
    { service: "InstanceService", authority: "compute.api.example.com", want: null },
    { service: "InstanceService", authority: "compute.api.example.com:8443", tls: true, want: null },
    { service: "InstanceService", authority: "cpl.iam.api.example.com:443", want: null },
    { service: "InstanceService", authority: "iam.api.example.com:443", want: null },
    { service: "TokenExchangeService", authority: "iam.api.example.com:443", want: null },
    { service: "InstanceService", authority: "compute.api.example.org:443", want: null },
    { service: "InstanceService", authority: "compute.evil.com:443.api.example.com:443", want: null },
    { service: "InstanceService", authority: "127.0.0.1:1234", want: null },
    { service: "InstanceService", authority: "", want: null },
    { service: "OperationService", authority: "compute.api.example.com:443", want: "compute" },
    { service: "OperationService", authority: "cpl.iam.api.example.com:443", want: "cpl.iam" },
    { service: "OperationService", authority: "nowhere.api.example.com:443", want: null },
  ];
  it.each(cases)("$service under $authority (TLS: $tls): $want", ({ service, authority, tls, want }) => {
    const found = cloud.emulator.api.services.find(({ desc }) => desc.name === service);
    const find = () =>
      findEndpoint(cloud.emulator.api, found!, authority, { ...addressing, isTls: tls === true });
    if (want === null) expect(find).toThrow(expect.objectContaining({ code: "UNIMPLEMENTED" }));
    else expect(find()).toBe(want);
  });

  it("nowhere else, and the error says where it is served", async () => {
    const outcome = await cloud.call("InstanceService/List", {}, { authority: cloud.authorityOf("cpl.iam") });
    expect(outcome.code).toBe("UNIMPLEMENTED");
    expect(outcome.message).toBe(
      'svc.compute.v1.InstanceService is not served at "cpl.iam.api.example.com:443"; it is served at compute.api.example.com:443',
    );
  });

  it("in a domain that is given with a final dot", async () => {
    await using absolute = await openCloud({ apiDomain: "svc.cluster.local." });
    expect(absolute.authorityOf("compute")).toBe("compute.svc.cluster.local:443");
    await absolute.must("DiskService/Create", {}, { authority: absolute.authorityOf("compute") });
  });

  it("under any authority when asked to", async () => {
    await using lax = await openCloud({ anyAuthority: true });
    const operation = await lax.must("DiskService/Create", {}, { authority: "localhost:1" });
    const id = String(operation["id"]);
    await lax.must("OperationService/Get", { id }, { authority: "localhost:1" });
  });
});

describe("an operation", () => {
  it("is read at the endpoint of the service that made it, and nowhere else", async () => {
    const { id } = await cloud.must("DiskService/Create", {});
    const at = (endpoint: string) => ({ authority: cloud.authorityOf(endpoint) });
    expect((await cloud.call("OperationService/Get", { id: String(id) }, at("compute"))).code).toBe("OK");
    const elsewhere = await cloud.call("OperationService/Get", { id: String(id) }, at("cpl.iam"));
    expect(elsewhere.code).toBe("NOT_FOUND");
    expect(elsewhere.message).toContain('created at "compute"');
  });
});
