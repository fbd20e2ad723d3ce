import { constants } from "node:http2";
import { expect, it } from "vitest";
import { SimpleResponse } from "../../generated/interop/testing/index.js";
import { framed } from "../../runtime/src/fixture/fault-server.fixture.js";
import { negativeCases, runNegative } from "./cases/negative-cases.js";
import { lineTo } from "./cases/target.js";
import { startRawServer, type RawConnection } from "./raw-server.fixture.js";

const response = SimpleResponse.create({ payload: { body: new Uint8Array(314_159) } });
const answer = framed(SimpleResponse.encode(response));

type Part = (connection: RawConnection, stream: number) => void;

const proper: Part = (connection, stream) => {
  connection.headers(stream);
  connection.data(stream, answer);
  connection.trailers(stream);
};

/** What the server does with each call, by case. */
const behaviours: Readonly<Record<string, Part>> = {
  goaway(connection, stream) {
    proper(connection, stream);
    connection.goaway(stream);
  },
  rst_after_header(connection, stream) {
    connection.headers(stream);
    connection.reset(stream);
  },
  rst_during_data(connection, stream) {
    connection.headers(stream);
    connection.data(stream, answer.subarray(0, 5_000));
    connection.reset(stream);
  },
  rst_after_data(connection, stream) {
    connection.headers(stream);
    connection.data(stream, answer);
    connection.reset(stream);
  },
  ping(connection, stream) {
    connection.ping("before");
    connection.headers(stream);
    connection.ping("headers");
    connection.data(stream, answer);
    connection.ping("data");
    connection.trailers(stream);
    connection.ping("trailers");
  },
  max_streams(connection, stream) {
    if (connection.calls.length === 1) connection.allow(1);
    setTimeout(() => proper(connection, stream), 5);
  },
  data_frame_padding(connection, stream) {
    connection.headers(stream);
    connection.data(stream, answer, 255);
    connection.trailers(stream);
  },
};

it.each(negativeCases)("a client bears a server of raw frames: $name", async (one) => {
  await using server = await startRawServer(behaviours[one.name] ?? expect.fail(`nothing for ${one.name}`));
  await runNegative(one, {
    target: () => ({
      address: server.address,
      isSecure: false,
      seesCompression: false,
      compresses: "nothing",
    }),
    seen: async () =>
      server.connections.map(({ calls, acks, most }) => ({ calls: calls.length, acks, most })),
  });
});

it("a call that is cancelled just before its session is closed is reset all the same", async () => {
  await using server = await startRawServer((connection, stream) => {
    connection.headers(stream);
    connection.data(stream, answer);
  });
  const target = { address: server.address, isSecure: false, seesCompression: false } as const;
  const stop = new AbortController();
  {
    await using line = lineTo({ ...target, compresses: "nothing" }, {});
    const reading = (async () => {
      for await (const { payload } of line.tests.streamingOutputCall({}, { signal: stop.signal })) {
        if (payload) stop.abort(new Error("seen enough"));
      }
    })();
    await expect(reading).rejects.toThrow("seen enough");
  }
  await expect.poll(() => server.connections[0]?.resets).toEqual([[1, constants.NGHTTP2_CANCEL]]);
});
