import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { googleProtos } from "../../bench/src/corpus.js";

const buf = fileURLToPath(new URL("../../node_modules/@bufbuild/buf/bin/buf", import.meta.url));

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
