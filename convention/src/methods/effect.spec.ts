import { describe, expect, it } from "vitest";
import { readEffect } from "./effect.js";
import { defaultMessages, withApis } from "../protos.fixture.js";
import { readRole } from "./role.js";

const get = "rpc Get(Id) returns (Vm); ";
const safe = "{ option idempotency_level = NO_SIDE_EFFECTS; }";
const repeatable = "{ option idempotency_level = IDEMPOTENT; }";
const updater = "{ option (acme.method_behavior) = METHOD_BEHAVIOR_UPDATER; }";
const tokens = `
  message Report { int32 x = 1; } message GetReportResponse { Report report = 1; } message Reports { repeated Report all = 1; }
  message In { string grant_type = 1; string subject_token = 2; string subject_token_type = 3; }
  message Out { string access_token = 1; int64 expires_in = 2; }
  message Job { string name = 1; bool done = 2; oneof r { google.rpc.Status error = 3; google.protobuf.Any response = 4; } }`;

describe("a call of a method", () => {
  const rows = [
    ["rpc Get(Id) returns (Vm);", "read"],
    [`${get}rpc GetByName(Name) returns (Vm);`, "read"],
    [`${get}rpc List(PageReq) returns (VmPage);`, "read"],
    [`${get}rpc Create(Put) returns (Op);`, "create"],
    [`${get}rpc Update(Put) returns (Op);`, "change"],
    [`${get}rpc Rename(Put) returns (Op) ${updater}`, "change"],
    [`rpc Rename(Plain) returns (Plain) ${updater}`, "change"],
    [`${get}rpc Delete(Id) returns (Op);`, "destroy"],
    [`${get}rpc Stop(Id) returns (Op);`, "act"],
    [`rpc Swap(In) returns (Out);`, "act"],
    [`rpc Count(Plain) returns (Plain) ${safe}`, "read"],
    [`rpc Count(Plain) returns (Plain) ${repeatable}`, "act"],
    [`rpc Watch(Plain) returns (stream Plain) ${safe}`, "read"],
    // Nothing but the name says what these do, and they return what it names.
    ["rpc GetReport(Plain) returns (Report);", "readByName"],
    ["rpc GetReport(Plain) returns (GetReportResponse);", "readByName"],
    ["rpc GetReportByName(Plain) returns (Report);", "readByName"],
    ["rpc ListReports(Plain) returns (Reports);", "readByName"],
    ["rpc ListReports(Plain) returns (Plain);", "act"],
    ["rpc GetNextReport(Plain) returns (Report);", "act"],
    ["rpc GetNextReport(Plain) returns (GetReportResponse);", "act"],
    ["rpc ListAllAndAck(Plain) returns (Reports);", "act"],
    ["rpc GetAndLockReport(Plain) returns (Report);", "act"],
    ["rpc GetOrCreate(Plain) returns (Plain);", "act"],
    ["rpc Getaway(Plain) returns (Plain);", "act"],
    ["rpc DeleteEverything(Plain) returns (Plain);", "act"],
    ["rpc Update(Plain) returns (Plain);", "act"],
    ["rpc CreateReport(Plain) returns (Plain);", "act"],
    ["rpc GetOperation(Name) returns (Job);", "read"],
    ["rpc GetOperation(Name) returns (Job); rpc CancelOperation(Name) returns (Plain);", "act"],
    ["rpc GetOperation(Name) returns (Job); rpc DeleteOperation(Name) returns (Plain);", "destroy"],
  ] as const;

  const body = (rpcs: string): string => `${defaultMessages} ${tokens} service S { ${rpcs} }`;
  it.each(withApis(rows, ([rpcs]) => body(rpcs)))("%j", ([, want], api) => {
    const method = api.service("S").methods.at(-1)!;
    const role = readRole(method, api.options, api.registry);
    expect(readEffect(method, role, api.options)).toBe(want);
  });
});
