import { once } from "node:events";
import { connect, type IncomingHttpHeaders } from "node:http2";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadShop, type OpenShop, type ShopApi } from "./shop.fixture.js";

/** What servers of grpc-js send after our handlers, as bytes on the wire. */
let api: ShopApi;
beforeAll(async () => {
  api = await loadShop();
});
afterAll(() => api[Symbol.asyncDispose]());

/** The trailers of a call with an empty request, which are the headers if it has no response. */
async function trailersOf({ address }: OpenShop, rpc: string): Promise<IncomingHttpHeaders> {
  const connection = connect(`http://${address}`);
  try {
    const stream = connection.request({
      ":method": "POST",
      ":path": `/acme.shop.v1.OrderService/${rpc}`,
      "content-type": "application/grpc",
      te: "trailers",
    });
    const found: IncomingHttpHeaders = {};
    stream.on("response", (headers) => Object.assign(found, headers));
    stream.on("trailers", (trailers) => Object.assign(found, trailers));
    stream.end(Buffer.alloc(5));
    stream.resume();
    await once(stream, "close");
    return found;
  } finally {
    connection.destroy();
  }
}

it("a success has no message", async () => {
  await using shop = await api.open({ get: () => ({}) });
  const trailers = await trailersOf(shop, "Get");
  expect(trailers["grpc-status"]).toBe("0");
  expect(trailers).not.toHaveProperty("grpc-message");
});

it("a failure has its message", async () => {
  const { AcmeError } = api.root;
  await using shop = await api.open({
    get: () => {
      throw new AcmeError({ code: "ABORTED", text: "no" });
    },
  });
  expect(await trailersOf(shop, "Get")).toMatchObject({ "grpc-status": "10", "grpc-message": "no" });
});

it.each([1, 2, 3])("binary headers, trailers and details of %i bytes have no padding", async (length) => {
  const { AcmeError } = api.root;
  const value = new Uint8Array(length).fill(7);
  await using shop = await api.open({
    get: (_, call) => {
      call.sendHeader([["x-head-bin", value]]);
      call.addTrailer([
        ["x-tail-bin", value],
        ["x-tail-bin", value],
      ]);
      throw new AcmeError({ code: "ABORTED", text: "no", details: [{ typeName: "acme.Thing", value }] });
    },
  });
  const trailers = await trailersOf(shop, "Get");
  const base64 = Buffer.from(value).toString("base64").replace(/=+$/, "");
  expect(trailers).toMatchObject({ "x-head-bin": base64, "x-tail-bin": `${base64}, ${base64}` });
  expect(trailers["grpc-status-details-bin"]).toMatch(/^[^=]+$/);
});
