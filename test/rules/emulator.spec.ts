import type { EmulatorOptions } from "@stratus/emulator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { caught, goodBox, loadShelf, type LooseClient, type Shelf } from "./shelf.fixture.js";
import { emulateShelf, type ShelfEmulator } from "./shelf-emulator.fixture.js";
import { codedError } from "../coded-error.js";

let shelf: Shelf;
beforeAll(async () => {
  shelf = await loadShelf();
});
afterAll(() => shelf[Symbol.asyncDispose]());

const open = (options?: EmulatorOptions): Promise<ShelfEmulator> => emulateShelf(shelf, options);

const put = async (boxes: LooseClient): Promise<string> => {
  const box: { metadata: { id: string } } = await boxes["create"]!(goodBox);
  return box.metadata.id;
};
const seals = (...ids: string[]): { id: string }[] => ids.map((id) => ({ id }));
const paths = async (call: PromiseLike<unknown>): Promise<string[]> =>
  (await caught(call)).violations.map(({ path, rule }) => `${path} ${rule}`);

describe("the emulator of an API with rules", () => {
  it("takes what keeps them, and refuses all else with a BadRequest that names each field", async () => {
    await using one = await open();
    await put(one.boxes);
    const error = await caught(
      one.boxes["create"]!({
        metadata: { name: "much too long", parentId: "p" },
        spec: { ...goodBox.spec, size: 65, label: "", lid: { color: "R" } },
      }),
    );
    expect(error.code).toBe("INVALID_ARGUMENT");
    expect(error.text).toContain("the request violates validation rules: metadata.name: ");
    expect(error.violations.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      "metadata.name string.max_len",
      "spec.size int32.gte_lte",
      "spec.label required",
      "spec.lid.color string.pattern",
    ]);
  });

  it("judges Updates by the resource that they make, as the request alone only if it is told to", async () => {
    for (const [validate, want] of [
      [undefined, []],
      ["merged", []],
      [
        "request",
        [
          "metadata metadata_name",
          "metadata.name required",
          "metadata.parent_id required",
          "spec.label required",
          "spec.lid required",
          "spec.trays repeated.min_items",
          "spec.kind string.pattern",
          "spec.inner required",
          "spec.word word",
          "spec.place required",
        ],
      ],
      ["off", []],
    ] as const) {
      await using one = await open(validate === undefined ? {} : { validate });
      const id = await put(one.boxes);
      const call = one.boxes["update"]!({ metadata: { id }, spec: { size: 5 } }, { resetMask: "" });
      if (want.length === 0) await call;
      else expect(await paths(call)).toEqual(want);
    }
  });

  it("refuses an Update that would make a resource against the rules, and leaves the resource", async () => {
    await using one = await open();
    const id = await put(one.boxes);
    const update = (spec: object, resetMask: string): Promise<unknown> =>
      one.boxes["update"]!({ metadata: { id }, spec }, { resetMask });
    expect(await paths(update({ used: 5 }, ""))).toEqual(["spec fits"]);
    expect(await paths(update({}, "spec.label"))).toEqual(["spec.label required"]);
    expect(await one.boxes["get"]!({ id })).toMatchObject({ spec: goodBox.spec });
  });

  it("judges calls of handlers, and each message of a stream", async () => {
    await using one = await open();
    one.emulator.handle("BoxService/Seal", () => ({ count: 1 }));
    one.emulator.handle("BoxService/Fill", async (requests) => {
      let count = 0;
      for await (const _ of requests as unknown as AsyncIterable<unknown>) count++;
      return { count };
    });
    expect(await one.boxes["seal"]!({ id: "a" })).toMatchObject({ count: 1 });
    expect(await paths(one.boxes["seal"]!({}))).toEqual(["id required"]);
    expect(await one.boxes["fill"]!(seals("a", "b"))).toMatchObject({ count: 2 });
    expect(await paths(one.boxes["fill"]!(seals("a", "much too long")))).toEqual(["id string.max_len"]);
  });

  it("asks who calls before it looks at what is asked", async () => {
    await using one = await open();
    one.emulator.revokeTokens();
    expect((await caught(one.boxes["create"]!({}))).code).toBe("UNAUTHENTICATED");
  });

  it("shows nothing of a secret: no value, no key, no text that an expression makes of it", async () => {
    await using one = await open();
    const spec = { ...goodBox.spec, code: "shut", pins: { "1234": 10 } };
    const { violations, message } = await caught(one.boxes["create"]!({ ...goodBox, spec }));
    expect(violations).toEqual([
      { path: "spec.pins[...]", rule: "int32.lte", text: "must keep the rule int32.lte" },
      { path: "spec", rule: "code", text: "must keep the rule code" },
    ]);
    expect(message).not.toMatch(/1234|shut/);
    expect(
      await paths(one.boxes["create"]!({ ...goodBox, spec: { ...goodBox.spec, code: "swordfish" } })),
    ).toEqual(["spec.code string.in"]);
  });

  it("judges nothing if it is told so, and says what it does", async () => {
    await using one = await open({ validate: "off" });
    await one.boxes["create"]!({ metadata: { name: "much too long" } });
    expect(one.emulator.validate).toBe("off");
    await expect(open({ validate: "some" as never })).rejects.toThrow(
      codedError("OPTION_INVALID", "merged, request or off"),
    );
  });
});
