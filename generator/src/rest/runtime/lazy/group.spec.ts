import { describe, expect, it, vi } from "vitest";
import { makeCall, type CallResponse, type Call } from "../call.js";
import { lazyGroup } from "./group.js";

/** A group as it is generated. */
class Pets {
  readonly sent: unknown[] = [];

  get(id: number): Call<string> {
    this.sent.push(id);
    if (id < 0) return makeCall(Promise.reject(new Error("no such pet")));
    return makeCall(Promise.resolve({ data: `pet ${id}`, status: 200 } as CallResponse<string>));
  }

  async *listAll(): AsyncIterable<string> {
    yield "a";
    yield* ["b", "c"];
  }
}

const lazy = (load = (): Promise<Pets> => Promise.resolve(new Pets())): Pets => lazyGroup("pets", load);

describe("a group that is loaded with its first call", () => {
  it("is not loaded before, and once for all calls", async () => {
    const load = vi.fn(() => Promise.resolve(new Pets()));
    const pets = lazy(load);
    expect(load).not.toHaveBeenCalled();
    await Promise.all([pets.get(1), pets.get(2)]);
    await pets.get(3);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("returns the results of the group", async () => {
    const pets = lazy();
    expect(await pets.get(7)).toBe("pet 7");
    expect(await pets.get(7).withResponse()).toMatchObject({ data: "pet 7", status: 200 });
    await expect(pets.get(-1)).rejects.toThrow("no such pet");
    await expect(pets.get(-1).withResponse()).rejects.toThrow("no such pet");
    const names: string[] = [];
    for await (const name of pets.listAll()) names.push(name);
    expect(names).toEqual(["a", "b", "c"]);
  });

  it("sends a call that nobody awaits, and leaves a list that nobody reads", async () => {
    const group = new Pets();
    const pets = lazy(() => Promise.resolve(group));
    void pets.get(1);
    pets.listAll();
    await vi.waitFor(() => expect(group.sent).toEqual([1]));
  });

  it("says that nothing was sent if its code cannot be loaded, and loads it anew with the next call", async () => {
    const cause = new TypeError("Failed to fetch dynamically imported module");
    const load = vi.fn(() => Promise.resolve(new Pets())).mockRejectedValueOnce(cause);
    const pets = lazy(load);
    await expect(pets.get(1)).rejects.toMatchObject({
      code: "UNAVAILABLE",
      attempts: 0,
      cause,
      clientReason: "MODULE_LOAD_FAILED",
    });
    expect(await pets.get(1)).toBe("pet 1");
  });

  it("throws in the loop over a list if its code cannot be loaded, and nowhere else", async () => {
    const pets = lazy(() => Promise.reject(new Error("offline")));
    const names = async (): Promise<void> => {
      for await (const _ of pets.listAll());
    };
    await expect(names()).rejects.toMatchObject({ clientReason: "MODULE_LOAD_FAILED" });
  });

  it("names the nearest if there is no such method", async () => {
    const pets = lazy() as Pets & { listAl(): Promise<void> };
    await expect(pets.listAl()).rejects.toMatchObject({ code: "OPTION_UNKNOWN", option: "listAl" });
  });

  it("is no promise, has no JSON, and is printed without being loaded", async () => {
    const load = vi.fn(() => Promise.resolve(new Pets()));
    const pets = lazy(load);
    expect(await Promise.resolve(pets)).toBe(pets);
    expect([JSON.stringify({ pets }), String(pets)]).toEqual(['{"pets":{}}', "[object Object]"]);
    expect(load).not.toHaveBeenCalled();
  });

  it("has methods that tests can replace", async () => {
    const pets = lazy();
    pets.get = () => makeCall(Promise.resolve({ data: "Tom" } as CallResponse<string>));
    expect(await pets.get(1)).toBe("Tom");
  });
});
