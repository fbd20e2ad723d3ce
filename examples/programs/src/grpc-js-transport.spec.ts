import { ChannelCredentials, Server, ServerCredentials, type ServerWritableStream } from "@grpc/grpc-js";
import { startEmulator, type Emulator } from "@stratus/emulator";
import { Cloud, type CloudError, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grpcJsTransport } from "./grpc-js-transport.js";

describe("a session over grpc-js", () => {
  let emulator: Emulator;
  let cloud: Cloud;
  let instances: InstanceServiceClient;

  function open(endpoint: string): Cloud {
    return new Cloud({
      apiDomain: emulator.apiDomain,
      endpoint,
      insecure: true,
      credentials: staticToken(emulator.issueToken()),
      transport: grpcJsTransport(ChannelCredentials.createInsecure()),
    });
  }

  beforeAll(async () => {
    emulator = await startEmulator({ sdk: "@svc/cloud" });
    cloud = open(emulator.address);
    instances = new InstanceServiceClient(cloud);
  });
  afterAll(async () => {
    await cloud.close();
    await emulator.close();
  });

  async function create(name: string): Promise<string> {
    const operation = await instances.create({ metadata: { parentId: "p", name }, spec: { cpu: 4 } });
    await operation.wait();
    return operation.resourceId;
  }

  it("makes unary calls, with headers both ways", async () => {
    const id = await create("one");
    const { data, header } = await instances.get({ id }).withResponse();
    expect(data.metadata.name).toBe("one");
    expect(header.get("x-request-id")).toMatch(/./);
  });

  it("reads a stream of responses, and the error at its end", async () => {
    const server = new Server();
    const bytes = (value: Buffer): Buffer => value;
    const path = "/svc.compute.v1.InstanceService/ReadConsole";
    const wire = {
      requestSerialize: bytes,
      requestDeserialize: bytes,
      responseSerialize: bytes,
      responseDeserialize: bytes,
    };
    server.addService(
      { ReadConsole: { path, requestStream: false, responseStream: true, ...wire } },
      {
        ReadConsole: (call: ServerWritableStream<Buffer, Buffer>) => {
          for (let index = 0; index < 3; index += 1) call.write(Buffer.alloc(0));
          call.emit("error", { code: 10, details: "the instance stopped" });
        },
      },
    );
    const port = await new Promise<number>((resolve) => {
      server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (_, bound) => resolve(bound));
    });
    const session = open(`127.0.0.1:${port}`);
    const received: unknown[] = [];
    const read = async (): Promise<void> => {
      for await (const one of new InstanceServiceClient(session).readConsole({ id: "1" })) received.push(one);
    };
    await expect(read()).rejects.toMatchObject({ code: "ABORTED", text: "the instance stopped" });
    expect(received).toHaveLength(3);
    await session.close();
    server.forceShutdown();
  });

  it("receives errors with their details", async () => {
    await expect(instances.get({ id: "missing" })).rejects.toMatchObject({
      code: "NOT_FOUND",
      attempts: 1,
      mayHaveReachedServer: true,
    });
  });

  it("ends a call by its signal, with the reason, and a call by its timeout", async () => {
    const reason = new Error("the user left");
    const signal = AbortSignal.abort(reason);
    await expect(instances.get({ id: "missing" }, { signal })).rejects.toBe(reason);
    await expect(instances.get({ id: "missing" }, { timeoutMs: 0.001 })).rejects.toMatchObject({
      code: "DEADLINE_EXCEEDED",
    });
  });

  it("retries until a server can be reached, and knows that a call has not reached one", async () => {
    const unreachable = open("127.0.0.1:1");
    const call = new InstanceServiceClient(unreachable).get({ id: "1" }, { timeoutMs: 700 });
    const error: unknown = await call.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ mayHaveReachedServer: false });
    expect((error as CloudError).attempts).toBeGreaterThan(1);
    await unreachable.close();
  });
});
