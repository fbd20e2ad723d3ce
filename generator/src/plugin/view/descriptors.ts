import { code, ModuleImports, string } from "../../kit/code/code.js";
import type { Options } from "../options.js";
import type { Page } from "../../kit/render/page.js";
import { resolveLayout } from "./modules.js";

/** The API, as far as its descriptors contain it. */
interface DescribedApi {
  /** Encoded. */
  readonly descriptors: readonly Uint8Array[];
  /** The names that only a names file explains; undefined if there are none. */
  readonly pinnedNames: string | undefined;
}

/**
 * The API as descriptors, for those who serve it instead of calling it and for those who compare two versions of
 * it, with what wrote the output. No other module loads them.
 *
 * @param configuration The contents of the files beside the protos; undefined if there are none.
 * @param version The generator's own.
 */
export function descriptorPages(
  { descriptors, pinnedNames }: DescribedApi,
  configuration: string | undefined,
  options: Options,
  version: string,
): Page[] {
  const layout = resolveLayout(options);
  const imports = new ModuleImports("descriptors", layout, ["descriptors"]);
  const type = imports.runtimeType("ApiDescriptors");
  return [
    {
      path: `${layout.root}descriptors.ts`,
      template: "sdk/src/descriptors.ts",
      view: {
        imports: imports.lines(),
        type,
        sdkName: string(options.packageName ?? options.sessionName),
        sdkVersion: string(options.packageVersion),
        generatorVersion: string(version),
        generatorOptions: string(options.record),
        /** A string; false if there are none. */
        configuration: configuration !== undefined && string(configuration),
        /** A string; false if there are none. */
        names: pinnedNames !== undefined && string(pinnedNames),
        session: string(options.sessionName),
        /** A string, or `undefined`. */
        apiDomain: options.apiDomain === undefined ? code`undefined` : string(options.apiDomain),
        /** Each a string, in base64. */
        files: descriptors.map((file) => string(base64(file))),
      },
    },
  ];
}

function base64({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString("base64");
}
