import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";

const buf = fileURLToPath(new URL("../../node_modules/@bufbuild/buf/bin/buf", import.meta.url));

/** Where the protos of Google's APIs are installed. */
export const googleProtos = dirname(fileURLToPath(import.meta.resolve("google-proto-files/package.json")));

/** About 200 files of real APIs that were not written for us: other shapes, other styles, other names. */
export const googleFolders =
  "api bigtable datastore iam logging longrunning monitoring pubsub rpc spanner storage type"
    .split(" ")
    .map((name) => `google/${name}`);

/**
 * The descriptors of files and folders of Google's protos, with all that they import.
 *
 * @param source Where the protos are: those that are installed, or another version of them.
 */
export function buildGoogle(paths: readonly string[], source = googleProtos): FileDescriptorProto[] {
  // Below the folder, since buf takes a comma in a path for the end of it.
  const chosen = paths.flatMap((path) => ["--path", path]);
  const args = [buf, "build", ".", ...chosen, "--as-file-descriptor-set", "-o", "-"];
  const image = execFileSync(process.execPath, args, { cwd: source, maxBuffer: 1 << 28 });
  return fromBinary(FileDescriptorSetSchema, image).file;
}
