import { afterAll, beforeAll, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { libraryFiles } from "../../convention/src/aip/library.fixture.js";
import { compileProtos } from "../../generator/src/plugin/request.fixture.js";
import { type AipCommandLine, openAip } from "./aip.fixture.js";

const panels = `syntax = "proto3";
package panel.v1;
import "google/api/annotations.proto";
import "google/api/client.proto";
import "google/api/field_behavior.proto";
import "google/api/resource.proto";
import "google/protobuf/field_mask.proto";
service Panels {
  option (google.api.default_host) = "panel.example.com";
  rpc GetPanel(GetPanelRequest) returns (Panel) { option (google.api.http) = { get: "/v1/{name=panels/*}" }; }
  rpc CreatePanel(CreatePanelRequest) returns (Panel) { option (google.api.http) = { post: "/v1/panels" body: "panel" }; }
  rpc UpdatePanel(UpdatePanelRequest) returns (Panel) { option (google.api.http) = { patch: "/v1/{panel.name=panels/*}" body: "panel" }; }
}
message GetPanelRequest { string name = 1 [(google.api.resource_reference).type = "panel.example.com/Panel"]; }
message CreatePanelRequest { string panel_id = 1; Panel panel = 2; }
message UpdatePanelRequest { Panel panel = 1; google.protobuf.FieldMask update_mask = 2; }
message Panel {
  option (google.api.resource) = { type: "panel.example.com/Panel" pattern: "panels/{panel}" };
  string name = 1 [(google.api.field_behavior) = IDENTIFIER];
  string title = 2;
  repeated User users = 3;
  string etag = 4;
  Auth auth = 5;
  map<string, Auth> auths = 6;
}
message Auth { string password = 1 [(google.api.field_behavior) = INPUT_ONLY]; string hint = 2; }
message User {
  string login = 1;
  string password = 2 [(google.api.field_behavior) = INPUT_ONLY];
  string token = 3 [debug_redact = true];
}
`;

let api: AipCommandLine;
const panel = "panels/p";

beforeAll(async () => {
  const files = Object.fromEntries(
    Object.entries(libraryFiles()).filter(([name]) => name.startsWith("google/")),
  );
  api = await openAip(compileProtos({ ...files, "panel/v1/panel.proto": panels }));
  const users = [
    { login: "ann", password: "A", token: "TA" },
    { login: "bob", password: "B" },
  ];
  const stdin = JSON.stringify({ panel_id: "p", panel: { title: "t", users } });
  const { code, said } = await api.acme("panel panels create-panel -f -", { stdin });
  expect(code, said).toBe(0);
});
afterAll(() => api?.[Symbol.asyncDispose]());

it("is not sent without the INPUT_ONLY values of its elements, which the server would clear", async () => {
  const { out } = await api.acme(`panel panels get-panel ${panel} -o yaml`);
  expect(out).not.toMatch(/TA|password/);
  const document = parse(out) as { title: string; users: { login: string; password?: string }[] };
  document.title = "changed";
  const titled = await api.acme("panel panels update-panel -f -", { stdin: stringify(document) });
  expect(titled.said).toBe("");
  document.users[0]!.login = "anna";
  const etag = { etag: undefined };
  const refused = await api.acme("panel panels update-panel -f -", {
    stdin: stringify({ ...document, ...etag }),
  });
  expect(refused).toMatchObject({ code: 2, said: expect.stringContaining("users is sent whole") });
  const byFlag = await api.acme(`panel panels update-panel ${panel} --users.0.login anna`);
  expect(byFlag).toMatchObject({ code: 2, said: expect.stringContaining("INPUT_ONLY") });
  for (const user of document.users) user.password = "new";
  const sent = await api.acme("panel panels update-panel -f -", {
    stdin: stringify({ ...document, ...etag }),
  });
  expect(sent.said).toBe("");
  const read = await api.acme(`panel panels get-panel ${panel} -o json --show-secrets`);
  expect(JSON.parse(read.out)).toMatchObject({ users: [{ login: "anna", token: "TA" }, { login: "bob" }] });
});

it("is applied with its INPUT_ONLY values only if --send-secrets allows it", async () => {
  const users = [{ login: "eve", password: "E", token: "TE" }];
  const document = { $resource: "panel/panels", name: "panels/q", title: "t", users };
  const apply = (fields: object, flags = "") =>
    api.acme(`apply -f - --yes ${flags}`.trim(), { stdin: JSON.stringify({ ...document, ...fields }) });
  expect((await apply({})).said).toContain("1 done");
  expect((await apply({})).screen).toContain("1 unchanged");
  const { out } = await api.acme("panel panels export panels/q");
  const exported = parse(out) as { users: { login: string; password?: string }[] };
  exported.users[0]!.login = "eva";
  const refused = await apply(exported);
  expect(refused).toMatchObject({ code: 2, said: expect.stringContaining("INPUT_ONLY") });
  exported.users[0]!.password = "E2";
  const sent = await apply(exported, "--send-secrets");
  expect(sent.said).toContain("1 done");
  const read = await api.acme("panel panels get-panel panels/q -o json --show-secrets");
  expect(JSON.parse(read.out)).toMatchObject({ users: [{ login: "eva", token: "TE" }] });
});

it("is applied without INPUT_ONLY values outside lists, unless --send-secrets allows it", async () => {
  const document = {
    $resource: "panel/panels",
    name: "panels/r",
    auth: { password: "P" },
    auths: { a: { password: "A", hint: "h" } },
  };
  const apply = (fields: object, flags = "") =>
    api.acme(`apply -f - --yes ${flags}`.trim(), { stdin: JSON.stringify({ ...document, ...fields }) });
  const sent = (): unknown =>
    api.emulator.calls().findLast(({ method }) => method.endsWith("/UpdatePanel"))?.message;
  expect((await apply({})).said).toContain("1 done");
  const same = await apply({});
  expect(same.screen).toContain("note: auth.password is not sent");
  expect(same.screen).toContain("note: auths.a.password is not sent");
  expect(same.screen).toContain("1 unchanged");
  await apply({ auth: { password: "Q", hint: "new" } });
  expect(sent()).toMatchObject({ updateMask: "auth.hint" });
  await apply({ auth: { password: "Q" } }, "--send-secrets");
  expect(sent()).toMatchObject({ updateMask: expect.stringContaining("auth.password") });
});

it.each([
  ["a list", { title: "t", users: [{ login: "ann" }] }, "users.0 ("],
  ["a value of a map", { title: "t", auths: { a: { hint: "x" } } }, "auths.a (its INPUT_ONLY values)"],
])(
  "replaces %s without its INPUT_ONLY values if the document is the whole resource",
  async (what, fields, named) => {
    const old = {
      title: "t",
      users: ["ann", "bob"].map((login) => ({ login, password: "A" })),
      auths: { a: { password: "A", hint: "h" } },
    };
    for (const way of ["update", "apply"]) {
      const name = `panels/${way}-${what.replaceAll(" ", "-")}`;
      const create = { $resource: "panel/panels", name, ...old };
      expect((await api.acme("apply -f - --yes", { stdin: JSON.stringify(create) })).said).toContain(
        "1 done",
      );
      const stdin = JSON.stringify({
        ...(way === "apply" ? { $resource: "panel/panels" } : {}),
        name,
        ...fields,
      });
      const line =
        way === "apply" ? "apply -f - --replace" : `panel panels update-panel ${name} -f - --replace`;
      const refused = await api.acme(line, { stdin });
      expect(refused).toMatchObject({ code: 2, screen: expect.stringContaining(named) });
      const done = await api.acme(`${line} --yes`, { stdin });
      expect(done.code, done.screen).toBe(0);
      const { out } = await api.acme(`panel panels get-panel ${name} -o json`);
      expect(JSON.parse(out)).toMatchObject(fields);
    }
  },
);
