import { describe, expect, it } from "vitest";
import { readEndpoint } from "../shapes/endpoint.js";
import { findOperationGet, findOperationList, findResourceGet, readsOperations } from "./get-method.js";
import { findPage } from "../shapes/page.js";
import { compileApi, type TestApi, defaultMessages, withApis } from "../protos.fixture.js";
import { readRole } from "./role.js";
import { isTokenExchange } from "../shapes/token-exchange.js";

const beside = `
  message Bare { Plain metadata = 1; Spec spec = 2; } message BarePut { Plain metadata = 1; Spec spec = 2; }
  message Vms { repeated Vm items = 1; repeated Plain warnings = 2; string next_page_token = 3; }
  message Two { repeated Vm items = 1; repeated Vm others = 2; string next_page_token = 3; }
  message Plains { repeated Plain items = 1; repeated string unreachable = 2; string next_page_token = 3; }
  message Lists { repeated Plain a = 1; repeated Spec b = 2; string next_page_token = 3; }
  message AllVms { repeated Vm items = 1; repeated Plain warnings = 2; }
  message AllTwice { repeated Vm items = 1; repeated Vm others = 2; }
  message AllPlains { repeated Plain items = 1; } message AllOps { repeated Op operations = 1; }
  message In { string grant_type = 1; string subject_token = 2; string subject_token_type = 3; }
  message Out { string access_token = 1; int64 expires_in = 2; }
  message OutLong { string access_token = 1; google.protobuf.Duration expires_in = 2; }
  message OutText { string access_token = 1; string expires_in = 2; }
  message OutFlag { string access_token = 1; bool expires_in = 2; }
  message OutForEver { string access_token = 1; }
  message Job { string name = 1; bool done = 2; oneof r { google.rpc.Status error = 3; google.protobuf.Any response = 4; } }
  message Me { oneof profile { User user = 1; Robot robot = 2; } } message User { string id = 1; } message Robot { Vm info = 1; }`;
const updater = "{ option (acme.method_behavior) = METHOD_BEHAVIOR_UPDATER; }";
const unspecified = "{ option (acme.method_behavior) = METHOD_BEHAVIOR_UNSPECIFIED; }";

const service = (rpcs: string) => `${defaultMessages} ${beside} service S { ${rpcs} }`;
/** The method that is asked about. */
const last = (api: TestApi) => api.service("S").methods.at(-1)!;
const get = "rpc Get(Id) returns (Vm); ";

describe("the role of a method", () => {
  const rows = [
    ["rpc Get(Id) returns (Vm);", "get"],
    ["rpc Get(Plain) returns (Vm);", "unknown"],
    ["rpc Get(Id) returns (stream Vm);", "unknown"],
    ["rpc Get(Id) returns (Bare);", "unknown"],
    [`${get}rpc GetByName(Name) returns (Vm);`, "getByName"],
    [`${get}rpc GetByName(Id) returns (Vm);`, "unknown"],
    [`${get}rpc Create(Put) returns (Op);`, "create"],
    [`${get}rpc Create(Put) returns (Vm);`, "create"],
    [`${get}rpc Create(Put) returns (Plain);`, "unknown"],
    [`${get}rpc Create(Plain) returns (Op);`, "unknown"],
    [`${get}rpc Update(Put) returns (Op);`, "update"],
    [`${get}rpc Update(Put) returns (Op) ${unspecified}`, "unknown"],
    [`${get}rpc Replace(Put) returns (Op) ${updater}`, "update"],
    [`${get}rpc Replace(Put) returns (Op);`, "unknown"],
    [`${get}rpc Delete(Id) returns (Op);`, "delete"],
    [`${get}rpc Delete(Id) returns (google.protobuf.Empty);`, "delete"],
    [`${get}rpc Delete(Id) returns (Plain);`, "unknown"],
    [`${get}rpc DeleteAll(Id) returns (Op);`, "unknown"],
    ["rpc List(PageReq) returns (VmPage);", "list"],
    ["rpc List(PageReq) returns (Vms);", "list"],
    ["rpc List(PageReq) returns (Two);", "unknown"],
    ["rpc List(Id) returns (VmPage);", "unknown"],
    ["rpc List(Nothing) returns (AllVms);", "list"],
    ["rpc List(PageReq) returns (AllVms);", "list"],
    ["rpc List(Nothing) returns (stream AllVms);", "unknown"],
    ["rpc List(Nothing) returns (AllTwice);", "unknown"],
    [`${get}rpc List(Nothing) returns (AllPlains);`, "unknown"],
    ["rpc ListOps(Id) returns (AllOps);", "operationList"],
    ["rpc Create(Put) returns (Op);", "create"],
    ["rpc Get(Id) returns (Op);", "operationGet"],
    ["rpc ListOps(PageReq) returns (OpPage);", "operationList"],
    [`${get}rpc Create(Put) returns (Job);`, "create"],
    [`${get}rpc Update(Put) returns (Job);`, "update"],
    [`${get}rpc Delete(Id) returns (Job);`, "delete"],
    ["rpc GetOperation(Name) returns (Job);", "operationGet"],
    ["rpc GetOperation(Name) returns (Job); rpc CancelOperation(Name) returns (Plain);", "operationCancel"],
    ["rpc GetOperation(Name) returns (Job); rpc WaitOperation(Name) returns (Job);", "operationWait"],
    ["rpc GetOperation(Name) returns (Job); rpc WaitOperation(Name) returns (Plain);", "unknown"],
    ["rpc WaitOperation(Name) returns (Job);", "unknown"],
    ["rpc GetOperation(Name) returns (Job); rpc DeleteOperation(Name) returns (Plain);", "operationDelete"],
    ["rpc GetOperation(Name) returns (Job); rpc DeleteOperation(Id) returns (Plain);", "unknown"],
    ["rpc CancelOperation(Name) returns (Plain);", "unknown"],
    ["rpc Swap(In) returns (Out);", "tokenExchange"],
    ["rpc WhoAmI(Nothing) returns (Me);", "profile"],
    ["rpc WhoAmI(Id) returns (Me);", "unknown"],
    ["rpc Do(Id) returns (Plain);", "unknown"],
  ] as const;

  it.each(withApis(rows, ([rpcs]) => service(rpcs)))("%j", ([, want], api) => {
    expect(readRole(last(api), api.options, api.registry).kind).toBe(want);
  });
});

