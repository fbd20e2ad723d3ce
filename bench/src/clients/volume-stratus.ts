import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { apiDomain, token } from "./bench-client.js";
import type { VolumeClient } from "./volume-client.js";

/** Everything on, and nothing set. */
export function openClient(address: string): VolumeClient {
  const cloud = new Cloud({
    apiDomain,
    credentials: staticToken(token),
    endpoint: address,
    insecure: true,
    retry: false,
  });
  const instances = new InstanceServiceClient(cloud);
  return {
    async readStream() {
      let count = 0;
      for await (const _ of instances.readConsole({ id: "instance-1" })) count += 1;
      return count;
    },
    close: () => cloud.close(),
  };
}
