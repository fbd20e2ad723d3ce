import { credentials, Metadata, status } from "@grpc/grpc-js";
import {
  type HealthCheckResponse,
  HealthCheckResponse_ServingStatus as ServingStatus,
  HealthClient,
  type HealthListResponse,
} from "../.generated/ts-proto/health/v1/health.js";

const client = new HealthClient(process.argv[2] ?? "", credentials.createInsecure());
const metadata = new Metadata();
metadata.set("authorization", "Bearer secret");

function check(service: string): Promise<HealthCheckResponse> {
  const deadline = Date.now() + 2_000;
  return new Promise((resolve, reject) => {
    client.check({ service }, metadata, { deadline }, (error, response) =>
      error ? reject(error) : resolve(response),
    );
  });
}

console.log(ServingStatus[(await check("")).status]);
try {
  await check("unknown");
} catch (error) {
  console.log(status[(error as { code: status }).code]);
}
const watch = client.watch({ service: "orders" }, metadata);
watch.on("error", () => {});
for await (const response of watch as AsyncIterable<HealthCheckResponse>) {
  console.log(ServingStatus[response.status]);
  watch.cancel();
  break;
}
const { statuses } = await new Promise<HealthListResponse>((resolve, reject) => {
  client.list({}, metadata, (error, response) => (error ? reject(error) : resolve(response)));
});
console.log(Object.keys(statuses).toSorted().join());
client.close();
