import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { createFileRegistry, fromBinary, type DescMethodUnary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { CreateInstanceRequest } from "@svc/cloud/compute/v1";
import { createPath, createRequest } from "../call-messages.js";
import { timeoutMs, token, type BenchClient } from "./bench-client.js";

/**
 * connect-node, gRPC over HTTP/2 without TLS, as the others. Its codec is
 * protobuf-es: the same protos, and the same request, read from the bytes that
 * the others send. Messages by descriptor are what its generated code uses too.
 */
export function openClient(address: string): BenchClient {
  const baseUrl = `http://${address}`;
  const sessionManager = new Http2SessionManager(baseUrl);
  const transport = createGrpcTransport({ baseUrl, sessionManager });
  const method = createMethod();
  const request = fromBinary(method.input, CreateInstanceRequest.encode(createRequest));
  return {
    name: "connect-node, codec protobuf-es",
    call() {
      const headers = { authorization: `Bearer ${token}`, "x-idempotency-key": randomUUID() };
      return transport.unary(method, undefined, timeoutMs, headers, request);
    },
    close: () => sessionManager.abort(),
  };
}

function createMethod(): DescMethodUnary {
  const top = fileURLToPath(new URL("../../../", import.meta.url));
  const image = execFileSync(`${top}node_modules/.bin/buf`, ["build", top, "-o", "-"], {
    maxBuffer: 1 << 26,
  });
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, image));
  const [, service = "", name = ""] = createPath.split("/");
  const method = registry.getService(service)?.methods.find((one) => one.name === name);
  if (method?.methodKind !== "unary") throw new Error(`the protos have no unary method ${createPath}`);
  return method as DescMethodUnary;
}
