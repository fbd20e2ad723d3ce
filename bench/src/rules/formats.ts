import type { RuleTables } from "@stratus/runtime/generated/wire-v1";
import { rules as dozen } from "./dozen.js";

const hostname = { kind: "string", rules: { hostname: true } } as const;
const unique = { kind: "repeated", rules: { unique: true, max_items: 16 } } as const;

/** The same with a few formats, and lists without repetition: the request holds eight values of either. */
export const rules: RuleTables = {
  ...dozen,
  "svc.compute.v1.InstanceSpec": {
    ...dozen["svc.compute.v1.InstanceSpec"],
    fields: {
      ...dozen["svc.compute.v1.InstanceSpec"]?.fields,
      hostnames: { ...unique, items: hostname },
      service_account_id: hostname,
    },
  },
  "svc.compute.v1.AttachedDisk": {
    fields: {
      disk_id: { required: "rule", ...hostname },
      attach_mode: { kind: "enum", rules: { defined_only: true } },
    },
  },
};
