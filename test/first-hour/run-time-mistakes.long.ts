import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createWebServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { startEmulator } from "@stratus/emulator";
import * as sdk from "@svc/cloud";
import { Instance, InstanceServiceClient as Vms } from "@svc/cloud/compute/v1";
import { descriptors } from "@svc/cloud/descriptors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calls, rest, starts, unanswered } from "./run-time-mistakes.fixture.js";

const { Cloud, staticToken } = sdk;
const parentId = "project-1";

/** Runs a program of a line, with names that it sees, and gives what it was answered. */
type Type = (typed: string) => Promise<string>;

describe("a mistake at run time", () => {
  const ends: (() => unknown)[] = [];
  const use = <One extends AsyncDisposable>(one: One): One => {
    ends.unshift(() => one[Symbol.asyncDispose]());
    return one;
  };
  let type: Type;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "mistakes-"));
    ends.unshift(() => rm(folder, { recursive: true }));
    const emulator = use(await startEmulator({ sdk: descriptors }));
    const tls = use(await startEmulator({ sdk: descriptors, tls: "generate" }));
    const late = use(await startEmulator({ sdk: descriptors, operationDelayMs: 600_000 }));
    const web = createWebServer((_, response) => response.end("hello"));
    const dead = createServer();
    const [webServer, nobody] = [await listen(web), await listen(dead)];
    ends.unshift(() => void web.close());
    await new Promise((resolve) => dead.close(resolve));
    const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const publicPem = keys.publicKey.export({ type: "spki", format: "pem" }).toString();
    const privatePem = keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const files = {
      "key.pem": privatePem,
      "foreign.json": '{ "type": "service_account", "private_key": "x" }',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const warnings: string[] = [];
    const logger = { warn: (_: unknown, text: string) => void warnings.push(text) };
    const base = { apiDomain: emulator.apiDomain, endpoint: emulator.address, insecure: true, logger };
    const token = emulator.issueToken();
    const cloud = use(new Cloud({ ...base, credentials: staticToken(token) }));
    const closed = new Cloud({ ...base, credentials: staticToken(token) });
    await closed.close();
    const slow = use(
      new Cloud({ ...base, endpoint: late.address, credentials: staticToken(late.issueToken()) }),
    );
    const vms = new Vms(cloud);
    const creation = await vms.create({
      metadata: { parentId, name: "web-1" },
      spec: {
        platform: "a",
        serviceAccountId: "s",
        cpu: 1,
        memoryBytes: 1n,
        secondaryDisks: [{ diskId: "d" }],
      },
    });
    const stale = await creation.resource();
    const { id } = stale.metadata;
    await (await vms.modify({ id }, (it) => void it.spec.cpu++)).wait();
    const world = {
      ...sdk,
      Vms,
      Instance,
      vms,
      id,
      parentId,
      base,
      token,
      cloud,
      folder,
      publicPem,
      privatePem,
      webServer,
      nobody,
      secure: { endpoint: tls.address, apiDomain: tls.apiDomain },
      vm: stale,
      stale: { metadata: stale.metadata, spec: stale.spec },
      slow: new Vms(slow),
      cloudThatIsClosed: new Vms(closed),
      pem: join(folder, "key.pem"),
      foreignKey: join(folder, "foreign.json"),
    };
    type = async (typed) => {
      warnings.length = 0;
      const program = `(async ({ ${Object.keys(world).join(", ")} }) => { ${typed} })`;
      try {
        await (runInThisContext(program) as (names: typeof world) => Promise<void>)(world);
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
      return warnings.join("\n");
    };
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  it.each([...starts, ...calls, ...rest])(
    "is told with its cause and the way out: %s",
    async (typed, cause, wayOut) => {
      const said = await type(typed);
      expect(said).toMatch(cause);
      expect(said).toMatch(wayOut);
      expect(said.length).toBeLessThan(600);
    },
  );

  it.each(unanswered)("is left to the engine: %s", async (typed, cause) => {
    expect(await type(typed)).toMatch(cause);
  });
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
