import { isDeepStrictEqual } from "node:util";
import { createFileRegistry } from "@bufbuild/protobuf";
import { array, assert, asyncProperty, integer, record, sample, type Arbitrary } from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  applyUpdate,
  deriveMask,
  diffMask,
  MaskPathError,
  parseMask,
  prepareUpdate,
  type Mask,
} from "../../runtime/src/messages/mask/index.js";
import { Dice } from "./dice.fixture.js";
import { generatedFrom, treeOfGenerated } from "./generated-message.fixture.js";
import { runs } from "../runs.js";
import { oddNothing, pairsOf, runParameters } from "./random-cases.fixture.js";
import { randomMask } from "./random-mask.fixture.js";
import { descriptors, messageType } from "./schema.fixture.js";
import { asWritten, openSocketApi, type OpenResource, type SocketApi } from "./socket.fixture.js";
import { EventCounter, survey } from "./survey.fixture.js";
import { asTree, newTree, type Tree } from "./tree.fixture.js";

const registry = createFileRegistry(descriptors());
const Thing = messageType(registry, "shapes.v1.Thing");
/** Cases under way at once, and how often. */
const [batchSize, batches] = [20, runs(2)];
/** What the emulator holds on to. */
const rules = { neverNull: ["metadata", "spec"] };

/** One case: a resource, what it is to become, and a mask that has nothing to do with either. */
interface Case {
  readonly before: Tree;
  readonly after: Tree;
  readonly mask: (api: SocketApi) => Mask;
  /** Fresh dice, the same ones each time, so that a case can be run again. */
  readonly dice: () => Dice;
}

const cases: Arbitrary<Case> = record({
  pair: pairsOf(Thing),
  other: pairsOf(Thing),
  seed: integer(),
}).map(({ pair, other, seed }) => ({
  before: writable(pair.before),
  after: writable(pair.after),
  mask: ({ thingTable }) => strangeMask(thingTable, other, new Dice(seed, 0)),
  dice: () => new Dice(seed + 1, 0),
}));

