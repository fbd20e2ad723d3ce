import { type Emulator, startEmulator } from "@stratus/emulator";
import { create, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { commandLine } from "./test-host.fixture.js";
import { requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { buildPackage } from "../built-package.fixture.js";

/** A command line of an API that follows AIP, and the emulator that it calls. */
export interface AipCommandLine extends AsyncDisposable {
  readonly acme: ReturnType<typeof commandLine>;
  readonly emulator: Emulator;
  /** The folder of the package. */
  readonly sdk: string;
}

/** Generates a package of protos, and starts an emulator of them. */
export async function openAip(
  file: readonly FileDescriptorProto[],
  prefix?: string,
): Promise<AipCommandLine> {
  // Some platforms use messages of well-known files that have no package of their own.
  const isOwn = (name: string): boolean => prefix === "google" || !name.startsWith("google/protobuf/");
  const generate = file.map(({ name }) => name).filter(isOwn);
  const parameter = `package_name=@acme/aip,session_name=Aip,required=docs,guide=true${prefix === undefined ? "" : `,strip_prefix=${prefix}`}`;
  const { files, error } = await runPlugin(requestOf([...file], { parameter, generate }));
  if (error !== "") throw new Error(error);
  const built = await buildPackage(files);
  const image = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: [...file] }));
  const emulator = await startEmulator({ image });
  const env = {
    AIP_TOKEN: emulator.issueToken(),
    AIP_ENDPOINT: emulator.address,
    AIP_INSECURE: "true",
  };
  return {
    acme: commandLine(built.path, { env }),
    emulator,
    sdk: built.path,
    [Symbol.asyncDispose]: async () => {
      await emulator.close();
      await built[Symbol.asyncDispose]();
    },
  };
}
