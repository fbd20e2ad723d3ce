import { codedError } from "../../../../test/coded-error.js";
import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import type { OutgoingCall } from "../chain/interceptor.js";
import {
  connectThings,
  methods,
  openSession,
  operationWiring,
  type ListRequest,
} from "../../fixture/test-api.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";

const item = (id: string): object => ({ metadata: { id, parentId: "", resourceVersion: 0n } });

const pages: Readonly<Record<string, unknown>> = {
  "": { items: [item("1"), item("2")], nextPageToken: "a" },
  a: { items: [item("3")], nextPageToken: "" },
};

function setUp() {
  const transport = answering((call: OutgoingCall) => pages[(call.message as ListRequest).pageToken]);
  const things = connectThings(openSession({ transport, credentials: staticToken("token-1"), retry: false }));
  const tokens = (): string[] => transport.calls.map((call) => (call.message as ListRequest).pageToken);
  return { list: () => things.list(methods.list, "items", { parentId: "p" }), things, tokens };
}

describe("a call of a paginated method", () => {
  it("is one page if it is awaited, called once", async () => {
    const { list, tokens } = setUp();
    const call = list();
    const page = await call;
    expect(page.nextPageToken).toBe("a");
    expect((await call.withResponse()).data).toBe(page);
    expect(await call.then(({ items }) => items.length)).toBe(2);
    expect(tokens()).toEqual([""]);
  });

  it("is all items in a loop, with no call before the first and none after a break", async () => {
    const { list, tokens } = setUp();
    const call = list();
    const items = call[Symbol.asyncIterator]();
    expect(tokens()).toEqual([]);
    await items.next();
    expect(tokens()).toEqual([""]);
    await items.return?.();
    expect(tokens()).toEqual([""]);
    const ids: (string | undefined)[] = [];
    for await (const one of list()) ids.push(one.metadata?.id);
    expect(ids).toEqual(["1", "2", "3"]);
    expect(tokens()).toEqual(["", "", "a"]);
  });

  it("tells a loop in plain JavaScript to wait", () => {
    const { list, tokens } = setUp();
    const loop = (): void => {
      for (const one of list() as unknown as Iterable<unknown>) expect(one).toBeDefined();
    };
    expect(loop).toThrow(codedError("CALL_MISUSED", "a list is read with `for await`"));
    expect(tokens()).toEqual([]);
  });
});

describe("a call that was not awaited", () => {
  it("says so if what it gives is read of it", async () => {
    const { list, things } = setUp();
    const got = things.unary(methods.get, { id: "1" });
    const made = things.operation(methods.create, operationWiring, {});
    got.catch(() => undefined);
    made.catch(() => undefined);
    const read = (call: object, name: string) => () => (call as Readonly<Record<string, unknown>>)[name];
    expect(read(got, "metadata")).toThrow(
      "metadata was read from a call instead of its result: await it first",
    );
    expect(read(made, "wait")).toThrow(codedError("CALL_MISUSED", "await it first"));
    expect(read(list(), "items")).toThrow(codedError("CALL_MISUSED", "await it first"));
    // Promises are asked for much by those who look at them.
    expect(read(got, "nonsense")()).toBeUndefined();
    expect(Object.keys(got)).toEqual(["withResponse"]);
    expect(got).toBeInstanceOf(Promise);
  });
});
