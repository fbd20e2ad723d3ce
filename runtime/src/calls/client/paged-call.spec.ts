import { describe, expect, it } from "vitest";
import { staticToken } from "../../session/auth/static-token.js";
import type { CallOptions } from "../chain/call-options.js";
import type { OutgoingCall } from "../chain/interceptor.js";
import {
  connectThings,
  methods,
  openSession,
  type ListRequest,
  type Thing,
} from "../../fixture/test-api.fixture.js";
import { answering, failure } from "../../fixture/test-transport.fixture.js";
import { codedError } from "../../../../test/coded-error.js";

const item = (id: string): Thing => ({
  metadata: { id, parentId: "", resourceVersion: 0n },
  spec: undefined,
});

function setUp(pages: { readonly [token: string]: unknown }) {
  const transport = answering((call: OutgoingCall) => pages[(call.message as ListRequest).pageToken]);
  const session = openSession({ transport, credentials: staticToken("token-1"), retry: false });
  const listAll = (request = {}, options?: CallOptions) =>
    connectThings(session).paged(methods.list, "items", request, options);
  const tokens = (): string[] => transport.calls.map((call) => (call.message as ListRequest).pageToken);
  return { listAll, tokens };
}

const three = {
  "": { items: [item("1"), item("2")], nextPageToken: "a" },
  a: { items: [], nextPageToken: "b" },
  b: { items: [item("3")], nextPageToken: "" },
};

describe("all items of a list", () => {
  it("come page after page, also over an empty one", async () => {
    const { listAll, tokens } = setUp(three);
    const ids: (string | undefined)[] = [];
    for await (const one of listAll({ parentId: "p" })) ids.push(one.metadata?.id);
    expect(ids).toEqual(["1", "2", "3"]);
    expect(tokens()).toEqual(["", "a", "b"]);
  });

  it("come as an array", async () => {
    const { listAll } = setUp(three);
    expect((await listAll().toArray()).map((one) => one.metadata?.id)).toEqual(["1", "2", "3"]);
    const { listAll: listNone } = setUp({ "": { items: [], nextPageToken: "" } });
    expect(await listNone().toArray()).toEqual([]);
  });

  it("say how they are read if they are awaited, and never request a page for that", async () => {
    const { listAll, tokens } = setUp(three);
    const awaited = (async () => await (listAll() as unknown))();
    await expect(awaited).rejects.toThrow(
      codedError(
        "CALL_MISUSED",
        /loop over it with `for await`, or .* `await client\.listAll\(\.\.\.\)\.toArray\(\)`/,
      ),
    );
    expect(tokens()).toEqual([]);
  });

  it("end with an abort, in the midst of a page", async () => {
    const { listAll, tokens } = setUp(three);
    const controller = new AbortController();
    const ids: (string | undefined)[] = [];
    const reading = (async () => {
      for await (const one of listAll({}, { signal: controller.signal })) {
        ids.push(one.metadata?.id);
        controller.abort(new Error("enough"));
      }
    })();
    await expect(reading).rejects.toThrow("enough");
    expect(ids).toEqual(["1"]);
    expect(tokens()).toEqual([""]);
  });

  it("can be read by pages, and again from the start", async () => {
    const { listAll, tokens } = setUp(three);
    const all = listAll();
    const sizes: number[] = [];
    for await (const page of all.pages()) sizes.push(page.items.length);
    for await (const page of all.pages()) sizes.push(page.items.length);
    expect(sizes).toEqual([2, 0, 1, 2, 0, 1]);
    expect(tokens()).toHaveLength(6);
  });

  it("fetch no page before it is needed, and none after a break", async () => {
    const { listAll, tokens } = setUp(three);
    const all = listAll();
    expect(tokens()).toEqual([]);
    for await (const one of all) if (one.metadata?.id === "2") break;
    expect(tokens()).toEqual([""]);
  });

  it("start at the page that the caller names, and change nothing of the request", async () => {
    const { listAll, tokens } = setUp(three);
    const request = Object.freeze({ pageToken: "b" });
    for await (const _ of listAll(request));
    expect(tokens()).toEqual(["b"]);
  });

  it.each([
    [
      "the same token again",
      "2 pages",
      { "": { items: [item("1")], nextPageToken: "a" }, a: { items: [item("2")], nextPageToken: "a" } },
    ],
    [
      "a token of an earlier page",
      "3 pages",
      {
        "": { items: [item("1")], nextPageToken: "a" },
        a: { items: [item("2")], nextPageToken: "b" },
        b: { items: [], nextPageToken: "a" },
      },
    ],
  ])("fail when the server gives %s, after the items before it", async (_what, count, pages) => {
    const { listAll } = setUp(pages);
    const ids: unknown[] = [];
    const reading = (async () => {
      for await (const one of listAll()) ids.push(one.metadata?.id);
    })();
    await expect(reading).rejects.toMatchObject({
      code: "INTERNAL",
      clientReason: "RESPONSE_INVALID",
      method: "acme.v1.ThingService/List",
      text: expect.stringContaining(`for the second time, after ${count}`),
    });
    expect(ids).toEqual(["1", "2"]);
  });

  it("fail when the server gives the token that the caller began with", async () => {
    const { listAll } = setUp({ a: { items: [item("1")], nextPageToken: "a" } });
    await expect(listAll({ pageToken: "a" }).toArray()).rejects.toThrow("for the second time, after 1 page:");
  });

  it("throw the failure of a page into the loop, after the items before it", async () => {
    const { listAll } = setUp({ "": { items: [item("1")], nextPageToken: "a" }, a: failure(7) });
    const ids: unknown[] = [];
    const reading = (async () => {
      for await (const one of listAll()) ids.push(one.metadata?.id);
    })();
    await expect(reading).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    expect(ids).toEqual(["1"]);
  });
});
