import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create, fromBinary, type Message, type Registry, toBinary } from "@bufbuild/protobuf";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { expect } from "vitest";
import { patienceMs } from "../../../test/patience.js";
import { loadDescriptors } from "../descriptors/load.js";
import { newAccount, root, signJwt, type TestAccount } from "../emulator.fixture.js";

/** The command in a process of its own, as it was built. */
interface Running {
  readonly process: ChildProcess;
  readonly address: string;
  readonly authUrl: string;
}

async function start(args: readonly string[]): Promise<Running> {
  const script = `import { runEmulator } from "./emulator/dist/index.js";
    await runEmulator(process.argv.slice(1), { out: (text) => console.log(text), error: (text) => console.error(text) });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, "--", ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  for await (const chunk of child.stdout) {
    out += String(chunk);
    const address = /gRPC +(\S+)/.exec(out)?.[1];
    const authUrl = /(http:\S+)\/oauth2/.exec(out)?.[1];
    if (address !== undefined && authUrl !== undefined) return { process: child, address, authUrl };
  }
  throw new Error(`the emulator did not start: ${out}`);
}

async function logIn(running: Running, account: TestAccount): Promise<Metadata> {
  const body = new URLSearchParams({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: await signJwt(account, Date.now()),
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
  });
  const response = await fetch(`${running.authUrl}/oauth2/token/exchange`, { method: "POST", body });
  const { access_token: token } = (await response.json()) as { access_token: string };
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  return metadata;
}

function call(
  registry: Registry,
  client: Client,
  metadata: Metadata,
  method: string,
  fields: object,
): Promise<Message & Record<string, unknown>> {
  const desc = registry
    .getService("svc.compute.v1.DiskService")!
    .methods.find(({ name }) => name === method)!;
  const request = Buffer.from(toBinary(desc.input, create(desc.input, fields as Record<string, never>)));
  const pass = (bytes: Buffer) => bytes;
  return new Promise((done, fail) => {
    const path = `/svc.compute.v1.DiskService/${method}`;
    client.makeUnaryRequest(
      path,
      pass,
      pass,
      request,
      metadata,
      { deadline: Date.now() + patienceMs / 5 },
      (error, reply) =>
        error === null
          ? done(fromBinary(desc.output, reply ?? new Uint8Array()) as Message & Record<string, unknown>)
          : fail(error),
    );
  });
}

/**
 * Kills an emulator that several clients call, and starts it again, so many times. Expects after each start everything
 * that it acknowledged.
 */
export async function killRepeatedly(rounds: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "emulator-"));
  const account = newAccount("robot");
  const keyFile = join(directory, "key.pem");
  await writeFile(keyFile, account.publicKeyPem);
  const args = ["--protos", "protos", "--state", join(directory, "state.json")];
  args.push("--service-account", `robot:${account.keyId}:${keyFile}`);
  const registry = await loadDescriptors({ protos: "protos" }, root);
  const options = { "grpc.default_authority": "compute.api.example.com:443" };
  const acknowledged = new Set<string>();
  const deleted = new Set<string>();
  let token: Metadata | undefined;

  for (let round = 0; ; round += 1) {
    const running = await start(args);
    // The token of before the kill is good, too.
    token ??= await logIn(running, account);
    const metadata = token;
    const client = new Client(running.address, credentials.createInsecure(), options);
    const found = await disksOf(registry, client, metadata);
    for (const id of acknowledged) expect(found).toContain(id);
    for (const id of deleted) expect(found).not.toContain(id);
    // Five calls were on their way at most at each kill.
    expect(found.size - acknowledged.size).toBeLessThanOrEqual(5 * round);
    if (round === rounds) {
      client.close();
      running.process.kill("SIGTERM");
      expect(await once(running.process, "exit")).toEqual([0, null]);
      return;
    }
    const before = acknowledged.size;
    const work = async (worker: number) => {
      for (let i = 0; ; i += 1) {
        const fields = { metadata: { parentId: "p", name: `disk-${round}-${worker}-${i}` } };
        const { resourceId } = await call(registry, client, metadata, "Create", fields);
        if (i % 4 === 3) {
          await call(registry, client, metadata, "Delete", { id: resourceId });
          deleted.add(String(resourceId));
          continue;
        }
        acknowledged.add(String(resourceId));
        // Somewhere else in the writing of the files each time.
        if (acknowledged.size >= before + 60 + 17 * round) running.process.kill("SIGKILL");
      }
    };
    await Promise.allSettled([0, 1, 2, 3, 4].map(work));
    client.close();
    expect(acknowledged.size).toBeGreaterThanOrEqual(before + 60);
  }
}

async function disksOf(registry: Registry, client: Client, token: Metadata): Promise<Set<string>> {
  const page = await call(registry, client, token, "List", { parentId: "p", pageSize: 1000n });
  return new Set((page["items"] as { metadata: { id: string } }[]).map(({ metadata }) => metadata.id));
}
