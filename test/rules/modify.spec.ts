import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentedCalls } from "./documented-calls.fixture.js";
import { caught, goodBox, loadShelf, type LooseClient, type Shelf } from "./shelf.fixture.js";
import { emulateShelf, type ShelfEmulator } from "./shelf-emulator.fixture.js";

let shelf: Shelf;
beforeAll(async () => {
  shelf = await loadShelf();
});
afterAll(() => shelf[Symbol.asyncDispose]());

/** A server that judges Updates in one reading. */
const open = (validate: "request" | "merged"): Promise<ShelfEmulator> => emulateShelf(shelf, { validate });

/** A resource as a callback sees it. */
interface Draft {
  metadata: { id: string; name: string; resourceVersion: bigint };
  spec: Record<string, never>;
}
const make = async (client: LooseClient, request: object): Promise<Draft> => {
  const made: Draft = await client["create"]!(request);
  return made;
};
const change = (client: LooseClient, id: string, values: object): Promise<unknown> =>
  client["modify"]!({ id }, ({ spec }: Draft) => void Object.assign(spec, values));

/** A change of each field of a box, to a value that the rules take. */
const changes: readonly object[] = [
  { size: 5 },
  { used: 2 },
  { used: 0 },
  { label: "m" },
  { lid: { color: "blue" } },
  { code: "open" },
  { trays: [{ name: "t", size: 2 }] },
  { trays: ["t", "u"].map((name) => ({ name, size: 0 })) },
  { byName: {} },
  { place: { $case: "room", value: "r" } },
  { note: "" },
  { kind: "hard" },
  { inner: { wide: 9, part: { high: 4, note: "p" } } },
  { inner: { wide: 5, part: { high: 1, note: "p" } } },
  { inner: { wide: 5, part: { high: 4, note: "q" } } },
  { tag: undefined },
  { tag: "other" },
  { isOpen: false },
  { word: "wide" },
  { pins: { a: 1 } },
];

describe.each(["request", "merged"] as const)("modify, at a server that judges the %s,", (reading) => {
  it("changes each field that the rules let it change", async () => {
    await using one = await open(reading);
    for (const values of changes) {
      const { metadata, spec } = await make(one.boxes, goodBox);
      await change(one.boxes, metadata.id, values);
      const now: Draft = await one.boxes["get"]!({ id: metadata.id });
      expect(now.spec, JSON.stringify(values)).toEqual({ ...spec, ...values });
    }
  });

  it("changes metadata alone", async () => {
    await using one = await open(reading);
    const { metadata } = await make(one.boxes, goodBox);
    await one.boxes["modify"]!({ id: metadata.id }, (box: Draft) => void (box.metadata.name = "two"));
    expect(await one.boxes["get"]!({ id: metadata.id })).toMatchObject({ metadata: { name: "two" } });
  });

  it("is refused for what breaks a rule in every reading", async () => {
    await using one = await open(reading);
    const { metadata } = await make(one.boxes, goodBox);
    expect((await caught(change(one.boxes, metadata.id, { size: 99 }))).violations).toMatchObject([
      { path: "spec.size" },
    ]);
    expect((await caught(change(one.boxes, metadata.id, { label: "" }))).violations).toMatchObject([
      { path: "spec.label" },
    ]);
  });
});

const safe = {
  metadata: { name: "one", parentId: "p" },
  spec: { depth: 1, password: "sesame", keys: [{ name: "k", pin: "1" }] },
};

describe("modify of what it cannot read", () => {
  it("sends neither it nor what might lose it, at a server that judges the resource", async () => {
    await using one = await open("merged");
    const { metadata } = await make(one.safes, safe);
    one.emulator.clearCalls();
    await change(one.safes, metadata.id, { depth: 2 });
    const [, update] = one.emulator.calls();
    expect(update?.message).toMatchObject({ spec: { depth: 2 } });
    expect(JSON.stringify(update?.message)).not.toMatch(/password|keys/);
  });

  it("says what to send by update where a server judges the request", async () => {
    await using one = await open("request");
    const { metadata } = await make(one.safes, safe);
    const error = await caught(change(one.safes, metadata.id, { depth: 2 }));
    expect(error.violations.map(({ path }) => path)).toEqual(["spec.password", "spec.keys"]);
    expect(error.text).toContain(
      "; modify sent only what was changed and what known rules require, without spec.password (no response shows it), spec.keys; " +
        'send that and the change with update, with metadata.id, metadata.resource_version and the option resetMask: ""',
    );
    // As it says.
    const { id, resourceVersion } = metadata;
    const whole = { ...safe, metadata: { ...safe.metadata, id, resourceVersion } };
    await one.safes["update"]!({ ...whole, spec: { ...safe.spec, depth: 2 } }, { resetMask: "" });
    expect(await one.safes["get"]!({ id })).toMatchObject({ spec: { depth: 2 } });
  });
});

describe.each([
  ["boxes", "docs/shelf/v1/BoxService.md", { size: 9 }],
  ["safes", "docs/shelf/v1/SafeService.md", { depth: 9 }],
] as const)("the documentation of %s", (which, page, other) => {
  it("shows calls of update and modify that change what its call of create makes", async () => {
    await using one = await open("merged");
    const client = one[which];
    const call = documentedCalls(shelf, page);
    const { metadata } = (await call(client, "create")) as Draft;
    await call(client, "update", metadata.id);
    await change(client, metadata.id, other);
    await call(client, "modify", metadata.id);
    const now: Draft = await client["get"]!({ id: metadata.id });
    expect(now.metadata.resourceVersion).toBe(4n);
    expect(now.spec).toMatchObject(Object.fromEntries(Object.keys(other).map((name) => [name, 1])));
  });
});
