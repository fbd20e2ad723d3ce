import { describe, expect, it } from "vitest";
import { defaultMessages, defaultOptions, withApis } from "../protos.fixture.js";
import { findParentTypes, readIdTypes } from "./id-types.js";

const options = `${defaultOptions}
  extend google.protobuf.FieldOptions { IdSettings nid = 50007; Other ref = 50008; OneType one = 50009; }
  message IdSettings { repeated string resource = 1; repeated string parent_resource = 2; bool strict = 3; }
  message OneType { string resource = 1; string parent_resource = 2; }
  message Other { repeated string resource = 1; }`;
const cluster = `[(acme.nid) = { parent_resource: ["cluster"] }]`;
const project = `[(acme.nid) = { resource: ["tenant", "project"] }]`;

/** An API whose requests and resource have these options. */
const api = ({ list = "", put = "", resource = "", parentId = "" }) => `
  message Meta { string id = 1; string parent_id = 2 ${parentId}; string name = 3; } message Spec { int32 cpu = 1; }
  message Vm { Meta metadata = 1 ${resource}; Spec spec = 2; }
  message Put { Meta metadata = 1 ${put}; Spec spec = 2; }
  message ByParent { string parent_id = 1 ${list}; string page_token = 2; string name = 3; }
  message Id { string id = 1; } message Page { repeated Vm items = 1; string next_page_token = 2; }
  message Op { string id = 1; google.rpc.Status status = 2; google.protobuf.Timestamp finished_at = 3; string resource_id = 4; }
  service S {
    rpc Get(Id) returns (Vm); rpc List(ByParent) returns (Page); rpc GetByName(ByParent) returns (Vm);
    rpc Create(Put) returns (Op); rpc Restore(Put) returns (Op); rpc Update(Put) returns (Op);
    rpc ListDeleted(ByParent) returns (Page); rpc Purge(ByParent) returns (Op);
  }`;

describe("the types of parents that a session may fill in", () => {
  const rows: readonly (readonly [fields: Parameters<typeof api>[0], methods: object])[] = [
    [{}, { List: [], Create: [] }],
    [{ list: project }, { List: ["tenant", "project"], GetByName: ["tenant", "project"], Create: [] }],
    [{ put: cluster }, { Create: ["cluster"], Restore: ["cluster"], List: [] }],
    [{ resource: cluster }, { Create: ["cluster"], List: ["cluster"], GetByName: ["cluster"] }],
    [
      { resource: cluster, list: project, put: `[(acme.nid) = { parent_resource: "*" }]` },
      { Create: [], List: ["tenant", "project"] },
    ],
    [{ resource: cluster, put: `[(acme.nid) = { resource: "vm" }]` }, { Create: ["cluster"] }],
    [{ parentId: project }, { Create: ["tenant", "project"], List: ["tenant", "project"] }],
    [{ list: `[(acme.one) = { resource: "zone" }]` }, { List: ["zone"] }],
    [{ list: `[(acme.ref) = { resource: ["zone"] }]` }, { List: [] }],
    // The runtime fills no parent in these.
    [
      { resource: cluster, list: project, put: cluster },
      { Update: [], ListDeleted: [], Purge: [], Get: [] },
    ],
  ];

  it.each(
    withApis(
      rows,
      ([fields]) => api(fields),
      () => options,
    ),
  )("%j", ([, want], { method, options: found, registry }) => {
    const names = Object.keys(want);
    expect(
      Object.fromEntries(names.map((name) => [name, findParentTypes(method(name), found, registry)])),
    ).toEqual(want);
  });
});

describe("the types that a field allows", () => {
  const rows: readonly (readonly [option: string, types: object])[] = [
    ["", {}],
    ["[(acme.nid) = {}]", {}],
    [`[(acme.nid) = { resource: ["vm", "disk"] }]`, { ids: ["vm", "disk"] }],
    [`[(acme.nid) = { resource: ["vm", "*"], parent_resource: "" }]`, { ids: [] }],
    [`[(acme.nid).parent_resource = "vm", (acme.nid).strict = true]`, { parents: ["vm"] }],
  ];

  it.each(
    withApis(
      rows,
      ([option]) => `${defaultMessages} message M { string f = 1 ${option}; }`,
      () => options,
    ),
  )("%j", ([, want], { field, options: found }) => {
    expect(readIdTypes(field("f"), found)).toEqual({ ids: undefined, parents: undefined, ...want });
  });
});