describe("random Updates over a socket", () => {
  let api: SocketApi;

  beforeAll(async () => {
    api = await openSocketApi(registry);
  });
  afterAll(() => api.close());

  const place = async ({ before, dice }: Case): Promise<string> =>
    (await api.things.create(generatedFrom(Thing, before, oddNothing(dice())))).metadata.id;
  const read = async (id: string): Promise<Tree> =>
    writable(treeOfGenerated(Thing, await api.things.get({ id })));
  const inProcess = (before: Tree, request: object, mask: Mask | string): Tree =>
    writable(
      treeOfGenerated(Thing, applyUpdate(api.thingTable, generatedFrom(Thing, before), request, mask, rules)),
    );
  const tryAll = async (check: (one: Case) => Promise<void>): Promise<void> => {
    const batch = array(cases, { minLength: batchSize, maxLength: batchSize });
    await assert(
      asyncProperty(batch, async (some) => void (await Promise.all(some.map(check)))),
      runParameters(batches),
    );
  };

  it("try every kind of change", () => {
    const counter = new EventCounter();
    // Of as few as are sent, some kinds would be missing now and then.
    for (const { before, after } of sample(cases, runParameters(1_000)))
      counter.count(survey(Thing, before, after));
    console.log("percent of cases:", counter.shares);
    expect(Math.min(...Object.values(counter.shares))).toBeGreaterThan(0);
  });

  it("make the resource what was sent: update() with the mask that it derives", async () => {
    await tryAll(async (one) => {
      const id = await place(one);
      const request = withId(generatedFrom(Thing, one.after, oddNothing(one.dice())), id);
      await api.things.update(request);
      const got = await read(id);
      expectSame(got, one.after);
      expectSame(got, inProcess(one.before, request, deriveMask(api.thingTable, request)));
    });
  });

  it("make the resource what the callback of modify() made of it", async () => {
    await tryAll(async (one) => {
      const id = await place(one);
      // `writable` has seen to it that both parts are there.
      const wanted = generatedFrom(Thing, one.after, oddNothing(one.dice())) as unknown as OpenResource;
      await api.things.modify({ id }, (thing) => {
        const { resourceVersion } = thing.metadata;
        thing.metadata = { ...wanted.metadata, id, resourceVersion };
        thing.spec = wanted.spec;
      });
      const got = await read(id);
      expectSame(got, one.after);
      const mask = diffMask(api.thingTable, generatedFrom(Thing, one.before), wanted);
      expectSame(got, inProcess(one.before, wanted, mask));
    });
  });

  it("do what applyUpdate does, with any mask as it is written", async () => {
    let changed = 0;
    await tryAll(async (one) => {
      const [id, mask] = [await place(one), one.mask(api)];
      const request = withId(requestOf(one), id);
      await api.things.update(request, asWritten(mask.toString()));
      const got = await read(id);
      expectSame(got, inProcess(one.before, request, mask), mask);
      changed += Number(!isDeepStrictEqual(got, inProcess(one.before, request, "")));
    });
    // The mask had an effect of its own, as it has in a quarter of all cases.
    expect(changed).toBeGreaterThan(0);
  });

  it("do what applyUpdate does, with any mask that the client agrees to send", async () => {
    const seen = { refused: 0, sent: 0 };
    await tryAll(async (one) => {
      // As its text says it: a structure named beside its inside is one entry there.
      const [id, mask] = [await place(one), parseMask(String(one.mask(api)))];
      const request = withId(requestOf(one), id);
      const prepared = prepare(api, request, mask);
      const call = api.things.update(request, { resetMask: mask.toString() });
      if (prepared === undefined) {
        await expect(call).rejects.toMatchObject({ code: "INVALID_ARGUMENT", attempts: 0 });
        expectSame(await read(id), one.before, mask);
        seen.refused++;
      } else {
        await call;
        expectSame(await read(id), inProcess(one.before, prepared, mask), mask);
        seen.sent++;
      }
    });
    expect(Math.min(seen.refused, seen.sent)).toBeGreaterThan(0);
  });
});

/** The resource, or, in half of the cases, as good as nothing. */
function requestOf({ after, dice }: Case): object {
  const isFull = dice().chance(50);
  return generatedFrom(Thing, isFull ? after : newTree());
}

/** A mask of two other messages; now and then with wildcards, and names that no message has. */
function strangeMask(
  table: SocketApi["thingTable"],
  other: { readonly before: Tree; readonly after: Tree },
  dice: Dice,
): Mask {
  const [old, now] = [generatedFrom(Thing, other.before), generatedFrom(Thing, other.after)];
  const mask = dice.chance(30) ? deriveMask(table, now) : diffMask(table, old, now);
  return dice.chance(25) ? mask.union(parseMask(`spec.(${randomMask(dice).text})`)) : mask;
}

function prepare({ thingTable }: SocketApi, request: object, mask: Mask): object | undefined {
  try {
    return prepareUpdate(thingTable, request, mask);
  } catch (error) {
    if (error instanceof MaskPathError) return undefined;
    throw error;
  }
}

/** Without what the server alone writes; a resource has metadata and a spec, be they empty. */
function writable(tree: Tree): Tree {
  const metadata = Object.assign(newTree(), asTree(tree["metadata"] ?? newTree()));
  delete metadata["id"];
  delete metadata["resource_version"];
  return Object.assign(newTree(), { spec: newTree() }, tree, { metadata });
}

function withId(message: object, id: string): object {
  return { ...message, metadata: { ...Reflect.get(message, "metadata"), id } };
}

/** `toStrictEqual` explains, but is slow: it runs only where there is something to explain. */
function expectSame(got: Tree, want: Tree, mask: Mask | string = "derived"): void {
  if (!isDeepStrictEqual(got, want)) expect(got, `mask ${String(mask)}`).toStrictEqual(want);
}
