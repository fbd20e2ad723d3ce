import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../repository.fixture.js";
import type { Protos } from "../../generator/src/plugin/request.fixture.js";

/** Files of the sample API that any platform can share. */
const shared = [
  "annotations",
  "common/v1/operation",
  "common/v1/operation_service",
  "common/v1/resource_metadata",
];

/** A service with the methods that make, show, change and destroy a resource. */
function service(packageName: string, noun: string, spec: readonly string[], note: string): string {
  const metadata = "svc.common.v1.ResourceMetadata metadata = 1;";
  const name = noun.toLowerCase();
  return `syntax = "proto3";
package ${packageName}.v1;
import "svc/annotations.proto";
import "svc/common/v1/operation.proto";
import "svc/common/v1/resource_metadata.proto";
service ${noun}Service {
  option (svc.api_service_name) = "${packageName}";
  // Creates ${note}.
  rpc Create(Create${noun}Request) returns (svc.common.v1.Operation);
  // Returns a ${name} by its identifier.
  rpc Get(Get${noun}Request) returns (${noun});
  // Lists the ${name}s of a parent.
  rpc List(List${noun}sRequest) returns (List${noun}sResponse);
  // Replaces a ${name}; the reset mask says which fields to clear.
  rpc Update(Update${noun}Request) returns (svc.common.v1.Operation);
  // Deletes a ${name}.
  rpc Delete(Delete${noun}Request) returns (svc.common.v1.Operation);
}
message ${noun} { ${metadata} ${noun}Spec spec = 2; }
message ${noun}Spec {
  ${spec.join("\n  ")}
}
message Create${noun}Request { ${metadata} ${noun}Spec spec = 2; }
message Get${noun}Request { string id = 1; }
message List${noun}sRequest { string parent_id = 1; int64 page_size = 2; string page_token = 3; string filter = 4; }
message List${noun}sResponse { repeated ${noun} items = 1; string next_page_token = 2; }
message Update${noun}Request { ${metadata} ${noun}Spec spec = 2; }
message Delete${noun}Request { string id = 1; }
`;
}

/** A platform with networks, disks and instances, by the convention. */
export function platform(): Protos {
  const common = shared.map((name) => `svc/${name}.proto`);
  return {
    ...Object.fromEntries(common.map((name) => [name, readFileSync(join(root, "protos", name), "utf8")])),
    "google/rpc/status.proto": readFileSync(join(root, "third_party/google/rpc/status.proto"), "utf8"),
    "vpc/v1/network.proto": service(
      "vpc",
      "Network",
      ["// Addresses, as CIDR blocks.", "repeated string cidrs = 1;"],
      "a network",
    ),
    "compute/v1/disk.proto": service(
      "compute",
      "Disk",
      ["// Size of the disk in bytes.", "int64 size_bytes = 1;"],
      "a disk",
    ),
    "compute/v1/instance.proto": service(
      "compute",
      "Instance",
      [
        "// Number of processors.",
        "int32 cpu = 1;",
        "// The disk that it starts from.",
        "string boot_disk_id = 2;",
        "// The network that it is in.",
        "string network_id = 3;",
      ],
      "an instance",
    ),
  };
}
