import { describe, expect, it } from "vitest";
import { answer, FaultServer, grpcHeaders, type Fault } from "../../fixture/fault-server.fixture.js";
import { callTo, until } from "../../fixture/sessions.fixture.js";
import { methods, ThingType, type Thing } from "../../fixture/test-api.fixture.js";
import { codedError } from "../../../../test/coded-error.js";

const thing: Thing = { metadata: undefined, spec: { size: 5, note: "n", password: "" } };
const serve = answer(ThingType.encode(thing));

/** A proxy that takes headers of so many bytes, and refuses larger ones as it is told; it announces no limit. */
function limited(bytes: number, refuse: Fault): Fault {
  return (stream, session, headers) => {
    if (String(headers["x-large"] ?? "").length > bytes) refuse(stream, session, headers);
    else if (String(headers[":path"]).endsWith("/Watch")) stream.respond(grpcHeaders);
    else serve(stream);
  };
}

const large = (length: number) => ({ metadata: { "x-large": "v".repeat(length) } });

describe("a call with more metadata than a proxy takes", () => {
  it.each<[string, Fault]>([
    ["GOAWAY with code 11", (_, session) => session?.goaway(11, 1)],
    ["GOAWAY with code 2 that disowns the call", (_, session) => session?.goaway(2, 0)],
    ["a reset with code 1", (stream) => stream.close(1)],
    ["a reset with code 11", (stream) => stream.close(11)],
  ])("that refuses it by %s fails once, and names the header and its size", async (_, refuse) => {
    await using server = await new FaultServer([limited(8_000, refuse)]).listen();
    const things = callTo(server.address);
    await expect(things.unary(methods.get, {}, large(15_000))).rejects.toMatchObject({
      code: "RESOURCE_EXHAUSTED",
      attempts: 1,
      text: expect.stringMatching(
        /^the metadata of the call is probably larger than a proxy .* about 15\d\d\d bytes; the largest is "x-large" with 15000 \(/,
      ),
    });
    expect(server.seen).toHaveLength(1);
  });

  it("fails no other call", async () => {
    const refuse: Fault = (_, session) => session?.goaway(11, 1);
    await using server = await new FaultServer([limited(8_000, refuse)]).listen();
    const things = callTo(server.address, { retry: false });
    const reading = things.serverStream(methods.watch, {})[Symbol.asyncIterator]().next();
    let isOver = false;
    reading.catch(() => undefined).finally(() => (isOver = true));
    await until(() => server.seen.length === 1);
    const work = things.unary(methods.get, {}, large(5_000));
    expect(await work).toEqual(thing);
    await expect(things.unary(methods.get, {}, large(15_000))).rejects.toThrow(
      codedError("RESOURCE_EXHAUSTED", "probably larger"),
    );
    expect(await things.unary(methods.get, {})).toEqual(thing);
    expect(await things.unary(methods.get, {}, large(5_000))).toEqual(thing);
    expect(isOver).toBe(false);
    // One for all usual calls, and one for each size that is not.
    expect(server.connections).toBe(3);
  });
});

it("a server that ends three connections in a row by the same code is not asked a fourth time", async () => {
  await using server = await new FaultServer([(_, session) => session?.goaway(2, 1)]).listen();
  await expect(callTo(server.address).unary(methods.get, {})).rejects.toMatchObject({
    code: "UNAVAILABLE",
    attempts: 3,
    text: expect.stringContaining("GOAWAY with code 2), and so 3 in a row without an answer"),
  });
});
