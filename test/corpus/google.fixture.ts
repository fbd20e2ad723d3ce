import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { corpusSmall, googleProtos } from "../../bench/src/corpus.js";

const buf = fileURLToPath(new URL("../../node_modules/@bufbuild/buf/bin/buf", import.meta.url));

/** Protos of real APIs. */
export interface Source {
  /** Where they are. */
  readonly place: string;
  readonly folders: readonly string[];
}

/** Those of the platform's own services, which a package of moderate size has, for `npm test`. */
const packaged: Source = {
  place: fileURLToPath(new URL("../../node_modules/google-gax/build/protos", import.meta.url)),
  folders: ["api", "cloud/location", "iam", "logging", "longrunning", "monitoring", "rpc", "type"].map(
    (folder) => `google/${folder}`,
  ),
};

/** What tests look through: the protos that are installed anyway, or the corpus of the bench with `STRATUS_CORPUS=all`. */
export const isWhole = process.env["STRATUS_CORPUS"] === "all";
export const source: Source = isWhole ? { place: googleProtos, folders: corpusSmall } : packaged;

/**
 * The descriptors of files and folders of Google's protos, with all that they import.
 *
 * @param place Where the protos are: those of the bench, or others.
 */
export function buildGoogle(paths: readonly string[], place = googleProtos): FileDescriptorProto[] {
  // Below the folder, since buf takes a comma in a path for the end of it.
  const chosen = paths.flatMap((path) => ["--path", path]);
  const args = [buf, "build", ".", ...chosen, "--as-file-descriptor-set", "-o", "-"];
  const image = execFileSync(process.execPath, args, { cwd: place, maxBuffer: 1 << 28 });
  return fromBinary(FileDescriptorSetSchema, image).file;
}
