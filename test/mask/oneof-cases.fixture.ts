import { disk, type UpdateCase } from "./update-case.fixture.js";

/** What a server makes of the members of a oneof. */
export const oneofMeaning: readonly UpdateCase[] = [
  {
    title: "the name of a oneof clears whichever member is set",
    before: { spec: { cpu: 1, group: disk("g", 1) } },
    request: { spec: {} },
    mask: "spec.placement",
    want: { spec: { cpu: 1 } },
  },
  {
    title: "the name of a oneof does not lead into its members",
    before: { spec: { group: disk("g", 1) } },
    request: { spec: {} },
    mask: "spec.placement.group.size",
    want: { spec: { group: disk("g", 1) } },
  },
  {
    title: "the name of a oneof does nothing to the member that is sent",
    before: { spec: { group: disk("g", 1) } },
    request: { spec: { group: { id: "h" } } },
    mask: "spec.placement",
    want: { spec: { group: { id: "h", size: 1 } } },
  },
  {
    title: "a member's name clears that member",
    before: { spec: { host_id: "h" } },
    request: { spec: {} },
    mask: "spec.host_id",
    want: { spec: {} },
  },
  {
    title: "a member's name leaves another member alone",
    before: { spec: { host_id: "h" } },
    request: { spec: {} },
    mask: "spec.group,spec.zone",
    want: { spec: { host_id: "h" } },
  },
  {
    title: "setting another member switches the oneof without a mask",
    before: { spec: { group: disk("g", 1) } },
    request: { spec: { host_id: "h" } },
    mask: "",
    want: { spec: { host_id: "h" } },
  },
  {
    title: "a member set to its default is set",
    before: { spec: { host_id: "h" } },
    request: { spec: { zone: 0 } },
    mask: "",
    want: { spec: { zone: 0 } },
  },
  {
    title: "a member that is a message is merged with the mask inside",
    before: { spec: { group: { id: "g", size: 1 } } },
    request: { spec: { group: { id: "h" } } },
    mask: "spec.group.size",
    want: { spec: { group: { id: "h" } } },
  },
  {
    title: "a path into a member that is not sent clears it",
    before: { spec: { group: { id: "g", size: 1 } } },
    request: { spec: {} },
    mask: "spec.group.size",
    want: { spec: {} },
  },
];
