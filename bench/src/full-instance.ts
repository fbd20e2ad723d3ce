import type { Instance } from "@svc/cloud/compute/v1";

const at = (day: bigint): { seconds: bigint; nanos: number } => ({
  seconds: 1_760_000_000n + day * 86_400n,
  nanos: 123_456_789,
});

/** A resource as a server sends it, every field of it set: about 1.4 kB on the wire. */
export function fullInstance(): Instance {
  return {
    metadata: fullMetadata(),
    spec: {
      cpu: 16,
      memoryBytes: 64n << 30n,
      platform: "cpu-e2",
      bootDisk: { diskId: "disk-e00b5g7h9k2m4n6p8q0r", attachMode: 2, deviceName: "boot" },
      secondaryDisks: ["data", "logs", "cache"].map((deviceName, index) => ({
        diskId: `disk-e00s3t5v7w9x1y3z5a${index}`,
        attachMode: 2,
        deviceName,
      })),
      networkInterfaces: ["eth0", "eth1"].map((name, index) => ({
        name,
        subnetId: `subnet-e00c7d9f1g3h5j7k9m${index}`,
        ipAddress: { allocationId: `allocation-e00n2p4q6r8s0t2v4${index}` },
        publicIpAddress: { allocationId: `allocation-e00w6x8y0z2a4b6c8${index}`, static: true },
        aliases: [16, 32, 48].map((part) => `10.${index}.${part}.0/28`),
      })),
      filesystems: {
        shared: { filesystemId: "filesystem-e00d0f2g4h6j8k0m2", readOnly: true },
        scratch: { filesystemId: "filesystem-e00n4p6q8r0s2t4v6", readOnly: false },
      },
      stopped: true,
      recoveryPolicy: 1,
      stopGracePeriod: { seconds: 30n, nanos: 500_000_000 },
      stopAt: at(365n),
      priceLimit: 1250,
      metadataEndpoint: true,
      userData: Uint8Array.from({ length: 290 }, (_, index) => 32 + (index % 90)),
      hostnames: [
        "web-frontend-17",
        "web-frontend-17.internal.example",
        "www.example.com",
        "web.example.com",
      ],
      serviceAccountId: "serviceaccount-e00w8x0y2z4a6b8c0",
      placement: { $case: "placementGroup", value: { groupId: "group-e00d2f4g6h8j0k2m4", partition: 3 } },
      schedulingWeights: { spread: 0.5, locality: 0.25 },
    },
    status: {
      state: 3,
      networkInterfaces: ["eth0", "eth1"].map((name, index) => ({
        name,
        ipAddress: `10.${index}.16.4`,
        publicIpAddress: `203.0.113.${index + 17}`,
        macAddress: `02:42:ac:11:00:0${index}`,
      })),
      reconciling: true,
    },
  };
}

function fullMetadata(): NonNullable<Instance["metadata"]> {
  return {
    id: "instance-e00z8bqvk3m5y7c9fxj4",
    parentId: "project-e00w2d6n8p4s6v0t1r3q",
    name: "web-frontend-17",
    resourceVersion: 42n,
    createdAt: at(0n),
    updatedAt: at(30n),
    labels: {
      environment: "production",
      team: "platform",
      tier: "web",
      "cost-center": "4711",
      "managed-by": "terraform",
    },
  };
}
