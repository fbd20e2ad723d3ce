import { describe, expect, it } from "vitest";
import { openCloud } from "../emulator.fixture.js";

const spec = { cpu: 4, platform: "old", secondaryDisks: [{ diskId: "disk-1" }] };

describe("an Update without spec, whose mask goes into it", () => {
  it.each([
    { server: "a plain server, as by default", neverNull: [], mask: "spec", want: undefined },
    { server: "a plain server, as by default", neverNull: [], mask: "spec.cpu", want: undefined },
    { server: "one that never drops spec", neverNull: ["spec"], mask: "spec", want: spec },
    {
      server: "one that never drops spec",
      neverNull: ["spec"],
      mask: "spec.(cpu,secondaryDisks,secondary_disks)",
      want: { platform: "old" },
    },
  ])("at $server, with $mask, leaves $want", async ({ neverNull, mask, want }) => {
    await using cloud = await openCloud(neverNull.length === 0 ? {} : { neverNull });
    const created = await cloud.must("InstanceService/Create", { metadata: { parentId: "p" }, spec });
    const id = String(created["resourceId"]);
    await cloud.must("InstanceService/Update", { metadata: { id } }, { headers: { "X-ResetMask": mask } });
    const after = await cloud.must("InstanceService/Get", { id });
    expect(after["spec"]).toEqual(want);
    expect(after["metadata"]).toMatchObject({ id, parentId: "p", resourceVersion: "2" });
  });
});
