import { create, fromJson, type JsonObject, type Message, toBinary, toJson } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { type Emulator, type HandlerContext, startEmulator } from "@stratus/emulator";
import { compileProtos, requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { buildPackage } from "../built-package.fixture.js";
import { commandLine } from "./test-host.fixture.js";

const options = `syntax = "proto3";
package acme.opts;
import "google/protobuf/descriptor.proto";
extend google.protobuf.ServiceOptions { string api_service_name = 70001; }
extend google.protobuf.FieldOptions {
  Behavior field_behavior = 70003;
  bool credentials = 70004;
}
enum Behavior { B_UNSPECIFIED = 0; B_OUTPUT_ONLY = 7; B_IMMUTABLE = 8; B_INPUT_ONLY = 9; }
`;

/** A vault keeps rings of keys: secrets, fields of the server and unknown fields at every depth. */
function vault(isNew: boolean): string {
  const later = (number: number): string => (isNew ? `string later = ${number};` : "");
  return `syntax = "proto3";
package acme.vault.v1;
import "acme/opts/options.proto";
import "google/protobuf/any.proto";
service RingService {
  option (acme.opts.api_service_name) = "vault";
  rpc Create(CreateRingRequest) returns (Ring);
  rpc Get(GetRingRequest) returns (Ring);
  rpc Update(UpdateRingRequest) returns (Ring);
  rpc Look(GetRingRequest) returns (Looked);
}
message Looked {}
message CreateRingRequest { Metadata metadata = 1; RingSpec spec = 2; }
message UpdateRingRequest { Metadata metadata = 1; RingSpec spec = 2; }
message GetRingRequest { string id = 1; }
message Metadata { string id = 1; string name = 2; int64 resource_version = 3; map<string, string> labels = 4; ${later(9)} }
message Ring {
  Metadata metadata = 1;
  RingSpec spec = 2;
  RingStatus status = 3 [(acme.opts.field_behavior) = B_OUTPUT_ONLY];
}
message RingStatus { string state = 1; }
message RingSpec {
  string note = 1;
  repeated Key keys = 2;
  map<string, Key> by_name = 3;
  Key main = 4;
  repeated Group groups = 5;
  oneof proof { string password = 6 [(acme.opts.credentials) = true]; Key stamp = 7; }
  repeated string codes = 8 [(acme.opts.credentials) = true];
  repeated string tags = 9;
  repeated Login logins = 10;
  ${later(19)}
}
message Key {
  string name = 1;
  string value = 2 [(acme.opts.credentials) = true];
  string state = 3 [(acme.opts.field_behavior) = B_OUTPUT_ONLY];
  int32 weight = 4;
  Seal seal = 5;
  oneof lock { string door = 6; string chest = 7 [(acme.opts.credentials) = true]; }
  ${later(9)}
}
message Seal { string note = 1; bytes wax = 2 [(acme.opts.credentials) = true]; string state = 3 [(acme.opts.field_behavior) = B_OUTPUT_ONLY]; ${later(9)} }
message Group { string title = 1; repeated Key keys = 2; Key lead = 3; repeated Group groups = 4; ${later(9)} }
message Login { string name = 1; string password = 2 [(acme.opts.field_behavior) = B_INPUT_ONLY]; }
`;
}

const protos = (isNew: boolean): Record<string, string> => ({
  "acme/opts/options.proto": options,
  "acme/vault/v1/ring_service.proto": vault(isNew),
});

/** A command line of the API, and the server that it calls. The server knows fields that the command line does not. */
export interface Vault extends AsyncDisposable {
  readonly acme: ReturnType<typeof commandLine>;
  readonly emulator: Emulator;
  readonly path: string;
  /** Stores a ring with everything in it, also what no request can set, and returns its ID. */
  place(ring: JsonObject): Promise<string>;
  /** Returns all that the server has of a ring, apart from its version. */
  stored(id: string): Promise<JsonObject>;
}

const service = "acme.vault.v1.RingService";

/** Generates the package, and starts the server. */
export async function openVault(): Promise<Vault> {
  const parameter = "package_name=@acme/vault,session_name=Vault,guide=true,strip_prefix=acme";
  const file = compileProtos(protos(false));
  const generate = file.map(({ name }) => name).filter((name) => !name.startsWith("google/protobuf/"));
  const { files, error } = await runPlugin(requestOf(file, { parameter, generate }));
  if (error !== "") throw new Error(error);
  const built = await buildPackage(files);
  const image = toBinary(
    FileDescriptorSetSchema,
    create(FileDescriptorSetSchema, { file: compileProtos(protos(true)) }),
  );
  const emulator = await startEmulator({ image });
  const env = {
    VAULT_TOKEN: emulator.issueToken(),
    VAULT_ENDPOINT: emulator.address,
    VAULT_INSECURE: "true",
    VAULT_API_DOMAIN: emulator.apiDomain,
  };
  const acme = commandLine(built.path, { env });
  const ring = emulator.api.methods.get(`${service}/Get`)?.desc.output;
  if (!ring) throw new Error("the server has no Get");
  const inside = async (run: (context: HandlerContext) => void): Promise<void> => {
    emulator.handle(`${service}/Look`, (_, context) => {
      run(context);
      return {};
    });
    const { code, said } = await acme("vault ring look");
    if (code !== 0) throw new Error(said);
  };
  return {
    acme,
    emulator,
    path: built.path,
    place: async (json) => {
      const { out, said } = await acme("vault ring create --metadata.name ring -o json");
      if (said !== "") throw new Error(said);
      const { id } = (JSON.parse(out) as { readonly metadata: { readonly id: string } }).metadata;
      const metadata = { ...(json["metadata"] as JsonObject | undefined), id };
      await inside((context) => context.put(fromJson(ring, { ...json, metadata }) as Message));
      return id;
    },
    stored: async (id) => {
      let json: JsonObject = {};
      await inside((context) => {
        json = toJson(ring, context.resource(id)) as JsonObject;
      });
      const { resourceVersion: _, ...metadata } = json["metadata"] as JsonObject;
      return { ...json, metadata };
    },
    [Symbol.asyncDispose]: async () => {
      await emulator.close();
      await built[Symbol.asyncDispose]();
    },
  };
}

/** Keys of a ring, with a secret, a value of the server and a field that the command line does not know. */
export const keys = [
  { name: "k1", value: "SECRET1", state: "OLD", later: "L1" },
  { name: "k2", value: "SECRET2", seal: { note: "n", wax: "d2F4" } },
  { name: "k3", weight: 3 },
];
/** A ring with secrets at several places. */
export const ring = {
  metadata: { name: "ring" },
  spec: { note: "n", keys, password: "PASS", codes: ["C1", "C2"], byName: { a: { name: "a", value: "A" } } },
  status: { state: "OPEN" },
};
