import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { addService, webHandler, type WebHandlerOptions } from "@stratus/runtime/server";
import { descriptors } from "../../generated/interop/descriptors.js";
import { InteropError } from "../../generated/interop/index.js";
import { TestServiceServer, type TestServiceHandlers } from "../../generated/interop/testing/index.server.js";

/** A server of ours for browsers. */
export interface OurHandler extends AsyncDisposable {
  readonly url: string;
  /** The calls that wait for their callers to leave, those that have left among them. */
  readonly waiting: string[];
  /** The calls that their callers have left. */
  readonly left: string[];
  readonly peers: string[];
}

/** The service of the interop tests, by handlers as people write them for grpc-js. */
export async function ourHandler(options: WebHandlerOptions = {}): Promise<OurHandler> {
  const waiting: string[] = [];
  const left: string[] = [];
  const peers: string[] = [];
  const handlers: Partial<TestServiceHandlers> = {
    emptyCall: (_request, call) =>
      new Promise((_, reject) => {
        waiting.push(call.method);
        call.signal.addEventListener("abort", () => {
          left.push(call.method);
          reject(call.signal.reason);
        });
      }),
    unaryCall({ responseSize, responseStatus, payload }, call) {
      peers.push(call.peer);
      call.sendHeader({ "x-head": call.metadata.get("x-ask") ?? "" });
      call.addTrailer({ "x-tail-bin": Uint8Array.of(0, 1, 2) });
      if (responseStatus) {
        throw new InteropError({
          code: "FAILED_PRECONDITION",
          text: responseStatus.message,
          details: [{ typeName: "grpc.testing.Empty", value: new Uint8Array(0) }],
        });
      }
      const echoed = payload?.body ?? new Uint8Array(0);
      return { payload: { body: responseSize > 0 ? new Uint8Array(responseSize).fill(7) : echoed } };
    },
    async *streamingOutputCall({ responseParameters, responseStatus }, call) {
      for (const { size } of responseParameters) yield { payload: { body: new Uint8Array(size) } };
      call.addTrailer({ "x-tail": "end" });
      if (responseStatus) throw new InteropError({ code: "RESOURCE_EXHAUSTED", text: "enough" });
    },
  };
  const handler = await webHandler(
    descriptors,
    (server) => addService(server, TestServiceServer, handlers, { partial: true }),
    options,
  );
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting,
    left,
    peers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
