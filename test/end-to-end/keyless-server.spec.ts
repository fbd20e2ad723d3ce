import { Server, ServerCredentials, status, type UntypedHandleCall } from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { buildFolder } from "../compile.fixture.js";

const proto = `
  syntax = "proto3";
  package acme.v1;
  import "google/protobuf/any.proto";
  import "google/protobuf/descriptor.proto";
  import "google/rpc/status.proto";
  extend google.protobuf.ServiceOptions { string default_host = 1049; }
  message Metadata { string id = 1; string name = 2; string parent_id = 3; }
  message Spec { int32 cpu = 1; }
  message Box { Metadata metadata = 1; Spec spec = 2; }
  message BoxRequest { Metadata metadata = 1; Spec spec = 2; }
  message Name { string id = 1; }
  message Part { string text = 1; }
  message Job {
    string name = 1;
    google.protobuf.Any metadata = 2;
    bool done = 3;
    oneof result { google.rpc.Status error = 4; google.protobuf.Any response = 5; }
  }
  message JobName { string name = 1; }
  service BoxService {
    option (default_host) = "box.acme.example";
    rpc Get(Name) returns (Box);
    rpc Create(BoxRequest) returns (Box);
    rpc Update(BoxRequest) returns (Box);
    rpc Delete(Name) returns (Part);
    rpc Stamp(Name) returns (Part);
    rpc Touch(Name) returns (Part) { option idempotency_level = IDEMPOTENT; }
    rpc Weigh(Name) returns (Part) { option idempotency_level = NO_SIDE_EFFECTS; }
    rpc Fill(stream Part) returns (Part);
    rpc Pour(Name) returns (stream Part);
    rpc Stir(stream Part) returns (stream Part);
    rpc Build(Name) returns (Job);
  }
  service Jobs {
    option (default_host) = "box.acme.example";
    rpc GetOperation(JobName) returns (Job);
    rpc CancelOperation(JobName) returns (Part);
  }`;

const files = {
  "google/rpc/status.proto": 'syntax = "proto3"; package google.rpc; message Status { int32 code = 1; }',
  "acme/v1/box.proto": proto,
};
/** So many answers of each method that fails come after the effect, and are UNAVAILABLE. */
const lostAnswers = 4;

/** Does what is asked of it, counts it, and answers that it was not there. */
class KeylessServer {
  readonly effects = new Map<string, number>();
  /** Methods of which the first answers get lost. */
  failing: readonly string[] = [];
  readonly #server = new Server();
  readonly #answers: Readonly<Record<string, Uint8Array>>;

  constructor(answers: Readonly<Record<string, Uint8Array>>) {
    this.#answers = answers;
    for (const [service, names] of Object.entries({
      BoxService: "Get Create Update Delete Stamp Touch Weigh Fill> Pour< Stir>< Build",
      Jobs: "GetOperation CancelOperation",
    }))
      for (const name of names.split(" ")) this.#serve(service, name);
  }

