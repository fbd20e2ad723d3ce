import type { RuleTables } from "@stratus/runtime/generated/wire-v1";

const name = {
  kind: "string",
  rules: { min_len: 1, max_len: 63, pattern: "^[a-z](?:[-a-z0-9]*[a-z0-9])?$" },
} as const;

/** Rules as a platform states them: of what a request of common size carries, a dozen. As generated code, a separate module. */
export const rules: RuleTables = {
  "svc.compute.v1.CreateInstanceRequest": {
    fields: { metadata: { required: "rule" }, spec: { required: "rule" } },
  },
  "svc.common.v1.ResourceMetadata": {
    fields: {
      parent_id: { required: "rule", kind: "string", rules: { max_len: 50 } },
      name: { required: "rule", ...name },
      labels: { kind: "map", rules: { max_pairs: 64 }, keys: { kind: "string", rules: { max_len: 63 } } },
    },
  },
  "svc.compute.v1.InstanceSpec": {
    fields: {
      cpu: { kind: "int32", rules: { gte: 1, lte: 256 } },
      memory_bytes: { kind: "int64", rules: { gte: 1n << 20n } },
      platform: { required: "rule", kind: "string", rules: { in: ["cpu-e1", "cpu-e2", "gpu-h1"] } },
      boot_disk: { required: "rule" },
      secondary_disks: { kind: "repeated", rules: { max_items: 16 } },
      network_interfaces: { kind: "repeated", rules: { min_items: 1, max_items: 8 } },
      hostnames: { kind: "repeated", items: { kind: "string", rules: { max_len: 63 } } },
    },
    oneofs: ["placement"],
  },
  "svc.compute.v1.AttachedDisk": {
    fields: { disk_id: { required: "rule" }, attach_mode: { kind: "enum", rules: { defined_only: true } } },
  },
};
