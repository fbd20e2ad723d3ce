import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newAccount, openCloud, signJwt, type TestCloud } from "../emulator.fixture.js";
import { Faults } from "./faults.js";
import { scenarioNames, Scenarios } from "./scenarios.js";

let cloud: TestCloud;
/** The next chances of a fault, from 0 to 1. Afterwards there is none. Only faults take three random bytes. */
const chances: number[] = [];
const random = (size: number): Uint8Array => {
  if (size !== 3) return new Uint8Array(randomBytes(size));
  const number = Math.floor((chances.shift() ?? 0.99) * 16_777_216);
  return Uint8Array.of(number >>> 16, (number >>> 8) & 255, number & 255);
};
beforeAll(async () => {
  cloud = await openCloud({ random });
});
beforeEach(() => cloud.emulator.reset());
afterAll(() => cloud[Symbol.asyncDispose]());

const vm = (name: string) => ({ metadata: { parentId: "p", name }, spec: { cpu: 1 } });
const create = (name: string, headers: Record<string, string> = {}) =>
  cloud.call("InstanceService/Create", vm(name), { headers });

async function names(): Promise<string[]> {
  const { items = [] } = await cloud.must("InstanceService/List", { parentId: "p" });
  return (items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
}

/** A naive client that creates what a list does not show. */
async function ensure(name: string): Promise<string> {
  if ((await names()).includes(name)) return "there";
  return (await create(name)).code;
}

describe("lag", () => {
  it("fails a client that decides by a list what it must create", async () => {
    expect([await ensure("a"), await ensure("a")]).toEqual(["OK", "there"]);
    cloud.emulator.setScenarios("lag");
    expect([await ensure("b"), await ensure("b")]).toEqual(["OK", "ALREADY_EXISTS"]);
  });

  it("lets lists trail changes and deletions by 2 s, while Get shows them", async () => {
    const { resourceId } = await cloud.must("InstanceService/Create", vm("a"));
    const id = String(resourceId);
    cloud.clock.advance(5000);
    cloud.emulator.setScenarios("lag");
    await cloud.must("InstanceService/Update", { metadata: { id, name: "renamed" } });
    expect((await cloud.must("InstanceService/Get", { id }))["metadata"]).toMatchObject({ name: "renamed" });
    expect(await names()).toEqual(["a"]);
    cloud.clock.advance(2000);
    expect(await names()).toEqual(["renamed"]);
    await cloud.must("InstanceService/Delete", { id });
    expect(await names()).toEqual(["renamed"]);
    expect(
      await cloud.must("InstanceService/List", { parentId: "p", filter: "metadata.name = renamed" }),
    ).toHaveProperty("items");
    cloud.clock.advance(2000);
    expect(await names()).toEqual([]);
  });

  it("lists pages in the order of creation, without what is too new", async () => {
    for (const name of ["a", "b", "c"]) await create(name);
    cloud.clock.advance(5000);
    cloud.emulator.setScenarios("lag");
    await create("d");
    const first = await cloud.must("InstanceService/List", { parentId: "p", pageSize: 2 });
    const rest = await cloud.must("InstanceService/List", {
      parentId: "p",
      pageSize: 2,
      pageToken: String(first["nextPageToken"]),
    });
    expect(
      [first, rest].flatMap((page) =>
        (page["items"] as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name),
      ),
    ).toEqual(["a", "b", "c"]);
    expect(rest).not.toHaveProperty("nextPageToken");
  });
});

describe("flaky", () => {
  /** A naive client that makes a failed call again, with another key. */
  const createAgain = async () => {
    const first = await create("");
    return first.code === "UNAVAILABLE" ? create("") : first;
  };

  it("fails a client that does not retry", async () => {
    cloud.emulator.setScenarios("flaky");
    chances.push(0.001, 0.02);
    expect([(await create("")).code, (await create("")).code]).toEqual(["UNAVAILABLE", "OK"]);
  });

  it("lets a client that retries with another key make a change twice, and with the same key once", async () => {
    cloud.emulator.setScenarios("flaky");
    chances.push(0.009);
    expect((await createAgain()).code).toBe("OK");
    expect(await names()).toHaveLength(2);
    const headers = { "X-Idempotency-Key": randomUUID() };
    chances.push(0.009);
    expect([(await create("", headers)).code, (await create("", headers)).code]).toEqual([
      "UNAVAILABLE",
      "OK",
    ]);
    expect(await names()).toHaveLength(3);
  });

  it("fails 1 % of calls, half of them after their effect", () => {
    let n = 0;
    const faults = new Faults(0, () => {
      n += 1;
      return Uint8Array.of(n >>> 8, n & 255, 0);
    });
    const scenarios = new Scenarios();
    scenarios.activate(["flaky"]);
    const steps = Array.from({ length: 65_536 }, () => faults.next("a.B/C", scenarios.faultRate));
    expect(steps.filter((step) => step?.code === "UNAVAILABLE")).toHaveLength(328);
    expect(steps.filter((step) => step?.dropResponse === true)).toHaveLength(328);
  });
});

describe("busy", () => {
  it("fails a client that retries at once, and serves one that keeps to the pause", async () => {
    cloud.emulator.setScenarios("busy");
    const codes: string[] = [];
    for (let n = 0; n < 12; n += 1)
      codes.push((await cloud.call("DiskService/List", { parentId: "p" })).code);
    expect(codes).toEqual([...Array<string>(10).fill("OK"), "RESOURCE_EXHAUSTED", "RESOURCE_EXHAUSTED"]);
    const refused = await cloud.call("DiskService/List", { parentId: "p" });
    expect(refused.details).toMatchObject([
      {
        tooManyRequests: { violation: "calls per second", retryAfter: "0.100s" },
        retryType: "RETRY_TYPE_CALL",
      },
    ]);
    const [pause] = refused.trailers?.get("grpc-retry-pushback-ms") ?? [];
    expect(pause).toBe("100");
    cloud.clock.advance(Number(pause));
    expect((await cloud.call("DiskService/List", { parentId: "p" })).code).toBe("OK");
    const other = `Bearer ${cloud.emulator.issueToken({ subject: "other" })}`;
    expect((await cloud.call("DiskService/List", { parentId: "p" }, { authorization: other })).code).toBe(
      "OK",
    );
  });
});

describe("expiring-tokens", () => {
  it("fails a client that gets its token once, and serves one that gets another", async () => {
    const account = newAccount();
    cloud.emulator.addServiceAccount(account);
    cloud.emulator.setScenarios("expiring-tokens");
    const exchange = async () => {
      const subjectToken = await signJwt(account, cloud.clock.now());
      const type = (name: string) => `urn:ietf:params:oauth:token-type:${name}`;
      return cloud.must(
        "TokenExchangeService/Exchange",
        {
          grantType: "urn:ietf:params:oauth:grant-type:token-exchange",
          subjectToken,
          subjectTokenType: type("jwt"),
          requestedTokenType: type("access_token"),
        },
        { authorization: null },
      );
    };
    const list = (token: unknown) =>
      cloud.call("DiskService/List", { parentId: "p" }, { authorization: `Bearer ${String(token)}` });
    const { accessToken, expiresIn } = await exchange();
    expect(String(expiresIn)).toMatch(/^5/);
    expect((await list(accessToken)).code).toBe("OK");
    cloud.clock.advance(5000);
    expect(await list(accessToken)).toMatchObject({
      code: "UNAUTHENTICATED",
      message: expect.stringContaining("expired"),
    });
    expect((await list((await exchange())["accessToken"])).code).toBe("OK");
  });

  it("accepts tokens again when it ends", async () => {
    cloud.emulator.setScenarios("expiring-tokens");
    const list = () => cloud.call("DiskService/List", { parentId: "p" });
    await list();
    cloud.clock.advance(5000);
    expect((await list()).code).toBe("UNAUTHENTICATED");
    cloud.emulator.setScenarios();
    expect((await list()).code).toBe("OK");
  });
});

describe("slow-operations", () => {
  it("fails a client that uses a resource without waiting for its operation", async () => {
    cloud.emulator.setScenarios("slow-operations");
    const { resourceId } = await cloud.must("InstanceService/Create", vm("a"));
    const get = () => cloud.call("InstanceService/Get", { id: String(resourceId) });
    expect((await get()).code).toBe("NOT_FOUND");
    cloud.clock.advance(9999);
    expect((await get()).code).toBe("NOT_FOUND");
    cloud.clock.advance(1);
    expect((await get()).code).toBe("OK");
  });
});

describe("a scenario", () => {
  it("is refused if it does not exist, and the active ones remain", async () => {
    cloud.emulator.setScenarios("lag");
    expect(() => cloud.emulator.setScenarios("flakey" as "flaky")).toThrow(/did you mean flaky/);
    expect(() => cloud.emulator.setScenarios("x" as "flaky")).toThrow(scenarioNames.join(", "));
  });

  it("can be active from the start, and is active again after a reset", async () => {
    await using slow = await openCloud({ scenarios: ["slow-operations"] });
    const start = async () => String((await slow.must("InstanceService/Create", vm("a")))["resourceId"]);
    const code = async (id: string) => (await slow.call("InstanceService/Get", { id })).code;
    expect(await code(await start())).toBe("NOT_FOUND");
    slow.emulator.setScenarios();
    await slow.emulator.reset();
    expect(await code(await start())).toBe("NOT_FOUND");
  });
});
