import { deriveMask, parseMask } from "@stratus/runtime/messages";
import { UpdateInstanceRequest } from "@svc/cloud/compute/v1";
import { createRequest } from "./call-messages.js";
import type { Row } from "./report.js";
import { compare, cpuMicroseconds } from "./slices.js";

const rounds = { warmUp: 5, measured: 25 };
const sliceMs = 60;

/** Measures reset masks: deriving one compared with encoding its request, and parsing and formatting one compared with JSON. */
export async function maskRows(): Promise<Row[]> {
  const request = fullRequest();
  const mask = hundredPaths().join(",");
  const json = JSON.stringify(hundredPaths());
  return [
    ...(await compare(
      "mask of a full update request",
      "µs CPU",
      [
        {
          name: "encoding the request",
          slice: () => cpuPerPiece(() => UpdateInstanceRequest.encode(request).length),
        },
        {
          name: "stratus",
          slice: () => cpuPerPiece(() => deriveMask(UpdateInstanceRequest, request).toString().length),
        },
      ],
      rounds,
    )),
    ...(await compare(
      "parse and print 100 paths",
      "µs CPU",
      [
        {
          name: "JSON, as an array",
          slice: () => cpuPerPiece(() => JSON.stringify(JSON.parse(json)).length),
        },
        { name: "stratus", slice: () => cpuPerPiece(() => parseMask(mask).toString().length) },
      ],
      rounds,
    )),
  ];
}

/** The whole instance, as an Update sends it without an explicit mask. */
function fullRequest(): UpdateInstanceRequest {
  const { metadata, spec } = createRequest;
  if (metadata === undefined) throw new Error("the request of the bench has metadata");
  return {
    metadata: { ...metadata, id: "instance-0123456789", resourceVersion: 7n },
    spec,
  };
}

/** 100 paths as a mask of a large resource has them: fields, elements by index, elements by key, wildcards. */
function hundredPaths(): string[] {
  return Array.from({ length: 20 }, (_, index) => [
    `spec.field_${index}`,
    `spec.secondary_disks.${index}.device_name`,
    `spec.network_interfaces.${index}.public_ip_address.static`,
    `spec.filesystems."volume-${index}".read_only`,
    `spec.group_${index}.*.attach_mode`,
  ]).flat();
}

/** Measures the CPU time of one unit of work. Its result is used, so that the engine cannot optimize the work away. */
async function cpuPerPiece(work: () => number): Promise<number> {
  let pieces = 0;
  let seen = 0;
  const total = await cpuMicroseconds(async () => {
    const endMs = performance.now() + sliceMs;
    while (performance.now() < endMs) {
      for (let turn = 0; turn < 100; turn++) seen += work();
      pieces += 100;
    }
  });
  if (seen === 0) throw new Error("the work of the benchmark returned nothing");
  return total / pieces;
}
