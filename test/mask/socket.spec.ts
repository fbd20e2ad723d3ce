import { createFileRegistry, type DescMessage } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { completedByClient, refusedByClient } from "./client-cases.fixture.js";
import { generatedFrom, treeOfGenerated } from "./generated-message.fixture.js";
import { keptFields, refusedChanges } from "./kept-cases.fixture.js";
import { serverMeaning } from "./meaning-cases.fixture.js";
import { oneofMeaning } from "./oneof-cases.fixture.js";
import { descriptors, messageType } from "./schema.fixture.js";
import { elementForms, updateRules } from "./rule-cases.fixture.js";
import { asWritten, openSocketApi, type SocketApi, type SocketOptions } from "./socket.fixture.js";
import { treeFrom, type Tree } from "./tree.fixture.js";
import type { UpdateCase } from "./update-case.fixture.js";

const registry = createFileRegistry(descriptors());
const Resource = messageType(registry, "example.v1.Resource");
const UpdateRequest = messageType(registry, "example.v1.UpdateRequest");

const tables: readonly (readonly [string, readonly UpdateCase[]])[] = [
  ["the rules for lists, maps and structures", updateRules],
  ["the forms of an element", elementForms],
  ["what a server makes of a mask", serverMeaning],
  ["the members of a oneof", oneofMeaning],
  ["what a server keeps", keptFields],
];

/** The hand-written cases over everything: a generated client, its codecs, a socket, and the emulator. */
describe("an Update over a socket", () => {
  let api: SocketApi;

  beforeAll(async () => {
    api = await openSocketApi(registry);
  });
  afterAll(() => api.close());

  /** A resource that is as the case wants it before; its identifier. */
  const place = async (before: object): Promise<string> => {
    const created = await api.resources.create(shaped(Resource, before));
    const { id } = created.metadata;
    if ("rules" in before) await api.observe(id, before.rules);
    expect(await read(id), "the resource before").toStrictEqual(stored(before, id));
    return id;
  };
  const read = async (id: string): Promise<Tree> =>
    treeOfGenerated(Resource, await api.resources.get({ id }));
  const update = (
    { request, isOtherType }: Pick<UpdateCase, "request" | "isOtherType">,
    id: string,
    options: SocketOptions,
  ): PromiseLike<unknown> => {
    const client = isOtherType ? api.others : api.resources;
    return client.update(shaped(isOtherType ? UpdateRequest : Resource, identified(request, id)), options);
  };
  const maskSent = (): readonly string[] | undefined =>
    api.emulator.report().findLast(({ method }) => method.endsWith("/Update"))?.metadata["x-resetmask"];

  describe.each(tables)("with a mask as it is written: %s", (_, cases) => {
    it.each(cases)("$title", async (given) => {
      const id = await place(given.before);
      await update(given, id, asWritten(given.mask));
      expect(maskSent()).toEqual([given.mask]);
      expect(await read(id)).toStrictEqual(stored(given.want, id));
    });
  });

  describe.each(tables)("with an explicit mask of the client: %s", (_, cases) => {
    it.each(cases)("$title", async (given) => {
      const id = await place(given.before);
      const call = update(given, id, { resetMask: given.mask });
      if (refusedByClient.has(given.title)) {
        await expect(call).rejects.toMatchObject({ code: "INVALID_ARGUMENT", attempts: 0 });
        expect(await read(id)).toStrictEqual(stored(given.before, id));
        return;
      }
      await call;
      expect(await read(id)).toStrictEqual(stored(completedByClient[given.title] ?? given.want, id));
    });
  });

  it("names cases that there are where it says what the client refuses or completes", () => {
    const titles = tables.flatMap(([, cases]) => cases.map(({ title }) => title));
    expect(titles).toEqual(expect.arrayContaining([...refusedByClient, ...Object.keys(completedByClient)]));
    expect(new Set(titles).size).toBe(titles.length);
  });

  it.each(refusedChanges)("IMMUTABLE refuses $title, and changes nothing", async ({ path, ...given }) => {
    const id = await place(given.before);
    await expect(update(given, id, { resetMask: given.mask })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining(path),
      attempts: 1,
    });
    expect(await read(id)).toStrictEqual(stored(given.before, id));
  });

  it("takes a mask of 32 KB whole: what its last entry names is cleared", async () => {
    const id = await place({ spec: { cpu: 1, limit: 2 } });
    const unknown = Array.from({ length: 1000 }, (_, index) => `spec.field_${index}.${"x".repeat(20)}`);
    const mask = [...unknown, "spec.limit"].join(",");
    expect(mask.length).toBeGreaterThan(32 * 1024);
    await update({ request: {} }, id, asWritten(mask));
    expect(maskSent()).toEqual([mask]);
    expect(await read(id)).toStrictEqual(stored({ spec: { cpu: 1 } }, id));
  });

  it("refuses a header that is not a mask, and changes nothing", async () => {
    const before = { a: 1, spec: { cpu: 1 } };
    const id = await place(before);
    const call = update({ request: { a: 2 } }, id, asWritten("spec."));
    await expect(call).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringMatching(/position 5/),
    });
    expect(await read(id)).toStrictEqual(stored(before, id));
  });
});

function shaped(desc: DescMessage, literal: object): object {
  return generatedFrom(desc, treeFrom(desc, literal));
}

/** The literal under an identifier that the server has given. */
function identified(literal: object, id: string): object {
  const metadata: unknown = Reflect.get(literal, "metadata");
  return { ...literal, metadata: { ...(metadata as object | undefined), id } };
}

/** What the server has of a literal: resources have an identifier, and a spec, be it empty. */
function stored(literal: object, id: string): Tree {
  return treeFrom(Resource, { spec: {}, ...identified(literal, id) });
}
