import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import {
  loadPackageDefinition,
  Server,
  ServerCredentials,
  type GrpcObject,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceClientConstructor,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";

/** The response of each method by its full name; of a stream, its responses. */
export type Answers = Readonly<Record<string, object | readonly object[]>>;

/** Starts a server of grpc-js from a folder of protos, as proto-loader reads them. */
export async function startProtoServer(
  folder: string,
  answers: Answers,
): Promise<{ readonly endpoint: string; stop(): void }> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".proto"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const root = loadPackageDefinition(
    loadSync(files, { includeDirs: [folder], keepCase: true, enums: String, longs: String }),
  );
  const server = new Server();
  for (const name of new Set(Object.keys(answers).map((method) => method.split("/")[0] ?? ""))) {
    const { service } = find(root, name);
    const handlers: UntypedServiceImplementation = {};
    for (const [method, definition] of Object.entries(service)) {
      const answer = answers[`${name}/${method}`];
      if (answer === undefined) continue;
      handlers[method] = definition.responseStream
        ? (call: ServerWritableStream<object, object>) => {
            for (const one of answer as readonly object[]) call.write(one);
            call.end();
          }
        : (_: ServerUnaryCall<object, object>, done: (error: null, value: object) => void) =>
            done(null, answer);
    }
    server.addService(service, handlers);
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return { endpoint: `127.0.0.1:${port}`, stop: () => server.forceShutdown() };
}

function find(root: GrpcObject, name: string): ServiceClientConstructor {
  let one: unknown = root;
  for (const part of name.split(".")) one = (one as GrpcObject)[part];
  return one as ServiceClientConstructor;
}
