import { once } from "node:events";
import { createServer } from "node:net";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patienceMs } from "../../../../test/patience.js";
import { callTo } from "../../fixture/sessions.fixture.js";
import { methods } from "../../fixture/test-api.fixture.js";

/** A server that goes on while this thread does not: it says by a flag when it has answered. */
const program = `
  const { workerData, parentPort } = require("node:worker_threads");
  const server = require("node:http2").createServer();
  const flag = new Int32Array(workerData);
  server.on("stream", (stream) => {
    stream.on("error", () => undefined);
    stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
    stream.end(Buffer.alloc(5));
    stream.on("close", () => setTimeout(() => { Atomics.add(flag, 0, 1); Atomics.notify(flag, 0); }, 20));
  });
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

const flag = new Int32Array(new SharedArrayBuffer(4));
const worker = new Worker(program, { eval: true, workerData: flag.buffer });
let address = "";

beforeAll(async () => {
  const [port] = (await once(worker, "message")) as [number];
  address = `127.0.0.1:${port}`;
});
afterAll(() => worker.terminate());

const attemptTimeoutMs = patienceMs / 300;

/** Does nothing until the server has answered one more call and the attempt's time is over. */
function stall(answered: number, startMs: number): void {
  Atomics.wait(flag, 0, answered, 20_000);
  const leftMs = startMs + attemptTimeoutMs + 50 - performance.now();
  if (leftMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, leftMs);
}

/** Does work in a callback of a socket. */
async function inSocketCallback(work: () => void): Promise<void> {
  const server = createServer((socket) => {
    work();
    socket.destroy();
    server.close();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { connect } = await import("node:net");
  connect((server.address() as { port: number }).port, "127.0.0.1").on("error", () => undefined);
  await once(server, "close");
}

describe("an answer that has come while the program was busy", () => {
  it.each<[string, (work: () => void) => unknown]>([
    ["a timer", (work) => setTimeout(work, 0)],
    ["a promise", (work) => Promise.resolve().then(work)],
    ["an I/O callback", inSocketCallback],
  ])("in %s is taken, though the time of the attempt is over", async (_, doing) => {
    const things = callTo(address, { attemptTimeoutMs, retry: false });
    await things.unary(methods.get, {}, { attemptTimeoutMs: 20_000 });
    while (Atomics.load(flag, 0) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const answered = Atomics.load(flag, 0);
    const startMs = performance.now();
    const call = things.unary(methods.get, {});
    // The request leaves in this turn.
    await new Promise((resolve) => setImmediate(resolve));
    void doing(() => stall(answered, startMs));
    expect(await call).toEqual({ metadata: undefined, spec: undefined });
    await new Promise((resolve) => setTimeout(resolve, 60));
  });
});
