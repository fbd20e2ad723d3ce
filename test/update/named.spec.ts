import { CallError, OptionsError } from "@stratus/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asTree, newTree, treeFrom, type Tree } from "../mask/tree.fixture.js";
import { spread } from "../runs.js";
import { buildSdks } from "./api-pool.fixture.js";
import { EmulatorServers } from "./emulator-servers.fixture.js";
import { namedApi, spelledApi } from "./named-api.fixture.js";
import { hiddenValues } from "./named-hidden.fixture.js";
import { otherElements } from "./named-lists.fixture.js";
import { masksOfOnesOwn, misspelt } from "./named-masks.fixture.js";
import { newObjects } from "./named-copies.fixture.js";
import { moves } from "./named-moves.fixture.js";
import { unknownValues } from "./named-unknown.fixture.js";
import type { NamedProgram } from "./named-program.fixture.js";
import { otherWriters } from "./named-rivals.fixture.js";
import { memoryServers, type OpenServer } from "./server.fixture.js";
import { manners, plainReading, strictReading, type Reading } from "./server-reading.fixture.js";

let sdks: Awaited<ReturnType<typeof buildSdks>>;
const emulators = new EmulatorServers();
const memory = memoryServers();

beforeAll(async () => {
  sdks = await buildSdks([namedApi, spelledApi]);
});
afterAll(async () => {
  await emulators[Symbol.asyncDispose]();
  sdks.remove();
});

const servers: readonly { name: string; reading: Reading; open: OpenServer }[] = [
  ...manners.flatMap((manner) =>
    [true, false].map((isStrict) => ({
      name: `a server in memory that merges ${manner}${isStrict ? "" : ", and clears what lies under a path"}`,
      reading: { manner, isStrict },
      open: memory,
    })),
  ),
  { name: "the emulator", reading: strictReading, open: emulators.open },
  { name: "the emulator that answers by another reading", reading: plainReading, open: emulators.open },
];

async function openNamed(
  open: OpenServer,
  reading: Reading,
  { before }: Pick<NamedProgram, "before">,
  index = 0,
): ReturnType<OpenServer> {
  const api = sdks.versions[index];
  if (!api) throw new Error("no such API");
  const version = api.newer;
  const spec = version.resource.fields.find(({ name }) => name === "spec")?.message;
  if (!spec) throw new Error("no spec");
  const metadata = Object.assign(newTree(), { id: "box", name: "n", parent_id: "p" });
  const resource = Object.assign(newTree(), { metadata, spec: treeFrom(spec, before) });
  return open({ api, version, reading, resource });
}

async function outcomeOf(call: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe.each(servers.map((server, at) => ({ ...server, at })))("$name", ({ reading, open, at }) => {
  describe.each([
    ["values that no Get shows", hiddenValues],
    ["other writers", otherWriters],
    ["elements that are other ones", otherElements],
    ["messages that move", moves],
    ["objects that a callback returns", newObjects],
    ["copies by a client that is older than its server", unknownValues],
    ["masks of one's own", masksOfOnesOwn],
    ["options of a call", misspelt],
  ])("%s", (_, programs) => {
    // Each program runs at two servers or three, and at all of them by `npm run long -- programs`.
    it.each(spread(programs, programs.length / 3, at))("$title", async (program) => {
      const api = sdks.versions[0];
      if (!api) throw new Error("no API");
      const server = await openNamed(open, reading, program);
      const client = server.client(program.client === "older" ? api.older : api.newer);
      const before = await server.look();
      const error = await outcomeOf(() => program.run(client, server.client(api.newer)));
      const after = await server.look();
      const spec = (tree: Tree): unknown => asTree(tree["spec"] ?? newTree());
      if (program.want === "refused" || (program.mayRefuse && error !== undefined)) {
        expect(spec(after)).toEqual(spec(before));
        // Of its options, or of its request: nothing was sent in either case.
        if (!(error instanceof OptionsError)) {
          expect(error).toBeInstanceOf(CallError);
          expect(error).toMatchObject({ code: "INVALID_ARGUMENT", attempts: 0 });
        }
      } else {
        expect(error).toBeUndefined();
        const type = api.newer.resource.fields.find(({ name }) => name === "spec")?.message;
        expect(spec(after)).toEqual(type && treeFrom(type, program.want));
        expect(server.disagreement).toBeUndefined();
      }
    });
  });

  it("keeps what an API hides that spells its behaviours by their suffix", async () => {
    const api = sdks.versions[1];
    if (!api) throw new Error("no API");
    const server = await openNamed(open, reading, { before: { cpu: 1, password: "p", note: "n" } }, 1);
    const client = server.client(api.newer);
    const box = await client.get({ id: "box" });
    await client.update({ metadata: box["metadata"], spec: { ...(box["spec"] as object), note: "" } });
    expect(asTree((await server.look())["spec"])).toEqual({ cpu: 1, password: "p" });
  });
});
