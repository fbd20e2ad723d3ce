import {
  type ClientReadableStream,
  credentials,
  loadPackageDefinition,
  Metadata,
  type ServiceClientConstructor,
  type ServiceError,
  status,
} from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";

const definition = loadSync("health/v1/health.proto", {
  includeDirs: ["node_modules/grpc-health-check/proto"],
  enums: String,
});
// The types of messages have to be written by hand.
interface Protos {
  readonly grpc: { readonly health: { readonly v1: { readonly Health: ServiceClientConstructor } } };
}
type Response = Readonly<{ status: string; statuses: object }>;

const protos = loadPackageDefinition(definition) as unknown as Protos;
const client = new protos.grpc.health.v1.Health(process.argv[2] ?? "", credentials.createInsecure());
const metadata = new Metadata();
metadata.set("authorization", "Bearer secret");

function call(method: string, request: object): Promise<Response> {
  const options = { deadline: Date.now() + 2_000 };
  return new Promise((resolve, reject) => {
    client[method]?.(request, metadata, options, (error: ServiceError | null, response: Response) =>
      error ? reject(error) : resolve(response),
    );
  });
}

console.log((await call("check", {})).status);
try {
  await call("check", { service: "unknown" });
} catch (error) {
  console.log(status[(error as ServiceError).code]);
}
const watch = client["watch"]?.({ service: "orders" }, metadata) as ClientReadableStream<Response>;
watch.on("error", () => {});
for await (const response of watch as AsyncIterable<Response>) {
  console.log(response.status);
  watch.cancel();
  break;
}
console.log(
  Object.keys((await call("list", {})).statuses)
    .toSorted()
    .join(),
);
client.close();
