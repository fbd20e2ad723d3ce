import { generateKeyPairSync } from "node:crypto";
import { createServer, type AddressInfo, type Server } from "node:net";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Emulator } from "@stratus/emulator";
import { CloudError, serviceAccount, staticToken, type CallOptions } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { account, openSession, startCloud } from "./local-cloud.fixture.js";
import { codedError } from "../coded-error.js";

const secret = "marker-secret-token";

/** Everything that a program may print of an error. */
function printed(error: unknown): string {
  const chain: unknown[] = [];
  for (
    let one = error;
    one !== undefined && chain.length < 10;
    one = one instanceof Error ? one.cause : undefined
  )
    chain.push(one);
  return chain
    .map((one) =>
      [
        String(one),
        inspect(one, { depth: 10, showHidden: true }),
        JSON.stringify(one),
        one instanceof Error ? one.stack : "",
      ].join("\n"),
    )
    .join("\n");
}

async function failureOf(call: PromiseLike<unknown>): Promise<CloudError> {
  const error = await Promise.resolve(call).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(printed(error)).not.toContain(secret);
  if (error instanceof CloudError) return error;
  throw new Error("the call did not fail with a CloudError", { cause: error });
}

/** What an application sees when something is wrong: one class of error, a code, a way out, never a secret. */
describe("a call that fails", () => {
  let emulator: Emulator;

  beforeAll(async () => {
    emulator = await startCloud();
  });
  afterAll(() => emulator.close());

  it("with a token that the server does not know is UNAUTHENTICATED", async () => {
    await using cloud = openSession(emulator, { credentials: staticToken(secret) });
    const error = await failureOf(new InstanceServiceClient(cloud).get({ id: "x" }));
    expect(error).toMatchObject({ code: "UNAUTHENTICATED", method: "svc.compute.v1.InstanceService/Get" });
    expect(emulator.report().some(({ code }) => code === "UNAUTHENTICATED")).toBe(true);
  });

  it("with a token that has expired is UNAUTHENTICATED where there is no way to a new one", async () => {
    const token = emulator.issueToken({ lifetimeMs: -1 });
    await using cloud = openSession(emulator, { credentials: staticToken(token) });
    const error = await failureOf(new InstanceServiceClient(cloud).get({ id: "x" }));
    expect(error.code).toBe("UNAUTHENTICATED");
    expect(printed(error)).not.toContain(token);
  });

  it("for an expired token is repeated with a new one where the account can log in again", async () => {
    await using cloud = openSession(emulator);
    const instances = new InstanceServiceClient(cloud);
    await instances.list({ parentId: "project-1" });
    emulator.revokeTokens();
    emulator.clearReport();
    await instances.list({ parentId: "project-1" });
    expect(emulator.report().map(({ method, code }) => `${method.split("/")[1]} ${code}`)).toEqual([
      "List UNAUTHENTICATED",
      "Exchange OK",
      "List OK",
    ]);
  });

  it("with a key that the server does not know says so at once", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    await using cloud = openSession(emulator, {
      credentials: serviceAccount.fromKey({ ...account, key: privateKey }),
    });
    const error = await failureOf(new InstanceServiceClient(cloud).get({ id: "x" }));
    expect(error.code).toBe("UNAUTHENTICATED");
    expect(printed(error)).not.toContain("eyJ");
    expect(printed(error)).not.toContain("PRIVATE KEY");
  });

  it("at an address where nobody listens is UNAVAILABLE once the request's time is over", async () => {
    await using cloud = openSession(emulator, {
      endpoint: await freeAddress(),
      credentials: staticToken(secret),
      timeoutMs: 300,
    });
    const error = await failureOf(new InstanceServiceClient(cloud).get({ id: "x" }));
    expect(["UNAVAILABLE", "DEADLINE_EXCEEDED"]).toContain(error.code);
    expect(error.endpoint).toBe("compute.api.example.com:443");
  });

  it("against a peer that accepts and stays silent ends with its deadline", async () => {
    const silent = createServer((socket) => socket.resume());
    const address = await listen(silent);
    await using cloud = openSession(emulator, { endpoint: address, credentials: staticToken(secret) });
    const error = await failureOf(new InstanceServiceClient(cloud).get({ id: "x" }, { timeoutMs: 200 }));
    expect(error.code).toBe("DEADLINE_EXCEEDED");
    silent.close();
  });

  it.each([
    ["NaN", { timeoutMs: Number.NaN }],
    ["negative", { timeoutMs: -1 }],
    ["infinite per attempt", { attemptTimeoutMs: Number.NEGATIVE_INFINITY }],
    ["text", { attemptTimeoutMs: "soon" as never }],
  ] satisfies [string, CallOptions][])(
    "with a time limit that is %s is refused before anything is sent",
    async (_, options) => {
      await using cloud = openSession(emulator, { credentials: staticToken(secret) });
      emulator.clearReport();
      const instances = new InstanceServiceClient(cloud);
      await expect((async () => instances.get({ id: "x" }, options))()).rejects.toThrow(
        codedError("OPTION_INVALID", /TimeoutMs|timeoutMs/),
      );
      expect(emulator.report()).toEqual([]);
    },
  );

  it.each(["evil.example/#.x", "x@evil.example", "unix:/tmp/x", "a..b", "-a", "a b", ""])(
    "to the API domain %j is refused before a channel is opened",
    (apiDomain) => {
      expect(() => openSession(emulator, { apiDomain })).toThrow(
        codedError("OPTION_INVALID", /apiDomain|domain/i),
      );
    },
  );

  it("of a program that gave no credentials says how to give them, and sends nothing", async () => {
    await using cloud = openSession(emulator, { credentials: undefined });
    emulator.clearReport();
    const error = await Promise.resolve(new InstanceServiceClient(cloud).get({ id: "x" })).catch(
      (reason: unknown) => reason,
    );
    expect(String(error)).toContain("CLOUD_TOKEN");
    expect(emulator.report()).toEqual([]);
  });

  it("because the caller left rejects with the caller's reason", async () => {
    await using cloud = openSession(emulator);
    const reason = new Error("the user closed the page");
    const controller = new AbortController();
    emulator.script("InstanceService/Get", [{ delayMs: 5_000 }]);
    const call = new InstanceServiceClient(cloud).get({ id: "x" }, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    await expect(call).rejects.toBe(reason);
  });

  it("with a value of the wrong type names the field", async () => {
    await using cloud = openSession(emulator);
    const request = { metadata: { name: "a" }, spec: { cpu: "four" as never } };
    await expect((async () => new InstanceServiceClient(cloud).create(request))()).rejects.toThrow(
      codedError("INVALID_ARGUMENT", /spec\.cpu/),
    );
  });

  it("for something that does not exist tells the service's own kind of error", async () => {
    await using cloud = openSession(emulator);
    const error = await failureOf(new InstanceServiceClient(cloud).get({ id: "nope" }));
    expect(error.code).toBe("NOT_FOUND");
    expect(error.serviceErrors[0]?.details).toMatchObject({
      $case: "resourceNotFound",
      value: { resourceId: "nope" },
    });
    expect(error.attempts).toBe(1);
  });

  it("through its operation throws from wait, with the operation's id", async () => {
    await using cloud = openSession(emulator);
    const instances = new InstanceServiceClient(cloud);
    const creation = await instances.create({ metadata: { parentId: "p", name: "same" } });
    await creation.wait();
    const error = await failureOf(
      (async () => {
        const again = await instances.create({ metadata: { parentId: "p", name: "same" } });
        await again.wait();
      })(),
    );
    expect(error.code).toBe("ALREADY_EXISTS");
  });
});

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

async function freeAddress(): Promise<string> {
  const server = createServer();
  const address = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return address;
}
