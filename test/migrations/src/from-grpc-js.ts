import { credentials, loadPackageDefinition, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";

const definition = loadSync("health/v1/health.proto", {
  includeDirs: ["node_modules/grpc-health-check/proto"],
  enums: String,
});
// Without generated types, everything that follows is `any`.
const { grpc } = loadPackageDefinition(definition) as any;
const client = new grpc.health.v1.Health(process.argv[2], credentials.createInsecure());
const metadata = new Metadata();
metadata.set("authorization", "Bearer secret");

function call(method: string, request: object): Promise<any> {
  const options = { deadline: Date.now() + 2_000 };
  return new Promise((resolve, reject) => {
    client[method](request, metadata, options, (error: ServiceError | null, response: unknown) =>
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
const watch = client.watch({ service: "orders" }, metadata);
watch.on("error", () => {});
for await (const response of watch) {
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
