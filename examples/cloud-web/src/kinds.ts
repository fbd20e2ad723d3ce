/** The kinds of resources that the page shows: what a person sees of them, and what is called. */
import type { Operation } from "@svc/cloud/common/v1";
import { Disk, DiskServiceClient, DiskType, Instance, InstanceServiceClient } from "@svc/cloud/compute/v1";
import type { Cloud, ModifyPreview, OperationHandle, Resource } from "@svc/cloud/web";
import { type Field, gibibytes, labels, words } from "./fields.js";

const parentId = "project-1";

/** A kind of resource. */
export interface Kind<One extends Named = Named> {
  /** The id of its panel: `instances`. */
  readonly id: string;
  /** `instance` */
  readonly name: string;
  readonly fields: readonly Field<One>[];
  /** A resource as a form begins with it. */
  readonly blank: () => One;
  readonly list: () => AsyncIterable<One>;
  readonly create: (one: One) => PromiseLike<OperationHandle<Operation>>;
  readonly preview: (id: string, change: (one: One) => void) => PromiseLike<ModifyPreview<unknown, One>>;
  readonly modify: (id: string, change: (one: One) => void) => PromiseLike<OperationHandle<Operation>>;
}

/** A resource with what all have. */
export interface Named {
  readonly metadata: { name: string; readonly id: string; labels: Record<string, string> };
}

const nameField: Field<Named> = {
  name: "name",
  label: "Name",
  isRequired: true,
  read: ({ metadata }) => metadata.name,
  write: ({ metadata }, text) => (metadata.name = text),
};

const labelsField: Field<Named> = {
  name: "labels",
  label: "Labels",
  hint: "such as env=production, tier=front",
  read: ({ metadata }) => labels.read(metadata.labels),
  write: ({ metadata }, text) => (metadata.labels = labels.write(text)),
};

/** A form begins with it: `create` fills everything else. */
function whole<T extends { metadata?: unknown; spec?: unknown }>(made: T): Resource<T> {
  if (made.metadata === undefined || made.spec === undefined)
    throw new Error("the resource has no metadata or no spec");
  return made as Resource<T>;
}

/** Instances. */
export function instanceKind(cloud: Cloud): Kind<Resource<Instance>> {
  const client = new InstanceServiceClient(cloud);
  return {
    id: "instances",
    name: "instance",
    fields: [
      nameField,
      {
        name: "cpu",
        label: "Processors",
        isRequired: true,
        isNumber: true,
        read: ({ spec }) => String(spec.cpu),
        write: ({ spec }, text) => (spec.cpu = Number(text)),
      },
      {
        name: "memory",
        label: "Memory in GiB",
        isRequired: true,
        isNumber: true,
        read: ({ spec }) => gibibytes.read(spec.memoryBytes),
        write: ({ spec }, text) => (spec.memoryBytes = gibibytes.write(text)),
      },
      {
        name: "hostnames",
        label: "Host names",
        hint: "such as web-1.internal",
        read: ({ spec }) => words.read(spec.hostnames),
        write: ({ spec }, text) => (spec.hostnames = words.write(text)),
      },
      labelsField,
    ],
    blank: () =>
      whole(Instance.create({ metadata: {}, spec: { cpu: 2, memoryBytes: gibibytes.write("4") } })),
    list: () => client.listAll({ parentId }),
    create: ({ metadata, spec }) => client.create({ metadata: { ...metadata, parentId }, spec }),
    preview: (id, change) => client.previewModify({ id }, change),
    modify: (id, change) => client.modify({ id }, change),
  };
}

/** Disks. */
export function diskKind(cloud: Cloud): Kind<Resource<Disk>> {
  const client = new DiskServiceClient(cloud);
  return {
    id: "disks",
    name: "disk",
    fields: [
      nameField,
      {
        name: "size",
        label: "Size in GiB",
        isRequired: true,
        isNumber: true,
        read: ({ spec }) => gibibytes.read(spec.sizeBytes),
        write: ({ spec }, text) => (spec.sizeBytes = gibibytes.write(text)),
      },
      {
        name: "type",
        label: "Type",
        isFixed: true,
        choices: ["SSD", "HDD"],
        read: ({ spec }) => (spec.type === DiskType.NETWORK_HDD ? "HDD" : "SSD"),
        write: ({ spec }, text) => (spec.type = text === "HDD" ? DiskType.NETWORK_HDD : DiskType.NETWORK_SSD),
      },
      labelsField,
    ],
    blank: () =>
      whole(
        Disk.create({ metadata: {}, spec: { sizeBytes: gibibytes.write("20"), type: DiskType.NETWORK_SSD } }),
      ),
    list: () => client.listAll({ parentId }),
    create: ({ metadata, spec }) => client.create({ metadata: { ...metadata, parentId }, spec }),
    preview: (id, change) => client.previewModify({ id }, change),
    modify: (id, change) => client.modify({ id }, change),
  };
}
