import { describe, expect, it } from "vitest";
import type { Change } from "../change.js";
import type { Diff } from "../diff.js";
import { printText } from "../print/text.js";
import { filterByUses, findUses } from "./filter-by-program.js";

const program = `import { DiskServiceClient, DiskType } from "@acme/cloud/compute/v1";
const disks = new DiskServiceClient(session);
await disks.freeze({ id });
console.log(disk.spec.sizeBytes);
`;

const change = (subject: string, role: Change["role"], more: Partial<Change> = {}): Change => ({
  kind: "changed",
  step: "major",
  isBreaking: true,
  isCertain: true,
  cause: "api",
  subject,
  role,
  isNewlyRequired: false,
  sentences: [],
  reasons: [],
  fixes: [],
  place: undefined,
  entry: undefined,
  ...more,
});

const added = { kind: "added", step: "minor", isBreaking: false } as const;

describe("the changes that touch a program", () => {
  it.each([
    ["a method that it calls", change("DiskService.Freeze", "rpc"), ["src/a.ts:3"]],
    [
      "a method of that name of a service that it does not use",
      change("ImageService.Freeze", "rpc"),
      undefined,
    ],
    ["a method that it does not call", change("DiskService.Thaw", "rpc"), undefined],
    ["a service that it uses", change("DiskService", "service"), ["src/a.ts:1", "src/a.ts:2"]],
    ["a field that it reads", change("DiskSpec.sizeBytes", "field"), ["src/a.ts:4"]],
    ["a new value of an enum that it names", change("DiskType.TAPE", "value", added), ["src/a.ts:1"]],
    ["a new field of a type that it does not name", change("DiskSpec.sizeBytes", "field", added), undefined],
    ["what concerns all", change("@acme/runtime", "package"), []],
  ] as const)("are told with its lines: %s", (_, one, want) => {
    const diff: Diff = {
      before: { label: "a", version: undefined, generator: undefined },
      after: { label: "b", version: undefined, generator: undefined },
      step: "major",
      deployOrder: "servers-first",
      changes: [one],
      news: undefined,
      pages: new Set(),
      notes: [],
    };
    const found = filterByUses(diff, findUses([{ path: "src/a.ts", text: program }]), "src");
    expect(found.changes[0]?.usedAt).toEqual(want);
    expect(found.step).toBe(want === undefined ? undefined : one.step);
    expect(printText(found, false).includes("Nothing that this program uses has changed.")).toBe(
      want === undefined,
    );
    expect(printText(found, false).includes("Deploy servers first")).toBe(want !== undefined);
  });
});
