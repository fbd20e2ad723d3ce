import { setTimeout as pause } from "node:timers/promises";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { addService } from "@stratus/runtime/server";
import { InteropError, type CallError } from "../../generated/interop/index.js";
import type { EchoStatus, StreamingOutputCallRequest } from "../../generated/interop/testing/index.js";
import { TestServiceServer, type TestServiceHandlers } from "../../generated/interop/testing/index.server.js";
import { testCertificate, testCertificateKey } from "../../runtime/src/fixture/tls.fixture.js";

type Call = Parameters<TestServiceHandlers["emptyCall"]>[1];

const initial = "x-grpc-test-echo-initial";
const trailing = "x-grpc-test-echo-trailing-bin";

function echo(call: Call): void {
  const header = call.metadata.get(initial);
  if (header !== undefined) call.sendHeader({ [initial]: header });
  const trailer = call.metadata.getBinary(trailing);
  if (trailer) call.addTrailer({ [trailing]: trailer });
}

function endWith(status: EchoStatus | undefined): void {
  if (status && status.code !== 0) throw errorOf(status);
}

function errorOf({ code, message }: EchoStatus): CallError {
  if (code !== 2) throw new TypeError(`no test asks for code ${code}`);
  return new InteropError({ code: "UNKNOWN", text: message });
}

async function* answers({ responseStatus, responseParameters }: StreamingOutputCallRequest) {
  endWith(responseStatus);
  for (const { size, intervalUs } of responseParameters) {
    if (intervalUs > 0) await pause(intervalUs / 1_000);
    yield { payload: { body: new Uint8Array(size) } };
  }
}

/** The service of the interop tests, as servers of this project are written. */
const handlers: Partial<TestServiceHandlers> = {
  emptyCall: () => ({}),
  unaryCall({ responseStatus, responseSize }, call) {
    echo(call);
    endWith(responseStatus);
    return { payload: { body: new Uint8Array(responseSize) } };
  },
  streamingOutputCall: (request) => answers(request),
  async streamingInputCall(requests) {
    let size = 0;
    for await (const { payload } of requests) size += payload?.body.byteLength ?? 0;
    return { aggregatedPayloadSize: size };
  },
  async *fullDuplexCall(requests, call) {
    echo(call);
    for await (const request of requests) yield* answers(request);
  },
};

/** A server of ours, on a port without TLS or with it. */
export interface OurServer extends AsyncDisposable {
  readonly port: number;
}

/** Starts the test service on `@stratus/runtime/server`. */
export async function startOurServer(isSecure: boolean): Promise<OurServer> {
  const server = new Server();
  addService(server, TestServiceServer, handlers, { partial: true });
  const pair = { cert_chain: Buffer.from(testCertificate), private_key: Buffer.from(testCertificateKey) };
  const credentials = isSecure
    ? ServerCredentials.createSsl(null, [pair])
    : ServerCredentials.createInsecure();
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  return { port, [Symbol.asyncDispose]: async () => server.forceShutdown() };
}
