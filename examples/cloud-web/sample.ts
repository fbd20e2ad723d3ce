import { DiskServiceClient, DiskType, InstanceServiceClient } from "@svc/cloud/compute/v1";
import { Cloud, staticToken } from "@svc/cloud/web";

const parentId = "project-1";
const gibibyte = 1024n ** 3n;

/** Adds instances and disks, so that the page has something to show. */
export async function addSample({ baseUrl, token }: { baseUrl: string; token: string }): Promise<void> {
  await using cloud = new Cloud({ baseUrl, credentials: staticToken(token), pollIntervalMs: 100 });
  const instances = new InstanceServiceClient(cloud);
  const disks = new DiskServiceClient(cloud);
  const operations = await Promise.all([
    instances.create({
      metadata: { parentId, name: "web-1", labels: { env: "production", tier: "front" } },
      spec: { cpu: 4, memoryBytes: 8n * gibibyte, hostnames: ["web-1.internal"] },
    }),
    instances.create({
      metadata: { parentId, name: "worker-1", labels: { env: "production" } },
      spec: { cpu: 16, memoryBytes: 64n * gibibyte },
    }),
    disks.create({
      metadata: { parentId, name: "web-1-boot" },
      spec: { sizeBytes: 40n * gibibyte, type: DiskType.NETWORK_SSD },
    }),
    disks.create({
      metadata: { parentId, name: "archive", labels: { env: "production" } },
      spec: { sizeBytes: 500n * gibibyte, type: DiskType.NETWORK_HDD },
    }),
  ]);
  // They are listed once they are there.
  await Promise.all(operations.map((operation) => operation.wait()));
}
