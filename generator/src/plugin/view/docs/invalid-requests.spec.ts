import { expect, it } from "vitest";
import { validateProto } from "../../../../../convention/src/rules/validate.fixture.js";
import { compileProtos, requestOf, runPlugin } from "../../request.fixture.js";

const required = "[(buf.validate.field).required = true]";

const api = `syntax = "proto3";
package acme.v1;
import "buf/validate/validate.proto";
import "google/protobuf/descriptor.proto";
extend google.protobuf.ServiceOptions { string api_service_name = 60001; }
service DoorService { option (api_service_name) = "doors"; rpc Open(OpenRequest) returns (Opened); }
message OpenRequest { string id = 1 ${required}; Key key = 2 ${required}; Note note = 3; }
message Key { string teeth = 1 ${required}; }
message Note { string text = 1 ${required}; }
message Opened { string id = 1; }
`;

it("the docs say which fields a request must have, and which only beside what holds them", async () => {
  const file = compileProtos({ "buf/validate/validate.proto": validateProto, "acme/v1/doors.proto": api });
  const request = requestOf(file, {
    parameter: "package_name=@acme/sdk,session_name=Acme,docs=true",
    generate: ["acme/v1/doors.proto"],
  });
  const { files, error } = await runPlugin(request);
  expect(error).toBe("");
  const items = files["docs/acme/v1/DoorService.md"]?.match(/^- one .*$/gm);
  expect(items).toEqual([
    "- one without `id`, `key`, `key.teeth`",
    "- one with `note` and without `note.text`",
  ]);
});
