/** What programs do with the values of enums, compiled as it stands. */
import type { MessageInit } from "@svc/cloud";
import { DiskType, type Disk, type DiskSpec } from "@svc/cloud/compute/v1";

declare const fromDatabase: number;
declare const disk: Disk;

/** A table of labels has one for each value that the SDK knows. */
export const labels: Record<DiskType, string> = {
  [DiskType.UNSPECIFIED]: "",
  [DiskType.NETWORK_SSD]: "SSD",
  [DiskType.NETWORK_HDD]: "HDD",
};

// @ts-expect-error a label is missing
export const tooFew: Record<DiskType, string> = { [DiskType.UNSPECIFIED]: "", [DiskType.NETWORK_SSD]: "SSD" };

/** A number that is kept elsewhere is a value; a server may know more values than the SDK. */
export const stored: MessageInit<DiskSpec> = { type: fromDatabase };
export const own: DiskType = fromDatabase;
export const named: "UNSPECIFIED" | "NETWORK_SSD" | "NETWORK_HDD" | undefined = DiskType.nameOf(
  disk.spec?.type,
);

/** A table of labels tells by itself that it has none for another number. */
export function labelOf(type: DiskType): string {
  return labels[type] ?? `kind ${type}`;
}

export function isFast(type: DiskType): boolean {
  switch (type) {
    case DiskType.NETWORK_SSD:
      return true;
    case DiskType.UNSPECIFIED:
    case DiskType.NETWORK_HDD:
      return false;
    default:
      throw new RangeError(`kind ${type}`);
  }
}

// @ts-expect-error a value that the SDK does not know leads to the end
export function isKnownToBeFast(type: DiskType): boolean {
  switch (type) {
    case DiskType.NETWORK_SSD:
      return true;
    case DiskType.UNSPECIFIED:
    case DiskType.NETWORK_HDD:
      return false;
  }
}

export function textOfChecked(type: DiskType): string {
  if (!DiskType.isKnown(type)) return `kind ${type}`;
  switch (type) {
    case DiskType.UNSPECIFIED:
      return "";
    case DiskType.NETWORK_SSD:
    case DiskType.NETWORK_HDD:
      return labels[type];
  }
}

// @ts-expect-error a name is no value
export const byName: DiskType = "NETWORK_SSD";
