/**
 * Programs that use all of the API before its changes, as people write them: requests in part, reading, a `switch`
 * with a default. What changes without breaking leaves them as they are. Each that runs exports `run`.
 */
export const corpus: Readonly<Record<string, string>> = {
  "messages.ts": `
import { fromJson, toJson } from "./sdk/index.js";
import { Disk, DiskSpec, DiskType, Placement, Placement_Level, ResizeDiskRequest } from "./sdk/acme/v1/index.js";

const spec = DiskSpec.create({
  size: 3,
  label: "a",
  limit: 7,
  tags: ["x", "y"],
  weights: { w: 2 },
  type: DiskType.SSD,
  source: { $case: "imageId", value: "i" },
  expiresAt: { seconds: 5n },
  comment: "c",
  key: new Uint8Array([1, 2]),
  placement: { rack: "r", host: "h", level: Placement_Level.LOW },
  replicas: [{ rack: "s" }],
  zone: "z",
  quota: 9n,
  ratio: 0.5,
  password: "p",
  speed: 4,
  encrypted: true,
});

function kindOf(type: DiskType): string {
  switch (type) {
    case DiskType.SSD:
      return "fast";
    case DiskType.HDD:
      return "slow";
    default:
      return "other";
  }
}

function sourceOf({ source }: DiskSpec): string {
  switch (source?.$case) {
    case "imageId":
      return source.value;
    case "snapshot":
      return source.value.id;
    default:
      return "none";
  }
}

export async function run(): Promise<string> {
  const read = DiskSpec.decode(DiskSpec.encode(spec));
  const again = fromJson(DiskSpec, JSON.parse(JSON.stringify(toJson(DiskSpec, spec))));
  const seen = [read, again].map((one) => [
    one.size, one.label, one.limit ?? 0, one.tags.length, one.weights["w"], kindOf(one.type), sourceOf(one),
    String(one.expiresAt?.seconds), one.comment, one.key.length, one.placement?.host, one.replicas[0]?.rack,
    one.zone, String(one.quota), one.ratio, one.owner, one.password, one.speed, one.encrypted,
    Placement_Level.nameOf(one.placement?.level), DiskType.isKnown(one.type),
  ]);
  const disk: Disk = Disk.create({ spec, status: { state: "up", attempts: 1 } });
  return JSON.stringify([seen, disk.status?.state, Placement.create({}).host, ResizeDiskRequest.create({ id: "a", size: 1 }).size]);
}
`,
  "resources.ts": `
import { Acme, type AcmeOptions } from "./sdk/index.js";
import { AcmeServices } from "./sdk/services.js";
import { DiskServiceClient } from "./sdk/acme/v1/index.js";

export async function run(options: object): Promise<string> {
  await using session = new Acme(options as AcmeOptions);
  const disks = new DiskServiceClient(session);
  const operation = await disks.create({ metadata: { name: "a", parentId: "p" }, spec: { size: 4, label: "x", tags: ["t"] } });
  await operation.wait();
  const id = operation.resourceId ?? "";
  await (await disks.modify({ id }, (disk) => { disk.spec.size = 8; })).wait();
  await (await disks.update({ metadata: { id }, spec: { label: "y" } }, { resetMask: (mask) => [mask.spec.tags] })).wait();
  const { spec } = await disks.get({ id });
  const names: string[] = [];
  for await (const one of disks.listAll({ parentId: "p", pageSize: 5 })) names.push(one.metadata.name);
  const { nextPageToken } = await disks.list({ parentId: "p" });
  await (await disks.delete({ id })).wait();
  const tariff = new AcmeServices(session).acmeV1.tariff;
  return JSON.stringify([spec.size, spec.label, spec.tags, names, nextPageToken, (await tariff.get({ name: "t" })).name]);
}
`,
  "signatures.ts": `
import type { CallOptions } from "./sdk/index.js";
import {
  CheckDiskRequest, DiskServiceClient, DiskServiceMethods, type Disk, type DiskStatus, type ResizeDiskResponse, type Snapshot, type Tariff,
} from "./sdk/acme/v1/index.js";

export const resize = async (disks: DiskServiceClient, options: CallOptions): Promise<number> =>
  (await disks.resize({ id: "a", size: 5 }, options)).size;
export const grow = (disks: DiskServiceClient): Promise<ResizeDiskResponse> => disks.grow({ size: 5 });
export const check = (disks: DiskServiceClient): Promise<DiskStatus> => disks.check(CheckDiskRequest.create({}));
export const watch = async (disks: DiskServiceClient): Promise<string> => {
  for await (const { state, attempts } of disks.watch({ id: "a" })) return state + attempts;
  return "";
};
export const names: readonly string[] = Object.keys(DiskServiceMethods);
export const show = (disk: Disk, tariff: Tariff, snapshot: Snapshot): string =>
  [disk.metadata?.name, disk.spec?.label, tariff.price.toFixed(2), snapshot.id].join();
`,
};
