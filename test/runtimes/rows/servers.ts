import { once } from "node:events";
import type { ServerOptions, ServerHttp2Stream } from "node:http2";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { SimpleResponse } from "../../../generated/interop/testing/index.js";
import {
  answer,
  FaultServer,
  framed,
  type Fault,
} from "../../../runtime/src/fixture/fault-server.fixture.js";
import type { Stand } from "./row.js";

/** An answer of the test service with so many bytes, encoded. */
export const responseOf = (size: number): Uint8Array =>
  SimpleResponse.encode(SimpleResponse.create({ payload: { body: new Uint8Array(size) } }));

/** Answers a call with few bytes when its request is complete. */
export const answerWhole: Fault = (stream) => {
  stream.resume();
  stream.on("end", () => answer(responseOf(10))(stream));
};

/** A message in its frame. */
export const response = (size: number): Buffer => framed(responseOf(size));

/** A server that does with each call what it is told, and what must be true of it at the end. */
export async function faulty(
  faults: readonly Fault[],
  judge?: (server: FaultServer) => void | Promise<void>,
  options: ServerOptions = {},
): Promise<Stand> {
  const server = await new FaultServer(faults, options).listen();
  return {
    facts: { address: server.address },
    ...(judge ? { judge: () => judge(server) } : {}),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** A server of raw bytes on the loopback address. */
export interface RawListener extends AsyncDisposable {
  readonly address: string;
  readonly open: ReadonlySet<Socket>;
}

/** Starts a server of raw bytes. */
export async function listenRaw(serve: (socket: Socket) => void): Promise<RawListener> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => open.delete(socket));
    serve(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    open,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

/** A relay that holds everything up for some milliseconds in each direction, as distance does. */
export function delayTo(address: string, delayMs: number): Promise<RawListener> {
  return listenRaw((near) => {
    const [host, port] = address.split(":");
    const far = connect(Number(port), host);
    far.on("error", () => near.destroy());
    near.on("close", () => far.destroy());
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on("data", (chunk: Buffer) => setTimeout(() => other.destroyed || other.write(chunk), delayMs));
      one.on("end", () => setTimeout(() => other.end(), delayMs));
    }
  });
}

/** Begins an answer that goes on for as long as somebody reads it, and counts its messages. */
export function endless(stream: ServerHttp2Stream, message: Buffer, sent: () => void): void {
  stream.respond({ ":status": 200, "content-type": "application/grpc" });
  const go = (): void => {
    while (!stream.destroyed) {
      sent();
      if (!stream.write(message)) return void stream.once("drain", go);
    }
  };
  go();
}

/** Carries bytes between both ends, unless they are to be lost. */
export function pipeUnless(isLost: () => boolean, near: Socket, address: string): void {
  const [host, port] = address.split(":");
  const far = connect(Number(port), host);
  far.on("error", () => near.destroy());
  near.on("close", () => far.destroy());
  near.on("data", (chunk: Buffer) => isLost() || far.write(chunk));
  far.on("data", (chunk: Buffer) => isLost() || near.write(chunk));
}
