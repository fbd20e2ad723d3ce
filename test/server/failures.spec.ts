import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { credentials, makeGenericClientConstructor, type ServiceError } from "@grpc/grpc-js";
import { loadShop, type ShopApi } from "./shop.fixture.js";

/** What a caller is told when a handler fails. */
describe("a handler of a generated server that fails", () => {
  let api: ShopApi;
  beforeAll(async () => {
    api = await loadShop();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  const secret = "password=hunter2";

  it("with the API's own error tells its code, text, service errors, details and pushback", async () => {
    const { AcmeError } = api.root;
    const fault = { retryType: 1, kind: { $case: "reason", value: "closed" } } as const;
    const detail = { typeName: "acme.Unknown", value: Uint8Array.of(1, 2, 3) };
    await using shop = await api.open({
      get: () => {
        throw new AcmeError({
          code: "FAILED_PRECONDITION",
          text: "the shop is closed \ud83d\ude34, \ud83d",
          serviceErrors: [fault],
          details: [detail],
          retryDelayMs: 1500,
        });
      },
    });
    const error = await shop.client.get({}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AcmeError);
    expect(error).toMatchObject({
      code: "FAILED_PRECONDITION",
      text: "the shop is closed \ud83d\ude34, \ufffd",
      retryType: "CALL",
      attempts: 1,
    });
    if (!(error instanceof AcmeError)) return;
    expect(error.serviceErrors).toEqual([fault]);
    expect(error.details).toEqual([detail]);
    expect(error.trailer?.get("grpc-retry-pushback-ms")).toBe("1500");
    expect(shop.errors).toEqual([]);
  });

  it.each(["get", "watch", "upload", "talk"] as const)("tells an rpc of every kind: %s", async (rpc) => {
    const fail = () => {
      throw new api.root.AcmeError({ code: "ABORTED", text: "someone was faster" });
    };
    await using shop = await api.open({ get: fail, watch: fail, upload: fail, talk: fail });
    const calls = {
      get: () => shop.client.get({}),
      watch: () => all(shop.client.watch({})),
      upload: () => shop.client.upload([{}]),
      talk: () => all(shop.client.talk([{}])),
    };
    await expect(calls[rpc]()).rejects.toMatchObject({ code: "ABORTED", text: "someone was faster" });
  });

  it("in the middle of a stream tells it after what was sent", async () => {
    await using shop = await api.open({
      async *watch() {
        yield { metadata: { id: "1" } };
        throw new api.root.AcmeError({ code: "DATA_LOSS", text: "the rest is gone" });
      },
    });
    const seen: unknown[] = [];
    const run = async () => {
      for await (const order of shop.client.watch({})) seen.push(order.metadata?.id);
    };
    await expect(run()).rejects.toMatchObject({ code: "DATA_LOSS", text: "the rest is gone" });
    expect(seen).toEqual(["1"]);
  });

  it.each<[string, () => never]>([
    [
      "an Error",
      () => {
        throw new Error(secret);
      },
    ],
    [
      "what is no Error",
      () => {
        throw { code: 5, message: secret, details: secret };
      },
    ],
    [
      "nothing",
      () => {
        throw undefined;
      },
    ],
    ["a rejection", (() => Promise.reject(new TypeError(secret))) as () => never],
    ["a response that is none", (() => secret) as () => never],
    ["a response with a field that is none", (() => ({ spec: { [secret]: 1 } })) as () => never],
    ["a value that does not fit", (() => ({ spec: { floor: secret } })) as () => never],
  ])("with %s is UNKNOWN, without its text, and is told to onError", async (_, fail) => {
    await using shop = await api.open({
      get: fail,
      async *watch() {
        yield fail();
      },
    });
    for (const call of [() => shop.client.get({}), () => all(shop.client.watch({}))]) {
      const error = await call().catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        code: "UNKNOWN",
        text: expect.stringMatching(/^the handler of .* failed$/),
      });
      expect(JSON.stringify(error) + String(error)).not.toContain("hunter2");
    }
    expect(shop.errors).toHaveLength(2);
  });

  it("with the error of a call that it made itself is UNKNOWN: that spoke of another service", async () => {
    await using other = await api.open({
      get: () => {
        throw new api.root.AcmeError({ code: "PERMISSION_DENIED", text: secret });
      },
    });
    await using shop = await api.open({ get: () => other.client.get({}) });
    await expect(shop.client.get({})).rejects.toMatchObject({
      code: "UNKNOWN",
      text: "the handler of Get failed",
    });
    expect(shop.errors).toMatchObject([{ code: "PERMISSION_DENIED" }]);
  });

  it("with a service error that is none tells code and text all the same", async () => {
    await using shop = await api.open({
      get: () => {
        throw new api.root.AcmeError({
          code: "NOT_FOUND",
          text: "no order",
          serviceErrors: [{ colour: "red" } as never],
        });
      },
    });
    await expect(shop.client.get({})).rejects.toMatchObject({ code: "NOT_FOUND", serviceErrors: [] });
    expect(String(shop.errors)).toContain("acme.common.v1.Fault has no such field");
  });

  it("with more details than a client takes leaves out those that are too large", async () => {
    const detailOf = (size: number) => ({ typeName: "acme.Unknown", value: new Uint8Array(size) });
    await using shop = await api.open({
      get: () => {
        const details = [detailOf(10), detailOf(100_000), detailOf(20)];
        throw new api.root.AcmeError({ code: "NOT_FOUND", text: "no order", details });
      },
    });
    await expect(shop.client.get({})).rejects.toMatchObject({
      code: "NOT_FOUND",
      text: "no order",
      details: [detailOf(10), detailOf(20)],
    });
    expect(String(shop.errors)).toContain("1 of 3 details of an error were left out");
  });

  it("and whose onError fails too, fails alone", async () => {
    const fail = () => {
      throw new Error("twice");
    };
    for (const onError of [fail, () => Promise.reject(new Error("twice"))]) {
      await using shop = await api.open({ get: fail, list: () => ({}) }, { onError });
      await expect(shop.client.get({})).rejects.toMatchObject({ code: "UNKNOWN" });
      expect(await shop.client.list({})).toMatchObject({ orders: [] });
    }
  });

  it("is not there: UNIMPLEMENTED, of every kind", async () => {
    await using shop = await api.open({});
    const { client } = shop;
    const unimplemented = { code: "UNIMPLEMENTED", text: expect.stringMatching(/ is not implemented$/) };
    await expect(client.get({})).rejects.toMatchObject(unimplemented);
    await expect(client.upload([{}])).rejects.toMatchObject(unimplemented);
    await expect(all(client.watch({}))).rejects.toMatchObject(unimplemented);
    await expect(all(client.talk([{}]))).rejects.toMatchObject(unimplemented);
    expect(shop.errors).toEqual([]);
  });

  it("gets no request that cannot be read", async () => {
    const got: unknown[] = [];
    await using shop = await api.open({
      get: (request) => {
        got.push(request);
        return {};
      },
      async upload(lines) {
        for await (const line of lines) got.push(line);
        got.push("the end");
        return {};
      },
    });
    for (const rpc of ["Get", "Upload"]) {
      const error = await callRaw(shop.address, rpc, Buffer.of(0x0a, 0xff, 0xff, 0x7f));
      expect(error).toMatchObject({ code: 13, details: "Error deserializing request" });
    }
    expect(got).toEqual([]);
    expect(shop.errors).toEqual([]);
    expect(await shop.client.get({})).toBeDefined();
  });
});

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

/** Sends bytes as the one request of an rpc. */
function callRaw(address: string, rpc: string, request: Buffer): Promise<ServiceError | undefined> {
  const Client = makeGenericClientConstructor({}, "raw");
  const client = new Client(address, credentials.createInsecure());
  const pass = (bytes: Buffer): Buffer => bytes;
  return new Promise<ServiceError | undefined>((resolve) => {
    client.makeUnaryRequest(`/acme.shop.v1.OrderService/${rpc}`, pass, pass, request, (error) =>
      resolve(error ?? undefined),
    );
  }).finally(() => client.close());
}
