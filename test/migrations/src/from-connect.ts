import { Code, ConnectError, createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import {
  Health,
  HealthCheckResponse_ServingStatus as ServingStatus,
} from "../.generated/protobuf-es/health/v1/health_pb.js";

const authorize: Interceptor = (next) => (request) => {
  request.header.set("authorization", "Bearer secret");
  return next(request);
};
const transport = createGrpcTransport({ baseUrl: `http://${process.argv[2]}`, interceptors: [authorize] });
const client = createClient(Health, transport);

console.log(ServingStatus[(await client.check({}, { timeoutMs: 2_000 })).status]);
try {
  await client.check({ service: "unknown" });
} catch (error) {
  console.log(Code[ConnectError.from(error).code]);
}
for await (const { status } of client.watch({ service: "orders" })) {
  console.log(ServingStatus[status]);
  break;
}
const { statuses } = await client.list({});
console.log(Object.keys(statuses).toSorted().join());
process.exit();
