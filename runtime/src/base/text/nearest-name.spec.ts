import { expect, it } from "vitest";
import { nearestName } from "./nearest-name.js";

const known = ["cpu", "memory_bytes", "secondary_disks", "boot_disk", "name"];

it.each([
  ["cpus", "cpu"],
  ["secondaryDisks", "secondary_disks"],
  ["secondary_disk", "secondary_disks"],
  ["memory_byte", "memory_bytes"],
  ["Name", "name"],
  ["memry_byt", "memory_bytes"],
  ["mmry_byt", undefined],
  ["x", undefined],
  ["entirely_else", undefined],
])("%s most likely means %s", (name, want) => {
  expect(nearestName(name, known)).toBe(want);
});
