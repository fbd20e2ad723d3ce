import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { Cloud, staticToken } from "@svc/cloud";
import { CreateInstanceRequest, InstanceServiceClient } from "@svc/cloud/compute/v1";
import { Operation } from "@svc/cloud/common/v1";
import { createRequest, operation } from "./call-messages.js";
import type { Row } from "./report.js";
import { compare, cpuMicroseconds } from "./slices.js";

const path = "/svc.compute.v1.InstanceService/Create";
const token = "bench-token";
const callsPerSlice = 1000;

/** CPU per unary call of this process, everything on, beside bare grpc-js with the same codec and the same headers. */
export async function callRows(): Promise<Row[]> {
  await using server = await startServer();
  const bare = new Client(server.address, credentials.createInsecure());
  await using cloud = new Cloud({
    apiDomain: "api.example.com",
    credentials: staticToken(token),
    endpoint: server.address,
    insecure: true,
    // Stands for a program's own hook.
    interceptors: [(next) => (call) => next(call)],
  });
  const instances = new InstanceServiceClient(cloud);
  const rows: Row[] = [];
  for (const inFlight of [1, 16, 64]) {
    const contestants = [
      { name: "grpc-js", slice: () => cpuPerCall(inFlight, () => callBare(bare)) },
      {
        name: "stratus",
        slice: () => cpuPerCall(inFlight, () => instances.create(createRequest)),
        target: 1.1,
      },
    ];
    rows.push(
      ...(await compare(`unary call, ${inFlight} in flight`, "µs CPU", contestants, {
        warmUp: 4,
        measured: 25,
      })),
    );
  }
  bare.close();
  return rows;
}

/** What a careful program does with grpc-js alone: a deadline, a token, an idempotency key. */
function callBare(client: Client): Promise<Operation> {
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  metadata.set("x-idempotency-key", randomUUID());
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      path,
      (message: CreateInstanceRequest) => Buffer.from(CreateInstanceRequest.encode(message).finish()),
      (bytes) => Operation.decode(bytes),
      createRequest,
      metadata,
      { deadline: Date.now() + 20_000 },
      (error, reply) => (reply ? resolve(reply) : reject(error)),
    );
  });
}

async function cpuPerCall(inFlight: number, call: () => PromiseLike<unknown>): Promise<number> {
  let left = callsPerSlice;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await call();
  };
  const total = await cpuMicroseconds(async () => {
    await Promise.all(Array.from({ length: inFlight }, worker));
  });
  return total / callsPerSlice;
}

interface RunningServer extends AsyncDisposable {
  readonly address: string;
}

async function startServer(): Promise<RunningServer> {
  const replies = { [path]: Buffer.from(Operation.encode(operation).finish()).toString("base64") };
  const child = fork(fileURLToPath(new URL("call-server.js", import.meta.url)), [JSON.stringify(replies)]);
  const [port] = await once(child, "message");
  return {
    address: `127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
