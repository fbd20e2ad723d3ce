import {
  type handleBidiStreamingCall,
  type handleClientStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceDefinition,
  status,
} from "@grpc/grpc-js";
import type { Protos } from "../../generator/src/plugin/request.fixture.js";

/** Protos that know nothing of this project, in the style of the examples of gRPC. */
export const plainProtos: Protos = {
  "hello/hello.proto": `
    syntax = "proto3";
    package hello;
    service Greeter {
      rpc SayHello(HelloRequest) returns (HelloReply);
      rpc Update(HelloRequest) returns (HelloReply);
      rpc Count(HelloRequest) returns (stream HelloReply);
      rpc Join(stream HelloRequest) returns (HelloReply);
      rpc Chat(stream HelloRequest) returns (stream HelloReply);
    }
    message HelloRequest { string name = 1; }
    message HelloReply { string message = 1; }`,
  "hello/keeper.proto": `
    syntax = "proto3";
    package hello;
    import "hello/hello.proto";
    service Keeper {
      rpc Keep(HelloRequest) returns (HelloReply);
      rpc DropAll(HelloRequest) returns (HelloReply);
      rpc Store(Data) returns (HelloReply);
    }
    message Data { bytes data = 1; }`,
};

/** What a server saw of a call. */
export interface SeenCall {
  readonly path: string;
  readonly authority: string;
  readonly headers: Readonly<Record<string, string>>;
}

type ServerCall = Pick<ServerUnaryCall<unknown, unknown>, "metadata" | "getPath" | "getHost">;

/** A server of grpc-js that writes down what it sees. It answers UNAUTHENTICATED while `isClosed` is true. */
export interface PlainServer extends AsyncDisposable {
  readonly address: string;
  readonly seen: SeenCall[];
  isClosed: boolean;
  /** The number of calls that clients have cancelled. */
  cancelled: number;
}

const encode = (text: string): Buffer => Buffer.from([10, text.length, ...Buffer.from(text)]);
const decode = (bytes: Buffer): string => bytes.subarray(2).toString();
const method = (path: string, requestStream = false, responseStream = false) => ({
  path,
  requestStream,
  responseStream,
  requestSerialize: encode,
  requestDeserialize: decode,
  responseSerialize: encode,
  responseDeserialize: decode,
});

const greeter: ServiceDefinition = {
  sayHello: method("/hello.Greeter/SayHello"),
  update: method("/hello.Greeter/Update"),
  count: method("/hello.Greeter/Count", false, true),
  join: method("/hello.Greeter/Join", true),
  chat: method("/hello.Greeter/Chat", true, true),
};
const keeper: ServiceDefinition = {
  keep: method("/hello.Keeper/Keep"),
  store: method("/hello.Keeper/Store"),
};

/** Starts a server of the protos. */
export async function startPlainServer(): Promise<PlainServer> {
  const server = new Server();
  const seen: SeenCall[] = [];
  const opened: PlainServer = {
    address: "",
    seen,
    isClosed: false,
    cancelled: 0,
    [Symbol.asyncDispose]: async () => server.forceShutdown(),
  };
  const note = (call: ServerCall): void => {
    const headers = Object.fromEntries(
      Object.entries(call.metadata.getMap()).map(([name, value]) => [name, String(value)]),
    );
    seen.push({ path: call.getPath(), authority: call.getHost(), headers });
  };
  const unary: handleUnaryCall<string, string> = (call, done) => {
    note(call);
    if (opened.isClosed) done({ code: status.UNAUTHENTICATED, details: "who are you" });
    else done(null, `hello ${call.request}`);
  };
  const count: handleServerStreamingCall<string, string> = (call) => {
    note(call);
    for (const text of ["one", "two", "three"]) call.write(text);
    call.end();
  };
  const join: handleClientStreamingCall<string, string> = (call, done) => {
    note(call);
    const names: string[] = [];
    call.on("data", (name: string) => names.push(name));
    call.on("end", () => done(null, names.join("+")));
  };
  const chat: handleBidiStreamingCall<string, string> = (call) => {
    note(call);
    // A reset ends the requests too; only then the call is cancelled.
    let isComplete = false;
    call.on("cancelled", () => (opened.cancelled += isComplete ? 0 : 1));
    call.on("data", (name: string) => call.write(`hi ${name}`));
    call.on("end", () =>
      setImmediate(() => {
        if (call.cancelled) return;
        isComplete = true;
        call.end();
      }),
    );
  };
  server.addService(greeter, {
    sayHello: unary,
    update: unary,
    count,
    join,
    chat,
  });
  server.addService(keeper, { keep: unary, store: unary });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return Object.assign(opened, { address: `localhost:${port}` });
}
