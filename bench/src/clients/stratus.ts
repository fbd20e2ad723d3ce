import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { createRequest } from "../call-messages.js";
import { apiDomain, token, type BenchClient } from "./bench-client.js";

/** Everything on: authorization, idempotency keys, deadlines, retries, and hooks that count. */
export function openClient(address: string): BenchClient {
  const seen = { calls: 0, failures: 0 };
  const cloud = new Cloud({
    apiDomain,
    credentials: staticToken(token),
    endpoint: address,
    insecure: true,
    hooks: {
      onCallEnd: ({ error }) => {
        seen.calls += 1;
        if (error !== undefined) seen.failures += 1;
      },
    },
  });
  const instances = new InstanceServiceClient(cloud);
  return {
    name: "stratus",
    call: () => instances.create(createRequest),
    close: () => cloud.close(),
  };
}