  async listen(): Promise<string> {
    const port = await new Promise<number>((resolve, reject) => {
      this.#server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    return `127.0.0.1:${port}`;
  }

  close(): void {
    this.#server.forceShutdown();
  }

  #serve(service: string, form: string): void {
    const name = form.replace(/[<>]/g, "");
    const [requestStream, responseStream] = [form.includes(">"), form.includes("<")];
    const bytes = (value: Buffer): Buffer => value;
    const [requestSerialize, requestDeserialize] = [bytes, bytes];
    const [responseSerialize, responseDeserialize] = [bytes, bytes];
    const codecs = { requestSerialize, requestDeserialize, responseSerialize, responseDeserialize };
    const path = `/acme.v1.${service}/${name}`;
    this.#server.addService(
      { [name]: { path, requestStream, responseStream, ...codecs } },
      { [name]: this.#handler(name, requestStream) },
    );
  }

  #handler(name: string, takesStream: boolean): UntypedHandleCall {
    const answer = Buffer.from(this.#answers[name] ?? []);
    type Call = NodeJS.ReadableStream & { end(): void; write(part: Buffer): void };
    const handle = (call: Call, done?: (error: object | null, reply?: Buffer) => void): void => {
      const finish = (): void => {
        const times = (this.effects.get(name) ?? 0) + 1;
        this.effects.set(name, times);
        const isLost = this.failing.includes(name) && times <= lostAnswers;
        const failure = Object.assign(new Error("gone the moment it was done"), { code: status.UNAVAILABLE });
        if (done) done(isLost ? failure : null, isLost ? undefined : answer);
        else if (isLost) call.emit("error", failure);
        else {
          call.write(answer);
          call.end();
        }
      };
      if (!takesStream) return finish();
      call.on("data", () => undefined).on("end", finish);
    };
    return handle as unknown as UntypedHandleCall;
  }
}

/** The client of the API, as far as the rows below use it; the types of generated code are tested elsewhere. */
interface Boxes {
  [method: string]: (request: unknown, change?: unknown) => PromiseLike<unknown> & AsyncIterable<unknown>;
}
interface Codec {
  create(init: object): object;
  encode(message: object): Uint8Array;
}
interface Sdk {
  readonly Api: new (options: object) => { close(): Promise<void> };
  readonly staticToken: (token: string) => unknown;
  readonly BoxServiceClient: new (session: object) => Boxes;
  readonly Box: Codec;
  readonly Job: Codec;
}

async function all(stream: AsyncIterable<unknown> | undefined): Promise<void> {
  for await (const part of stream ?? []) void part;
}

async function* parts(): AsyncGenerator<object> {
  yield { text: "a" };
  yield { text: "b" };
}

const box = { metadata: { id: "b", name: "n" }, spec: { cpu: 1 } };
const call = (name: string, request: object) => (boxes: Boxes) => boxes[name]?.(request);
const rows: readonly {
  readonly kind: string;
  readonly method: string;
  readonly run: (boxes: Boxes) => unknown;
  /** Safe to repeat: it is, until it is answered. */
  readonly isSafe?: true;
}[] = [
  { kind: "a create", method: "Create", run: call("create", box) },
  { kind: "an update", method: "Update", run: call("update", box) },
  { kind: "a delete", method: "Delete", run: call("delete", { id: "b" }) },
  { kind: "an action", method: "Stamp", run: call("stamp", { id: "b" }) },
  { kind: "a stream of requests", method: "Fill", run: (boxes) => boxes["fill"]?.(parts()) },
  { kind: "a stream of answers", method: "Pour", run: (boxes) => all(boxes["pour"]?.({ id: "b" })) },
  { kind: "streams both ways", method: "Stir", run: (boxes) => all(boxes["stir"]?.(parts())) },
  { kind: "the start of an operation", method: "Build", run: call("build", { id: "b" }) },
  {
    kind: "the end of an operation",
    method: "CancelOperation",
    run: async (boxes) => {
      const job = (await boxes["build"]?.({ id: "b" })) as { cancel(): Promise<void> };
      await job.cancel();
    },
  },
  {
    kind: "a modify",
    method: "Update",
    run: (boxes) => boxes["modify"]?.({ id: "b" }, (one: typeof box) => void (one.spec.cpu = 8)),
  },
  { kind: "a get", method: "Get", run: call("get", { id: "b" }), isSafe: true },
  { kind: "what the API calls idempotent", method: "Touch", run: call("touch", { id: "b" }), isSafe: true },
  { kind: "what the API calls safe", method: "Weigh", run: call("weigh", { id: "b" }), isSafe: true },
];

describe("a server that never heard of keys, and answers UNAVAILABLE four times after the effect", () => {
  let folder: Awaited<ReturnType<typeof buildFolder>>;
  let sdk: Sdk;

  beforeAll(async () => {
    const { files: generated, error } = await generateFrom(files, { generate: ["acme/v1/box.proto"] });
    expect(error).toBe("");
    folder = await buildFolder(generated);
    sdk = { ...(await folder.load<Sdk>("index.js")), ...(await folder.load<Sdk>("acme/v1/index.js")) };
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  it.each(rows)("$kind: $method", async ({ method, run, isSafe }) => {
    const { Api, staticToken, Box, BoxServiceClient, Job } = sdk;
    const server = new KeylessServer({
      Get: Box.encode(Box.create(box)),
      Build: Job.encode(Job.create({ name: "jobs/1" })),
    });
    server.failing = [method];
    const endpoint = await server.listen();
    const retry = { maxAttempts: 6, baseDelayMs: 1 };
    const session = new Api({ endpoint, insecure: true, credentials: staticToken("t".repeat(20)), retry });
    try {
      const outcome = (async () => void (await run(new BoxServiceClient(session))))();
      if (isSafe) await outcome;
      else await expect(outcome).rejects.toMatchObject({ code: "UNAVAILABLE", mayHaveReachedServer: true });
    } finally {
      await session.close();
      server.close();
    }
    expect(server.effects.get(method)).toBe(isSafe ? lostAnswers + 1 : 1);
  });
});
