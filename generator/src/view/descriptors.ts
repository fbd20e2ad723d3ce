import { toBinary } from "@bufbuild/protobuf";
import { type FileDescriptorProto, FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { code, string, type Code } from "../code/code.js";
import type { Options } from "../options.js";
import type { Page } from "../render/page.js";
import { layoutOf, ModuleImports } from "./modules.js";

/** What the template of the descriptors needs. */
export type DescriptorsView = {
  readonly imports: readonly Code[];
  readonly type: Code;
  readonly sdkName: Code;
  readonly sdkVersion: Code;
  readonly session: Code;
  /** A string, or `undefined`. */
  readonly apiDomain: Code;
  /** Each a string, in base64. */
  readonly files: readonly Code[];
};

/**
 * The API as descriptors, for those who serve it instead of calling it. No other module loads them. Messages
 * alone are nothing to serve.
 */
export function descriptorPages(
  files: readonly FileDescriptorProto[],
  options: Options,
): Page<DescriptorsView>[] {
  if (!options.hasClients) return [];
  const layout = layoutOf(options);
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
        session: string(options.sessionName),
        apiDomain: options.apiDomain === undefined ? code`undefined` : string(options.apiDomain),
        files: files.map((file) => string(encoded(file))),
      },
    },
  ];
}

function encoded(file: FileDescriptorProto): string {
  return Buffer.from(toBinary(FileDescriptorProtoSchema, file)).toString("base64");
}
