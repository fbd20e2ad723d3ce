import { createFileRegistry } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generatedFrom, treeOfGenerated } from "./generated-message.fixture.js";
import { descriptors, messageType } from "./schema.fixture.js";
import { asWritten, openSocketApi, type SocketApi } from "./socket.fixture.js";
import { treeFrom, type Tree } from "./tree.fixture.js";

const registry = createFileRegistry(descriptors());
const Resource = messageType(registry, "example.v1.Resource");

describe("an Update over a socket", () => {
  let api: SocketApi;

  beforeAll(async () => {
    api = await openSocketApi(registry);
  });
  afterAll(() => api.close());

  /** Creates a resource, and returns its identifier. */
  const place = async (before: object): Promise<string> =>
    (await api.resources.create(shaped(before))).metadata.id;
  const read = async (id: string): Promise<Tree> =>
    treeOfGenerated(Resource, await api.resources.get({ id }));
  const update = (request: object, id: string, mask: string): PromiseLike<unknown> =>
    api.resources.update(shaped({ ...request, metadata: { id } }), asWritten(mask));

  it("takes a mask of 32 KB whole: what its last entry names is cleared", async () => {
    const id = await place({ spec: { cpu: 1, limit: 2 } });
    const unknown = Array.from({ length: 1000 }, (_, index) => `spec.field_${index}.${"x".repeat(20)}`);
    const mask = [...unknown, "spec.limit"].join(",");
    expect(mask.length).toBeGreaterThan(32 * 1024);
    await update({}, id, mask);
    const sent = api.emulator.calls().findLast(({ method }) => method.endsWith("/Update"));
    expect(sent?.metadata["x-resetmask"]).toEqual([mask]);
    expect(await read(id)).toStrictEqual(stored({ spec: { cpu: 1 } }, id));
  });

  it("refuses a header that is not a mask, and changes nothing", async () => {
    const before = { a: 1, spec: { cpu: 1 } };
    const id = await place(before);
    const call = update({ a: 2 }, id, "spec.");
    await expect(call).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringMatching(/position 5/),
    });
    expect(await read(id)).toStrictEqual(stored(before, id));
  });
});

function shaped(literal: object): object {
  return generatedFrom(Resource, treeFrom(Resource, literal));
}

/** What the server has of a literal under the identifier that it gave. */
function stored(literal: object, id: string): Tree {
  return treeFrom(Resource, { ...literal, metadata: { id } });
}
