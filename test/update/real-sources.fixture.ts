import { env } from "node:process";
import { fileURLToPath } from "node:url";

/** The syntax in which the protos of an API are taken. The facts of the fields stay, their presence may change. */
export type Syntax = "as written" | "proto2" | "2023";

/** Public APIs of one owner, and messages of them that serve as resources. */
export interface RealSource {
  readonly name: string;
  readonly syntax: Syntax;
  /** Folders of protos, with the folder that they are copied to. */
  readonly folders: readonly (readonly [from: string, to: string])[];
  /** Messages, with the files that define them. */
  readonly messages: readonly (readonly [typeName: string, file: string])[];
}

const corpus = fileURLToPath(new URL("../../bench/corpus/node_modules/", import.meta.url));
const google = `${corpus}google-proto-files/google`;
const xds = `${corpus}@grpc/grpc-js-xds/deps`;
const googleFolders = [
  "api",
  "cloud/run",
  "container",
  "iam",
  "logging/type",
  "longrunning",
  "monitoring",
  "pubsub",
  "rpc",
  "type",
].map((folder) => [`${google}/${folder}`, `google/${folder}`] as const);
const envoyFolders = [
  [`${xds}/envoy-api/envoy`, "envoy"],
  [`${xds}/xds/udpa`, "udpa"],
  [`${xds}/xds/xds`, "xds"],
  [`${xds}/googleapis/google`, "google"],
] as const;
const envoyMessages = [
  ["envoy.config.route.v3.RouteConfiguration", "envoy/config/route/v3/route.proto"],
  ["envoy.config.endpoint.v3.ClusterLoadAssignment", "envoy/config/endpoint/v3/endpoint.proto"],
  ["envoy.config.cluster.v3.Cluster", "envoy/config/cluster/v3/cluster.proto"],
] as const;
const googleMessages = [
  ["google.container.v1.NodePool", "google/container/v1/cluster_service.proto"],
  ["google.cloud.run.v2.Service", "google/cloud/run/v2/service.proto"],
  ["google.monitoring.v3.AlertPolicy", "google/monitoring/v3/alert.proto"],
  ["google.monitoring.v3.UptimeCheckConfig", "google/monitoring/v3/uptime.proto"],
  ["google.pubsub.v1.Subscription", "google/pubsub/v1/pubsub.proto"],
] as const;

/** The folder of the clones. */
function clones(): string {
  const folder = env["STRATUS_UPDATED_APIS"];
  if (folder !== undefined) return folder;
  throw new Error(
    "STRATUS_UPDATED_APIS is not set: clone nebius/api (as nebius-api), temporalio/api (as temporal-api), " +
      "bufbuild/protovalidate and bufbuild/protoc-gen-validate into a folder, and name it",
  );
}

/** A cloud platform, Temporal, Envoy and Google, in proto2, proto3 and an edition. */
export function realSources(): readonly RealSource[] {
  const folder = clones();
  const validate = `${folder}/protovalidate/proto/protovalidate/buf`;
  const envoy = {
    folders: [...envoyFolders, [`${folder}/protoc-gen-validate/validate`, "validate"]],
    messages: envoyMessages,
  } as const;
  return [
    {
      name: "platform",
      syntax: "as written",
      folders: [
        [`${folder}/nebius-api/nebius`, "nebius"],
        [validate, "buf"],
        [`${google}/rpc`, "google/rpc"],
      ],
      messages: [
        ["nebius.compute.v1.InstanceSpec", "nebius/compute/v1/instance.proto"],
        ["nebius.mk8s.v1.NodeGroupSpec", "nebius/mk8s/v1/node_group.proto"],
        ["nebius.storage.v1.BucketSpec", "nebius/storage/v1/bucket.proto"],
        ["nebius.vpc.v1.SubnetSpec", "nebius/vpc/v1/subnet.proto"],
        // Written in proto2.
        ["buf.validate.FieldRules", "buf/validate/validate.proto"],
      ],
    },
    {
      name: "temporal",
      syntax: "as written",
      folders: [
        [`${folder}/temporal-api/temporal`, "temporal"],
        [`${folder}/temporal-api/nexusannotations`, "nexusannotations"],
        [`${google}/api`, "google/api"],
      ],
      messages: [
        ["temporal.api.schedule.v1.Schedule", "temporal/api/schedule/v1/message.proto"],
        ["temporal.api.workflow.v1.NewWorkflowExecutionInfo", "temporal/api/workflow/v1/message.proto"],
        ["temporal.api.deployment.v1.WorkerDeploymentInfo", "temporal/api/deployment/v1/message.proto"],
        ["temporal.api.taskqueue.v1.TaskQueueVersionInfo", "temporal/api/taskqueue/v1/message.proto"],
      ],
    },
    { name: "envoy", syntax: "as written", ...envoy },
    { name: "envoy in an edition", syntax: "2023", ...envoy },
    { name: "google", syntax: "as written", folders: googleFolders, messages: googleMessages },
    { name: "google in proto2", syntax: "proto2", folders: googleFolders, messages: googleMessages },
  ];
}
