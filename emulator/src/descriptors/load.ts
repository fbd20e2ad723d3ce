import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createFileRegistry, type FileRegistry, fromBinary, isMessage } from "@bufbuild/protobuf";
import { type FileDescriptorSet, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import type { SdkDescriptors } from "./sdk-descriptors.js";
import { bufBuild } from "./buf-build.js";
import { createRegistry, readSdk } from "./sdk.js";
import { explained } from "../text/error-text.js";
import { EmulatorError } from "../text/emulator-error.js";

/** The source of an API's descriptors. Exactly one property is set. */
export interface DescriptorSource {
  /**
   * A generated package: its name, which is resolved from `cwd`, the path of its folder (`./...`), or the export of its entry
   * `descriptors`.
   */
  readonly sdk?: string | SdkDescriptors | undefined;
  /** A directory of protos, compiled with buf. */
  readonly protos?: string | undefined;
  /** The output of `buf build -o image.binpb` or `protoc --include_imports -o`: a path, or the bytes. */
  readonly image?: string | Uint8Array | undefined;
  /** Descriptors in memory. */
  readonly registry?: FileRegistry | FileDescriptorSet | undefined;
}

/**
 * Loads the descriptors of an API.
 *
 * @throws EmulatorError if there is no source or more than one, or if the source cannot be read
 */
export async function loadDescriptors(source: DescriptorSource, cwd: string): Promise<FileRegistry> {
  const given = (["sdk", "protos", "image", "registry"] as const).filter(
    (name) => source[name] !== undefined,
  );
  if (given.length !== 1) {
    throw new EmulatorError(
      given.length === 0 ? "OPTION_MISSING" : "OPTION_CONFLICT",
      `pass exactly one of sdk (a generated package), protos (a directory), image (from buf build -o) or registry; got ${given.join(" and ") || "none"}`,
    );
  }
  if (source.sdk !== undefined) {
    return createRegistry(await readSdk(source.sdk, cwd));
  }
  if (source.registry !== undefined) {
    const { registry } = source;
    return isDescriptorSet(registry)
      ? explained("DESCRIPTORS_INVALID", "registry", () => createFileRegistry(registry))
      : registry;
  }
  if (source.protos !== undefined) return parseImage(await bufBuild(source.protos, cwd), source.protos);
  const { image = new Uint8Array() } = source;
  if (typeof image !== "string") return parseImage(image, "the image");
  const bytes = await explained("FILE_UNREADABLE", `image ${image} cannot be read`, () =>
    readFile(resolve(cwd, image)),
  );
  return parseImage(bytes, image);
}

function isDescriptorSet(registry: FileRegistry | FileDescriptorSet): registry is FileDescriptorSet {
  return isMessage(registry, FileDescriptorSetSchema);
}

function parseImage(bytes: Uint8Array, name: string): FileRegistry {
  const words = `${name} is not a set of file descriptors with their imports (buf build -o)`;
  return explained("DESCRIPTORS_INVALID", words, () =>
    createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes)),
  );
}
