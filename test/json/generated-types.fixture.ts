import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createFileRegistry, create, type DescMessage, type FileRegistry } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { compileProtos, requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import type { MessageType } from "../../runtime/src/messages/wire/message-type.js";
import { openFolder } from "../compile.fixture.js";

/** A message type as generated code and as protobuf-es have it. */
export interface TypePair {
  readonly desc: DescMessage;
  readonly type: MessageType<unknown>;
}

/** The generated code of protos of every shape, compiled and loaded, beside their descriptors. */
export interface GeneratedTypes extends AsyncDisposable {
  readonly registry: FileRegistry;
  readonly pairs: readonly TypePair[];
}

const protos = fileURLToPath(new URL("../oracle/protos/", import.meta.url));

/** A service, without which there is no SDK, and what the codec tests have no need of: names of JSON. */
const named = `syntax = "proto3";
package named.v1;
import "google/protobuf/descriptor.proto";
extend google.protobuf.ServiceOptions { string api_service_name = 50001; }
service NamedService {
  option (api_service_name) = "named";
  rpc Get(Named) returns (Named);
}
message Named {
  string first_name = 1 [json_name = "@first"];
  int64 second_name = 2 [json_name = "first_name"];
  repeated Named others = 3 [json_name = "__proto__"];
  map<string, Named> by_name = 4 [json_name = "by.name"];
}
`;

/** Runs the generator on the protos of the codec tests, and compiles what it writes. */
export async function loadGeneratedTypes(): Promise<GeneratedTypes> {
  const names = readdirSync(protos, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".proto"),
  );
  const shapes = Object.fromEntries(names.map((name) => [name, readFileSync(join(protos, name), "utf8")]));
  const file = compileProtos({ ...shapes, "named/v1/named.proto": named });
  const { files, error } = await runPlugin(requestOf(file));
  if (error !== "") throw new Error(error);
  const folder = await openFolder();
  await folder.write(files);
  const complaints = await folder.compile("TypeScript 7");
  if (complaints !== "") throw new Error(complaints);
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file }));
  const types = await loadTypes(folder.path, Object.keys(files));
  const pairs = types.flatMap((type): TypePair[] => {
    const desc = registry.getMessage(type.typeName);
    return desc ? [{ desc, type }] : [];
  });
  return { registry, pairs, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

async function loadTypes(folder: string, files: readonly string[]): Promise<MessageType<unknown>[]> {
  const types: MessageType<unknown>[] = [];
  // The entry of google.protobuf has the types that the runtime has, which no other module has.
  const modules = files.filter(
    (path) =>
      /(?<!client|index|services|session)\.ts$/.test(path) || path.endsWith("google/protobuf/index.ts"),
  );
  for (const file of modules) {
    const path = join(folder, "dist", file.replace(/\.ts$/, ".js"));
    const values: Record<string, object> = await import(pathToFileURL(path).href);
    for (const value of Object.values(values))
      if ("typeName" in value) types.push(value as MessageType<unknown>);
  }
  return types;
}
