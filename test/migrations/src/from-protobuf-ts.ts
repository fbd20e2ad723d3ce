import { ChannelCredentials } from "@grpc/grpc-js";
import { GrpcTransport } from "@protobuf-ts/grpc-transport";
import type { RpcError } from "@protobuf-ts/runtime-rpc";
import { HealthClient } from "../.generated/protobuf-ts/health/v1/health.client.js";
import { HealthCheckResponse_ServingStatus as ServingStatus } from "../.generated/protobuf-ts/health/v1/health.js";

const transport = new GrpcTransport({
  host: process.argv[2] ?? "",
  channelCredentials: ChannelCredentials.createInsecure(),
  meta: { authorization: "Bearer secret" },
});
const client = new HealthClient(transport);

const { response } = await client.check({ service: "" }, { timeout: 2_000 });
console.log(ServingStatus[response.status]);
try {
  await client.check({ service: "unknown" });
} catch (error) {
  console.log((error as RpcError).code);
}
const stop = new AbortController();
try {
  for await (const { status } of client.watch({ service: "orders" }, { abort: stop.signal }).responses) {
    console.log(ServingStatus[status]);
    stop.abort();
  }
} catch (error) {
  if (!stop.signal.aborted) throw error;
}
const { statuses } = (await client.list({})).response;
console.log(Object.keys(statuses).toSorted().join());
transport.close();
