import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSdks, type Draft, type PoolClient } from "../update/api-pool.fixture.js";
import { EmulatorServers } from "../update/emulator-servers.fixture.js";
import { memoryServers, type OpenServer, type Server } from "../update/server.fixture.js";
import { closedApi, type Closing } from "./closed-api.fixture.js";
import { asTree, newTree, treeFrom, type Tree } from "./tree.fixture.js";

/** Nine and minus nine are numbers that the client does not know. */
const whole = {
  cpu: 4,
  mode: 9,
  modes: [1, 9, 2, -9],
  by_name: { a: 1, b: 9 },
  by_number: { "1": 2, "-7": -9 },
  picked: 9,
  part: { name: "p", mode: 9, modes: [9, 9], by_name: { x: 9 }, inner: { mode: -9 } },
  parts: [{ name: "q", mode: 9, modes: [2, 9] }, { inner: { mode: 9, name: "r" } }],
  part_by_name: { k: { mode: 9, name: "s", by_name: { y: -9, z: 1 } } },
};

/** A spec as the client knows it. */
type Spec = Draft & { part: Draft; parts: Draft[]; partByName: Record<string, Draft>; modes: number[] };

interface Program {
  readonly title: string;
  readonly before?: object;
  /** Changes the spec; what it returns takes its place. */
  readonly change: (spec: Spec) => Spec | void;
  /** The spec afterwards. */
  readonly want: object | "refused";
}

/** What `update` and `modify` are to do alike. */
const programs: readonly Program[] = [
  { title: "nothing", change: () => undefined, want: whole },
  { title: "a field beside them", change: (spec) => void (spec["cpu"] = 8), want: { ...whole, cpu: 8 } },
  {
    title: "a field of each message that holds some",
    change: ({ part, parts, partByName }) => {
      for (const one of [part, parts[0], partByName["k"]]) Object.assign(one as Draft, { name: "new" });
    },
    want: {
      ...whole,
      part: { ...whole.part, name: "new" },
      parts: [{ ...whole.parts[0], name: "new" }, whole.parts[1]],
      part_by_name: { k: { ...whole.part_by_name.k, name: "new" } },
    },
  },
  {
    title: "the fields themselves",
    change: (spec) =>
      void Object.assign(spec, { mode: 2, pick: { $case: "picked", value: 1 }, byName: { b: 2 } }),
    want: { ...whole, mode: 2, picked: 1, by_name: { b: 2 } },
  },
  {
    title: "another member of the oneof",
    change: (spec) => void (spec["pick"] = { $case: "other", value: "o" }),
    want: { ...without("picked"), other: "o" },
  },
  {
    title: "fields to undefined, which clears them",
    change: (spec) =>
      void Object.assign(spec, { mode: undefined, pick: undefined, modes: undefined, byName: undefined }),
    want: without("mode", "picked", "modes", "by_name"),
  },
  {
    title: "a field of an element to undefined",
    change: ({ parts }) => void (parts[0]!["mode"] = undefined),
    want: { ...whole, parts: [{ name: "q", modes: [2, 9] }, whole.parts[1]] },
  },
  {
    title: "a list at its end",
    change: ({ modes }) => void modes.push(2),
    want: { ...whole, modes: [1, 9, 2, -9, 2] },
  },
  {
    title: "a list by taking its last value away",
    change: ({ modes }) => void modes.pop(),
    want: { ...whole, modes: [1, 9, -9] },
  },
  {
    title: "a list that seems empty",
    before: { modes: [9] },
    change: ({ modes }) => void modes.push(1, 2),
    want: { modes: [9, 1, 2] },
  },
  { title: "a list at its start", change: ({ modes }) => void modes.unshift(2), want: "refused" },
  { title: "a list in the middle", change: ({ modes }) => void (modes[0] = 2), want: "refused" },
  {
    title: "a map",
    change: (spec) => void Object.assign(spec, { byName: { c: 2 }, byNumber: new Map([[5n, 1]]) }),
    want: { ...whole, by_name: { b: 9, c: 2 }, by_number: { "5": 1, "-7": -9 } },
  },
  {
    title: "elements, which move with what they hold",
    change: (spec) => void (spec.parts = spec.parts.toReversed()),
    want: { ...whole, parts: whole.parts.toReversed() },
  },
  {
    title: "nothing, in an object that was spread",
    change: (spec) => ({ ...spec, parts: spec.parts.map((part) => ({ ...part })), part: { ...spec.part } }),
    want: whole,
  },
  { title: "nothing, in a deep copy", change: (spec) => structuredClone(spec), want: whole },
  {
    title: "a value to undefined in an object that was spread",
    change: (spec) => ({ ...spec, mode: undefined, part: { ...spec.part, mode: undefined } }),
    want: { ...without("mode"), part: { ...whole.part, mode: undefined } },
  },
];

/** Updates of all that was read, under masks of the caller's. */
const masks: readonly { mask: string; spec: object; want: object }[] = [
  { mask: "spec.note", spec: {}, want: whole },
  { mask: "spec.*", spec: {}, want: whole },
  { mask: "spec.(mode,picked)", spec: {}, want: without("mode", "picked") },
  { mask: "spec.pick", spec: { cpu: 5 }, want: { ...without("picked"), cpu: 5 } },
  {
    mask: "spec.(modes,by_name)",
    spec: { modes: [2, 1] },
    want: { ...whole, modes: [2, 1], by_name: { a: 1 } },
  },
  {
    mask: "spec.parts.*.mode",
    spec: {},
    want: { ...whole, parts: [{ name: "q", modes: [2, 9] }, { inner: { mode: 9, name: "r" } }] },
  },
];

function without(...names: string[]): object {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));
}

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
const closings: readonly Closing[] = ["proto2", "edition 2023"];

beforeAll(async () => {
  sdks = await buildSdks(closings.map(closedApi));
}, 120_000);
afterAll(async () => {
  await emulators[Symbol.asyncDispose]();
  sdks.remove();
});

async function openBox(open: OpenServer, closing: Closing, spec: object): Promise<[Server, PoolClient]> {
  const api = sdks.versions[closings.indexOf(closing)];
  if (!api) throw new Error("no such API");
  const resource = treeFrom(api.newer.resource, {
    metadata: { id: "box", name: "n", parent_id: "p", resource_version: 1n },
    spec,
    level: 9,
  });
  const server = await open({ api, version: api.newer, reading: "strict", resource });
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

describe.each(closings)("numbers that a closed enum of the client does not have (%s)", (closing) => {
  describe.each(servers)("are values at %s", (_, open) => {
    describe.each(["update", "modify"] as const)("when %s changes", (way) => {
      it.each(programs)("$title", async ({ before = whole, change, want }) => {
        const [server, client] = await openBox(open, closing, before);
        const run = ways[way](client, change);
        if (want === "refused") {
          await expect(run).rejects.toMatchObject({
            code: "INVALID_ARGUMENT",
            attempts: 0,
            message: expect.stringMatching(/spec\.modes holds numbers.*resetMask.* names spec\.modes/),
          });
        } else await run;
        const after = await server.look();
        expect(specOf(after)).toEqual(want === "refused" ? before : want);
        expect(after["level"]).toBe(9);
        expect(server.disagreement).toBeUndefined();
      });
    });

    it.each(masks)("and go where a mask of the caller's names them: $mask", async ({ mask, spec, want }) => {
      const [server, client] = await openBox(open, closing, whole);
      const box = await client.get({ id: "box" });
      await client.update({ ...box, spec: { ...(box["spec"] as Spec), ...spec } }, { resetMask: mask });
      expect(specOf(await server.look())).toEqual(want);
    });
  });
});
