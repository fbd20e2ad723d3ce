import { startEmulator, type Emulator } from "@stratus/emulator";
import { CallError, OptionsError, staticToken } from "@stratus/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSdks, type PoolClient, type PoolSession, type Version } from "./api-pool.fixture.js";
import { keptApi } from "./kept-api.fixture.js";
import { keptPrograms, type KeptBox, type KeptClient } from "./kept-programs.fixture.js";

let sdks: Awaited<ReturnType<typeof buildSdks>>;
let emulator: Emulator;
let clients: { readonly newer: PoolClient; readonly older: PoolClient };
const sessions: PoolSession[] = [];

beforeAll(async () => {
  sdks = await buildSdks([keptApi]);
  const [versions] = sdks.versions;
  if (!versions) throw new Error("no API");
  emulator = await startEmulator({ registry: versions.newer.registry, idempotencyLifetimeMs: 60_000 });
  clients = { newer: connect(versions.newer), older: connect(versions.older) };
});
afterAll(async () => {
  for (const session of sessions) await session.close();
  await emulator.close();
  sdks.remove();
});

function connect({ Session, Client }: Version): PoolClient {
  const session = new Session({
    apiDomain: emulator.apiDomain,
    endpoint: emulator.address,
    insecure: true,
    credentials: staticToken(emulator.issueToken()),
    retry: { baseDelayMs: 1 },
    logger: { warn: () => undefined },
  });
  sessions.push(session);
  return new Client(session);
}

/** A client that calls a resource of the emulator `box`. */
function renamed(client: KeptClient, id: string): KeptClient {
  const own = (request: object): object => ({
    ...request,
    metadata: { ...Reflect.get(request, "metadata"), id },
  });
  return {
    ...client,
    get: () => client.get({ id }),
    update: (request, options) => client.update(own(request), options),
    modify: (_request, change, options) => client.modify({ id }, change, options),
  };
}

describe("an older client at a server of proto2, over sockets", () => {
  it.each(keptPrograms)("$promise", async ({ before, faults, run, want, updates, maskBytes = Infinity }) => {
    const created = (await clients.newer.create({
      metadata: { name: "n" },
      spec: before,
    })) as unknown as KeptBox;
    const { id } = created.metadata;
    const seen = async (): Promise<unknown> =>
      bare(((await clients.newer.get({ id })) as unknown as KeptBox).spec);
    emulator.clearCalls();
    if (faults) emulator.script("kept.v1.BoxService/Update", [...faults]);
    const call = run(renamed(clients.older as unknown as KeptClient, id), emulator);
    if (want instanceof RegExp) {
      const error: unknown = await call.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toSatisfy((one) => one instanceof CallError || one instanceof OptionsError);
      expect((error as Error).message).toMatch(want);
      expect(await seen()).toEqual(bare(before));
    } else {
      await call;
      expect(await seen()).toEqual(bare(want));
    }
    const sent = emulator.calls().filter(({ method }) => method.endsWith("/Update"));
    if (updates !== undefined) expect(sent).toHaveLength(updates);
    for (const { metadata } of sent)
      expect(metadata["x-resetmask"]?.join().length ?? 0).toBeLessThanOrEqual(maskBytes);
  });
});

/** A message without what is absent: lists and maps that are empty, and properties that are undefined. */
function bare(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(bare);
  const entries = Object.entries(value).map(([name, held]) => [name, bare(held)] as const);
  return Object.fromEntries(entries.filter(([, held]) => held !== undefined && !isEmpty(held)));
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
