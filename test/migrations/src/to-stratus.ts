import { Acme, type AcmeError, staticToken } from "acme-sdk";
import { HealthCheckResponse_ServingStatus as ServingStatus, HealthClient } from "acme-sdk/grpc/health/v1";

const acme = new Acme({
  endpoint: process.argv[2] ?? "",
  insecure: true,
  credentials: staticToken("secret"),
  timeoutMs: 2_000,
});
const client = new HealthClient(acme);

console.log(ServingStatus.nameOf((await client.check({})).status));
try {
  await client.check({ service: "unknown" });
} catch (error) {
  console.log((error as AcmeError).code);
}
for await (const { status } of client.watch({ service: "orders" })) {
  console.log(ServingStatus.nameOf(status));
  break;
}
const { statuses } = await client.list({});
console.log(Object.keys(statuses).toSorted().join());
await acme.close();
