import { create, createFileRegistry, type DescService, fromBinary } from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-web";
import { Instance, InstanceServiceClient } from "@svc/cloud/compute/v1";
import { descriptors } from "@svc/cloud/descriptors";
import { Cloud, staticToken } from "@svc/cloud/web";
import { fullInstance } from "./full-instance.js";
import type { Row } from "./report.js";
import { compareInBlocks, cpuMicroseconds, type Contestant } from "./slices.js";

const callsPerSlice = 500;
const baseUrl = "https://api.example.com";

/** Compares the session over `fetch` with connect-web and protobuf-es: CPU time of a call. */
export async function webRows(): Promise<Row[]> {
  const rounds = { warmUp: 8, measured: 20 };
  return [
    ...(await compareInBlocks("unary call by gRPC-web", "µs CPU", callers("grpc-web"), rounds)),
    ...(await compareInBlocks("unary call by Connect", "µs CPU", callers("connect"), rounds)),
  ];
}

/** Clients of a network that answers at once, so that what is left is the client. */
function callers(protocol: "grpc-web" | "connect"): Contestant[] {
  const fetch = protocol === "connect" ? fetchByConnect : fetchByGrpcWeb;
  const transport: Transport =
    protocol === "connect"
      ? createConnectTransport({ baseUrl, fetch, useBinaryFormat: true })
      : createGrpcWebTransport({ baseUrl, fetch });
  const peer = createClient(instanceService(), transport) as unknown as {
    get(request: { id: string }, options: { headers: object; timeoutMs: number }): Promise<unknown>;
  };
  const cloud = new Cloud({ baseUrl, protocol, fetch, credentials: staticToken("token-1") });
  const instances = new InstanceServiceClient(cloud);
  // Our session sends a token and a deadline with each call.
  const options = { headers: { authorization: "Bearer token-1" }, timeoutMs: 60_000 };
  return [
    { name: "connect-web", slice: () => slice(() => peer.get({ id: "instance-1" }, options)) },
    { name: "stratus", slice: () => slice(() => instances.get({ id: "instance-1" })) },
  ];
}

async function slice(call: () => PromiseLike<unknown>): Promise<number> {
  const total = await cpuMicroseconds(async () => {
    for (let count = 0; count < callsPerSlice; count++) await call();
  });
  return total / callsPerSlice;
}

const message = Uint8Array.from(Instance.encode(fullInstance()));

const fetchByConnect = async (): Promise<Response> =>
  new Response(message, { headers: { "content-type": "application/proto" } });

const fetchByGrpcWeb = async (): Promise<Response> =>
  new Response(framed, { headers: { "content-type": "application/grpc-web+proto" } });

/** The message and the trailers, each behind its flags and its length. */
const framed = Uint8Array.from(
  [
    { flags: 0, bytes: message },
    { flags: 0x80, bytes: new TextEncoder().encode("grpc-status: 0\r\n") },
  ].flatMap(({ flags, bytes }) => {
    const prefix = new DataView(new ArrayBuffer(5));
    prefix.setUint8(0, flags);
    prefix.setUint32(1, bytes.length);
    return [...new Uint8Array(prefix.buffer), ...bytes];
  }),
);

function instanceService(): DescService {
  const file = descriptors.files.map((text) => fromBinary(FileDescriptorProtoSchema, base64Decode(text)));
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file }));
  const service = registry.getService("svc.compute.v1.InstanceService");
  if (!service) throw new Error("the SDK has no InstanceService");
  return service;
}
