import type { CreateInstanceRequest } from "@svc/cloud/compute/v1";
import type { Operation } from "@svc/cloud/common/v1";

/** The rpc that is called. */
export const createPath = "/svc.compute.v1.InstanceService/Create";

const at = { seconds: 1_760_000_000n, nanos: 123_456_789 };

/** A request of common size: an instance with disks, an interface and labels. */
export const createRequest: CreateInstanceRequest = {
  metadata: {
    id: "",
    parentId: "project-1",
    name: "web-1",
    resourceVersion: 0n,
    createdAt: undefined,
    updatedAt: undefined,
    labels: { tier: "web", team: "blue" },
  },
  spec: {
    cpu: 4,
    memoryBytes: 8n << 30n,
    platform: "cpu-e2",
    bootDisk: { diskId: "disk-0", attachMode: 2, deviceName: "boot" },
    secondaryDisks: [
      { diskId: "disk-1", attachMode: 2, deviceName: "data-1" },
      { diskId: "disk-2", attachMode: 1, deviceName: "data-2" },
    ],
    networkInterfaces: [
      {
        name: "eth0",
        subnetId: "subnet-1",
        ipAddress: { allocationId: "" },
        publicIpAddress: undefined,
        aliases: [],
      },
    ],
    filesystems: { shared: { filesystemId: "filesystem-1", readOnly: true } },
    stopped: false,
    recoveryPolicy: 1,
    stopGracePeriod: { seconds: 30n, nanos: 0 },
    stopAt: undefined,
    priceLimit: 100,
    metadataEndpoint: undefined,
    userData: new Uint8Array(200),
    hostnames: ["web", "web-1"],
    serviceAccountId: "serviceaccount-1",
    placement: { $case: "hostId", value: "host-1" },
    schedulingWeights: { spread: 0.5 },
  },
};

/** The response of the server: an operation that is done. */
export const operation: Operation = {
  id: "operation-1",
  description: "create instance web-1",
  createdAt: at,
  createdBy: "serviceaccount-1",
  finishedAt: at,
  request: undefined,
  requestHeaders: {},
  resourceId: "instance-1",
  status: { code: 0, message: "", details: [] },
  progress: undefined,
};
