import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { create, createFileRegistry, fromBinary, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { Dice } from "../mask/dice.fixture.js";
import {
  buf,
  generatedHome,
  loadVersions,
  runGenerator,
  type ApiPool,
  type Version,
} from "./api-pool.fixture.js";
import { optionsProto } from "./random-api.fixture.js";
import { inSyntax, olderFile } from "./real-descriptors.fixture.js";
import type { RealSource } from "./real-sources.fixture.js";

/** Of a hundred fields of a public message, so many are unknown to older clients. */
const recentPercent = 20;

/** Generates SDKs for public messages, in two versions: as they are, and without some fields. */
export async function openRealPool(source: RealSource, seed: number): Promise<ApiPool> {
  mkdirSync(generatedHome, { recursive: true });
  const folder = mkdtempSync(generatedHome);
  const packageNames = source.messages.map((_, index) => `real${index}.v1`);
  const files = compile(`${folder}/protos`, source, packageNames).map((file) =>
    inSyntax(file, source.syntax),
  );
  const dice = new Dice(seed, 0);
  const older = files.map((file) => olderFile(file, dice, recentPercent));
  const load = (age: "newer" | "older", all: readonly FileDescriptorProto[]): Promise<readonly Version[]> => {
    const [place, set] = [`${folder}/${age}`, create(FileDescriptorSetSchema, { file: [...all] })];
    mkdirSync(place);
    writeFileSync(`${place}/image.binpb`, toBinary(FileDescriptorSetSchema, set));
    runGenerator(place, `${place}/image.binpb`);
    return loadVersions(place, { age, registry: createFileRegistry(set), packageNames });
  };
  const [now, then] = [await load("newer", files), await load("older", older)];
  return {
    apis: packageNames.map((packageName, index) => ({
      api: {
        packageName,
        dialect: "proto3",
        hasVersions: hasVersion(index),
        breaksOldServers: false,
        newer: `${source.name}: ${source.messages[index]?.[0]}`,
        older: "",
      },
      newer: now[index] as Version,
      older: then[index] as Version,
    })),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const hasVersion = (index: number): boolean => index % 2 === 0;

/** The descriptors of the messages, of a resource around each, and of all that they import. */
function compile(folder: string, source: RealSource, packageNames: readonly string[]): FileDescriptorProto[] {
  for (const [from, to] of source.folders) cpSync(from, `${folder}/${to}`, { recursive: true });
  const texts = new Map(
    source.messages.map((message, index) => [
      `${packageNames[index]?.replace(".", "/")}/box.proto`,
      boxProto(packageNames[index] ?? "", message, hasVersion(index)),
    ]),
  );
  for (const [path, text] of [["chance/options.proto", optionsProto] as const, ...texts]) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    writeFileSync(`${folder}/${path}`, text);
  }
  const chosen = [...texts.keys()].flatMap((path) => ["--path", `${folder}/${path}`]);
  const image = execFileSync(buf, ["build", folder, ...chosen, "--as-file-descriptor-set", "-o", "-"], {
    maxBuffer: 1 << 28,
  });
  return fromBinary(FileDescriptorSetSchema, image).file;
}

/** A resource whose spec is a public message. */
function boxProto(
  packageName: string,
  [type, file]: readonly [string, string],
  hasVersions: boolean,
): string {
  const request = `{ Metadata metadata = 1; .${type} spec = 2; }`;
  return `syntax = "proto3";
package ${packageName};
import "chance/options.proto";
import "${file}";
service BoxService {
  option (chance.api_service_name) = "box";
  rpc Create(CreateBoxRequest) returns (Box);
  rpc Get(GetBoxRequest) returns (Box);
  rpc Update(UpdateBoxRequest) returns (Box);
}
message CreateBoxRequest ${request}
message GetBoxRequest { string id = 1; }
message UpdateBoxRequest ${request}
message Box { Metadata metadata = 1; .${type} spec = 2; Status status = 3; }
message Status { string state = 1; }
message Metadata {
  string id = 1;
  string name = 2;
  map<string, string> labels = 3;${hasVersions ? "\n  int64 resource_version = 4;" : ""}
  string owner = 5;
  string parent_id = 6;
}
`;
}