describe("a method answers page by page", () => {
  const rows = [
    ["(PageReq) returns (VmPage)", "items"],
    ["(PageReq) returns (Plains)", "items"],
    ["(PageReq) returns (Vms)", "items"],
    ["(PageReq) returns (OpPage)", "operations"],
    ["(PageReq) returns (Two)", undefined],
    ["(PageReq) returns (Lists)", undefined],
    ["(Id) returns (VmPage)", undefined],
    ["(PageReq) returns (Vm)", undefined],
    ["(PageReq) returns (stream VmPage)", undefined],
  ] as const;

  it.each(withApis(rows, ([signature]) => service(`rpc Find${signature};`)))("%j", ([, want], api) => {
    expect(findPage(last(api))?.name).toBe(want);
  });
});

describe("a method exchanges tokens", () => {
  const rows = [
    ["(In) returns (Out)", true],
    ["(In) returns (OutLong)", true],
    ["(In) returns (OutText)", true],
    ["(In) returns (OutFlag)", false],
    ["(In) returns (OutForEver)", false],
    ["(Id) returns (Out)", false],
    ["(In) returns (stream Out)", false],
  ] as const;

  it.each(withApis(rows, ([signature]) => service(`rpc Swap${signature};`)))("%j", ([, want], api) => {
    expect(isTokenExchange(last(api))).toBe(want);
  });
});

describe("an endpoint", () => {
  const name = 'option (acme.api_service_name) = "compute";';
  const host = 'option (acme.default_host) = "a.example:8443";';

  const rows = [
    ["a name", name, { kind: "name", text: "compute" }, false],
    ["a host", host, { kind: "host", text: "a.example:8443" }, false],
    ["both, and the name counts", host + name, { kind: "name", text: "compute" }, false],
    ["neither, and so operations are read where they were made", "", undefined, true],
  ] as const;

  it.each(withApis(rows, ([, option]) => service(`${option} rpc Get(Id) returns (Op);`)))(
    "%j",
    ([, , want, reads], api) => {
      const endpoint = readEndpoint(api.service("S"), api.options);
      expect(endpoint).toEqual(want);
      expect(readsOperations(api.service("S"), endpoint)).toBe(reads);
    },
  );

  it("is found by an option of another name", () => {
    const api = compileApi(service(`${host} rpc Get(Id) returns (Op);`));
    expect(readEndpoint(api.service("S"), api.options, "default_host")).toEqual({
      kind: "name",
      text: "a.example:8443",
    });
  });
});

describe("Get", () => {
  const rows = [
    ["rpc Get(Id) returns (Op);", "id", undefined],
    ["rpc Get(Id) returns (Vm);", undefined, "id"],
    ["rpc Get(Nothing) returns (Vm);", undefined, undefined],
    ["rpc Get(Id) returns (Plain);", undefined, undefined],
    ["rpc Get(stream Id) returns (Op);", undefined, undefined],
    ["rpc GetVm(Id) returns (Vm);", undefined, undefined],
  ] as const;

  it.each(withApis(rows, ([rpcs]) => service(rpcs)))(
    "reads an operation, a resource, or neither by: %j",
    ([, ...want], api) => {
      const found = [findOperationGet(api.service("S")), findResourceGet(api.service("S"))];
      expect(found.map((one) => one?.id.name)).toEqual(want);
    },
  );
});

describe("the operations of a resource", () => {
  const of = "message OfReq { string resource_id = 1; int64 page_size = 2; string page_token = 3; }";
  const rows = [
    ["rpc Get(Id) returns (Op); rpc List(OfReq) returns (OpPage);", "List"],
    ["rpc Get(Id) returns (Op); rpc ListAllOps(OfReq) returns (OpPage);", "ListAllOps"],
    ["rpc Get(Id) returns (Op); rpc Find(OfReq) returns (OpPage);", undefined],
    ["rpc Get(Id) returns (Op); rpc List(PageReq) returns (OpPage);", undefined],
    ["rpc Get(Id) returns (Op); rpc List(OfReq) returns (VmPage);", undefined],
    ["rpc Get(Id) returns (Vm); rpc List(OfReq) returns (OpPage);", undefined],
  ] as const;

  it.each(withApis(rows, ([rpcs]) => `${of} ${service(rpcs)}`))(
    "are listed, or not, by: %j",
    ([, want], api) => {
      expect(findOperationList(api.service("S"))?.list.name).toBe(want);
    },
  );
});
