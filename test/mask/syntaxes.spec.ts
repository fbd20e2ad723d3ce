import { toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSdks, type PoolClient } from "../update/api-pool.fixture.js";
import { EmulatorServers } from "../update/emulator-servers.fixture.js";
import { memoryServers, type OpenServer, type Server } from "../update/server.fixture.js";
import { strictReading } from "../update/server-reading.fixture.js";
import { masks, programs, type Program, type Spec, whole } from "./closed-programs.fixture.js";
import { dynamicFrom } from "./dynamic-message.fixture.js";
import { messageType } from "./schema.fixture.js";
import * as required from "./required-programs.fixture.js";
import { syntaxApi, type Syntax } from "./syntax-api.fixture.js";
import { asTree, newTree, treeFrom, type Tree } from "./tree.fixture.js";

const ways = {
  async update(client: PoolClient, change: Program["change"]): Promise<void> {
    const box = await client.get({ id: "box" });
    await client.update({ ...box, spec: change(box["spec"] as Spec) ?? box["spec"] });
  },
  async modify(client: PoolClient, change: Program["change"]): Promise<void> {
    await client.modify({ id: "box" }, (box) => {
      box["spec"] = change(box["spec"] as Spec) ?? box["spec"];
    });
  },
};

const emulators = new EmulatorServers();
const servers: readonly [name: string, open: OpenServer][] = [
  ["the emulator", emulators.open],
  ["a server in memory", memoryServers()],
];
let sdks: Awaited<ReturnType<typeof buildSdks>>;
const syntaxes: readonly Syntax[] = ["proto2", "edition 2023"];

beforeAll(async () => {
  sdks = await buildSdks(syntaxes.map(syntaxApi));
});
afterAll(async () => {
  await emulators[Symbol.asyncDispose]();
  sdks.remove();
});

async function openBox(open: OpenServer, syntax: Syntax, spec: object): Promise<[Server, PoolClient]> {
  const api = sdks.versions[syntaxes.indexOf(syntax)];
  if (!api) throw new Error("no such API");
  const resource = treeFrom(api.newer.resource, {
    metadata: { id: "box", name: "n", parent_id: "p", resource_version: 1n },
    spec,
    level: 9,
  });
  const server = await open({ api, version: api.newer, reading: strictReading, resource });
  return [server, server.client(api.older)];
}

const specOf = (tree: Tree): unknown => plain(asTree(tree["spec"] ?? newTree()));
/** As a literal has it. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  const entries = value instanceof Map ? [...value] : Object.entries(value as object);
  if (typeof value !== "object") return value;
  return Object.fromEntries(entries.map(([key, one]: [string, unknown]) => [key, plain(one)]));
}

describe.each(syntaxes)("numbers that a closed enum of the client does not have (%s)", (syntax) => {
  describe.each(servers)("are values at %s", (_, open) => {
    describe.each(["update", "modify"] as const)("when %s changes", (way) => {
      it.each(programs)("$title", async ({ before = whole, change, want }) => {
        const [server, client] = await openBox(open, syntax, before);
        const run = ways[way](client, change);
        if (want === "refused") {
          await expect(run).rejects.toMatchObject({
            code: "INVALID_ARGUMENT",
            attempts: 0,
            message: expect.stringMatching(
              /spec\.modes contains enum numbers.*resetMask.* names spec\.modes/,
            ),
          });
        } else await run;
        const after = await server.look();
        expect(specOf(after)).toEqual(want === "refused" ? before : want);
        expect(after["level"]).toBe(9);
        expect(server.disagreement).toBeUndefined();
      });
    });

    it.each(masks)("and go where a mask of the caller's names them: $mask", async ({ mask, spec, want }) => {
      const [server, client] = await openBox(open, syntax, whole);
      const box = await client.get({ id: "box" });
      await client.update({ ...box, spec: { ...(box["spec"] as Spec), ...spec } }, { resetMask: mask });
      expect(specOf(await server.look())).toEqual(want);
    });
  });
});

describe.each(syntaxes)("what no message is whole without (%s)", (syntax) => {
  it.each(required.programs)("goes along $title", async ({ change, sent, want }) => {
    const [server, client] = await openBox(memoryServers(), syntax, required.whole);
    await client.modify({ id: "box" }, (box) => void change(box["spec"] as required.Spec));
    const { request } = server.updates[0] ?? {};
    expect(specOf(request ?? newTree())).toEqual(sent);
    const { registry, resource } = sdks.versions[syntaxes.indexOf(syntax)]!.newer;
    const type = messageType(registry, `${resource.file.proto.package}.UpdateBoxRequest`);
    // Which this library does not write without its required fields.
    toBinary(type, dynamicFrom(type, request ?? newTree()).message);
    expect(specOf(await server.look())).toEqual(want);
  });

  it.each<[mask: string, message: RegExp]>([
    ["spec.strict.size", /spec\.strict.*which requires spec\.strict\.name, spec\.strict\.deep.*modify\(\)/],
    ["spec.bundle.size", /the group spec\.bundle.*send it, or name spec\.bundle itself/],
  ])("is asked for where a mask leads into a message that is not sent: %s", async (resetMask, message) => {
    const [server, client] = await openBox(memoryServers(), syntax, required.whole);
    const run = client.update({ metadata: { id: "box" } }, { resetMask });
    await expect(run).rejects.toMatchObject({ attempts: 0, message: expect.stringMatching(message) });
    expect(server.updates).toEqual([]);
  });
});
