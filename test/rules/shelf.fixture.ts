import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { create } from "@bufbuild/protobuf";
import { type FileDescriptorSet, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { CallError } from "@stratus/runtime";
import type { ServerDefinition } from "@stratus/runtime/generated/calls-v1";
import { validateProto } from "../../convention/src/rules/validate.fixture.js";
import { compileProtos, requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { openFolder } from "../compile.fixture.js";

const rule = "(buf.validate.field)";

/** An API with a rule of each sort that servers and emulators meet. */
const shelf = `syntax = "proto3";
package shelf.v1;
import "buf/validate/validate.proto";
import "google/protobuf/descriptor.proto";
extend google.protobuf.ServiceOptions { string api_service_name = 60001; }
extend google.protobuf.FieldOptions { bool sensitive = 60002; repeated FieldBehavior field_behavior = 60003; }
enum FieldBehavior { FIELD_BEHAVIOR_UNSPECIFIED = 0; FIELD_BEHAVIOR_INPUT_ONLY = 1; FIELD_BEHAVIOR_OUTPUT_ONLY = 2; }
service BoxService {
  option (api_service_name) = "box";
  rpc Create(CreateBoxRequest) returns (Box);
  rpc Get(GetBoxRequest) returns (Box);
  rpc Update(UpdateBoxRequest) returns (Box);
  rpc Seal(SealRequest) returns (Sealed);
  rpc Fill(stream SealRequest) returns (Sealed);
}
message CreateBoxRequest { Metadata metadata = 1 [${rule}.required = true]; Spec spec = 2 [${rule}.required = true]; }
message UpdateBoxRequest { Metadata metadata = 1 [${rule}.required = true, ${rule}.cel = {id: "metadata_name", message: "a name is not empty", expression: "this.name.size() > 0"}]; Spec spec = 2 [${rule}.required = true]; }
message GetBoxRequest { string id = 1 [${rule}.string.min_len = 1]; }
message SealRequest { string id = 1 [${rule} = {required: true, string: {max_len: 12}}]; }
message Sealed { int32 count = 1; }
message Box { Metadata metadata = 1; Spec spec = 2; }
message Metadata {
  string id = 1;
  string name = 2 [${rule} = {required: true, string: {max_len: 8}}];
  string parent_id = 3 [${rule}.required = true];
  int64 resource_version = 4;
}
message Spec {
  option (buf.validate.message).cel = {id: "fits", message: "a box holds no more than it is large", expression: "this.used <= this.size"};
  option (buf.validate.message).cel = {id: "code", expression: "this.code != 'shut' ? '' : 'the code is ' + this.code"};
  int32 size = 1 [${rule}.int32 = {gte: 1, lte: 64}];
  int32 used = 2;
  string label = 3 [${rule}.required = true];
  Lid lid = 4 [${rule}.required = true];
  string code = 5 [(sensitive) = true, ${rule} = {string: {in: ["open", "shut"]}, ignore: IGNORE_IF_ZERO_VALUE}];
  repeated Tray trays = 7 [${rule}.repeated.min_items = 1];
  map<string, Tray> by_name = 8;
  oneof place {
    option (buf.validate.oneof).required = true;
    string room = 9;
    Tray other = 10;
  }
  string note = 11;
  string kind = 12 [${rule}.string.pattern = "soft|hard"];
  Size inner = 13 [${rule}.required = true];
  optional string tag = 14 [${rule}.string.min_len = 2];
  bool is_open = 15;
  string word = 16 [${rule}.string.example = "wool", ${rule}.cel = {id: "word", message: "a word", expression: "this.startsWith('w')"}];
  map<string, int32> pins = 6 [(sensitive) = true, ${rule}.map.values.int32.lte = 9];
}
service SafeService {
  option (api_service_name) = "safe";
  rpc Create(CreateSafeRequest) returns (Safe);
  rpc Get(GetBoxRequest) returns (Safe);
  rpc Update(UpdateSafeRequest) returns (Safe);
}
message CreateSafeRequest { Metadata metadata = 1; SafeSpec spec = 2 [${rule}.required = true]; }
message UpdateSafeRequest { Metadata metadata = 1; SafeSpec spec = 2 [${rule}.required = true]; }
message Safe { Metadata metadata = 1; SafeSpec spec = 2; }
message SafeSpec {
  int32 depth = 1;
  string password = 2 [${rule}.required = true, (field_behavior) = FIELD_BEHAVIOR_INPUT_ONLY];
  repeated Key keys = 3 [${rule}.repeated.min_items = 1];
}
message Key { string name = 1; string pin = 2 [(field_behavior) = FIELD_BEHAVIOR_INPUT_ONLY]; }
message Tray { string name = 1 [${rule}.required = true]; int32 size = 2; }
message Size {
  option (buf.validate.message).cel = {id: "wide", message: "high boxes are wide", expression: "this.part.high <= this.wide"};
  int32 wide = 1 [${rule}.int32.gt = 0];
  Part part = 2;
  message Part { int32 high = 1; string note = 2; }
}
message Lid { string color = 1 [${rule}.string.pattern = "^[a-z]+$"]; }
`;

/** What a client of the API looks like to a test that knows no types. */
export interface LooseClient {
  readonly [method: string]: (request: unknown, ...rest: unknown[]) => Promise<never>;
}

/** The API with its SDK, servers included. */
export interface Shelf extends AsyncDisposable {
  readonly descriptors: FileDescriptorSet;
  /** The package as it was generated. */
  readonly files: Readonly<Record<string, string>>;
  readonly server: ServerDefinition<object>;
  readonly Safes: Shelf["Client"];
  readonly Client: new (session: unknown, options?: unknown) => LooseClient;
  readonly Session: new (options: unknown) => AsyncDisposable;
}

/** Generates, compiles and loads it. */
export async function loadShelf(): Promise<Shelf> {
  const file = compileProtos({ "buf/validate/validate.proto": validateProto, "shelf/v1/shelf.proto": shelf });
  const { files, error } = await runPlugin(
    requestOf(file, {
      parameter: "package_name=@acme/shelf,session_name=Shelf,api_domain=shelf.test,server=true,docs=true",
      generate: ["shelf/v1/shelf.proto"],
    }),
  );
  if (error !== "") throw new Error(error);
  const folder = await openFolder();
  const sources = Object.entries(files).filter(([path]) => path.startsWith("src/"));
  await folder.write(Object.fromEntries(sources.map(([path, text]) => [path.slice("src/".length), text])));
  const complaints = await folder.compile("TypeScript 7");
  if (complaints !== "") throw new Error(complaints);
  const load = (path: string): Promise<Record<string, unknown>> =>
    import(pathToFileURL(join(folder.path, "dist", path)).href) as Promise<Record<string, unknown>>;
  const [root, own, server] = await Promise.all([
    load("index.js"),
    load("shelf/v1/index.js"),
    load("shelf/v1/index.server.js"),
  ]);
  return {
    descriptors: create(FileDescriptorSetSchema, { file }),
    files,
    server: server["BoxServiceServer"] as ServerDefinition<object>,
    Safes: own["SafeServiceClient"] as Shelf["Client"],
    Client: own["BoxServiceClient"] as Shelf["Client"],
    Session: root["Shelf"] as Shelf["Session"],
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

/** A request that makes a box by all rules. */
export const goodBox = {
  metadata: { name: "one", parentId: "p" },
  spec: {
    size: 4,
    used: 1,
    label: "l",
    lid: { color: "red" },
    trays: [{ name: "t", size: 1 }],
    byName: { a: { name: "a" } },
    place: { $case: "other", value: { name: "o", size: 0 } },
    note: "n",
    kind: "soft",
    inner: { wide: 5, part: { high: 4, note: "p" } },
    tag: "tag",
    isOpen: true,
    word: "word",
  },
};

/** The error with which a call ends. */
export async function caught(call: PromiseLike<unknown>): Promise<CallError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
  throw new Error("the call succeeded");
}
