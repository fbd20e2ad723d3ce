import { describe, expect, it } from "vitest";
import { findModify, isDelete, isReadOnly, isUpdate } from "./method.js";
import { defaultMessages, withApis } from "../protos.fixture.js";

const updater = "{ option (acme.method_behavior) = METHOD_BEHAVIOR_UPDATER; }";
const unspecified = "{ option (acme.method_behavior) = METHOD_BEHAVIOR_UNSPECIFIED; }";
const withoutEffects = "{ option idempotency_level = NO_SIDE_EFFECTS; }";
const service = (rpcs: string) => `${defaultMessages} service S { ${rpcs} }`;

describe("what a method does, by its name and its options", () => {
  const rows = [
    { rpc: "Get(Id) returns (Vm)", does: "reads" },
    { rpc: "GetByName(Name) returns (Vm)", does: "reads" },
    { rpc: "ListThings(Id) returns (Plain)", does: "reads" },
    { rpc: "get_thing(Id) returns (Plain)", does: "reads" },
    { rpc: "GET(Id) returns (Plain)", does: "reads" },
    { rpc: "List(Id) returns (stream Plain)", does: "reads" },
    { rpc: "GetOrder(Id) returns (Plain)", does: "reads" },
    { rpc: "GetAndroid(Id) returns (Plain)", does: "reads" },
    { rpc: `Read(Id) returns (Plain) ${withoutEffects}`, does: "reads" },
    { rpc: "GetOrCreate(Id) returns (Plain)", does: "" },
    { rpc: "ListAndLock(Id) returns (Plain)", does: "" },
    { rpc: "Getaway(Id) returns (Plain)", does: "" },
    { rpc: "Listen(Id) returns (Plain)", does: "" },
    { rpc: "BatchGet(Id) returns (Plain)", does: "" },
    { rpc: "Create(Put) returns (Op)", does: "" },
    { rpc: "Write(Id) returns (Plain) { option idempotency_level = IDEMPOTENT; }", does: "" },
    { rpc: "Update(Put) returns (Op)", does: "updates" },
    { rpc: `Replace(Put) returns (Op) ${updater}`, does: "updates" },
    { rpc: `GetReplaced(Put) returns (Op) ${updater}`, does: "updates" },
    { rpc: `Update(Put) returns (Op) ${unspecified}`, does: "" },
    {
      rpc: `Update(Put) returns (Op) { option (acme.method_behavior) = METHOD_BEHAVIOR_PAGINATED; }`,
      does: "updates",
    },
    { rpc: "UpdateSpec(Put) returns (Op)", does: "" },
    { rpc: "update(Put) returns (Op)", does: "" },
    { rpc: "Update(stream Put) returns (Op)", does: "" },
    { rpc: `Replace(Put) returns (stream Op) ${updater}`, does: "" },
    { rpc: "Delete(Id) returns (Op)", does: "deletes" },
    { rpc: "DeleteAll(Id) returns (Op)", does: "deletes" },
    { rpc: "Deleted(Id) returns (Op)", does: "" },
  ];

  it.each(withApis(rows, ({ rpc }) => service(`rpc ${rpc}${rpc.endsWith("}") ? "" : ";"}`)))(
    "%j",
    ({ does }, api) => {
      const { options } = api;
      const method = api.service("S").methods[0]!;
      const found = {
        reads: isReadOnly(method, options),
        updates: isUpdate(method, options),
        deletes: isDelete(method),
      };
      expect(Object.entries(found).flatMap(([name, is]) => (is ? [name] : []))).toEqual(
        does === "" ? [] : [does],
      );
    },
  );
});

describe("modify reads and writes by", () => {
  const get = "rpc Get(Id) returns (Vm);";
  const update = "rpc Update(Put) returns (Op);";
  const replace = `rpc Replace(Put) returns (Op) ${updater}`;

  const rows = [
    ["Get and Update of the same resource", get + update, "Update"],
    ["Get and the one UPDATER of it", get + replace, "Replace"],
    ["Update, where another UPDATER stands before it", get + replace + update, "Update"],
    [
      "nothing, where Update says that it is no update",
      `${get}rpc Update(Put) returns (Op) ${unspecified}${replace}`,
      undefined,
    ],
    [
      "the UPDATER of the resource, beside one of something else",
      `${get}rpc Renew(Plain) returns (Op) ${updater}${replace}`,
      "Replace",
    ],
    ["nothing, with two UPDATERs", `${get}${replace}rpc Renew(Put) returns (Op) ${updater}`, undefined],
    [
      "nothing, with an Update of something else",
      `${get}rpc Update(Plain) returns (Op);${replace}`,
      undefined,
    ],
    ["nothing, without Get", update, undefined],
    ["nothing, without Update", get, undefined],
    ["nothing, with a Get of something else", `rpc Get(Id) returns (Plain);${update}`, undefined],
    ["nothing, with a Get that streams", `rpc Get(Id) returns (stream Vm);${update}`, undefined],
    ["nothing, with an Update that streams", `${get}rpc Update(stream Put) returns (Op);`, undefined],
  ] as const;

  it.each(withApis(rows, ([, rpcs]) => service(rpcs)))("%j", ([, , want], api) => {
    const found = findModify(api.service("S"), api.options);
    expect([found?.get.name, found?.update.name]).toEqual(
      want === undefined ? [undefined, undefined] : ["Get", want],
    );
  });
});
