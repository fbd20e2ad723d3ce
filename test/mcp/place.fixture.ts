import { startEmulator, type Emulator, type EmulatorOptions } from "@stratus/emulator";
import { findSdk } from "@stratus/dynamic-client";
import { create, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { expect } from "vitest";
import {
  compileProtos,
  type Protos,
  requestOf,
  runPlugin,
} from "../../generator/src/plugin/request.fixture.js";
import { Api, type ApiOptions } from "../../mcp/src/calls/api.js";
import { buildPackage } from "../built-package.fixture.js";
import { commandLine } from "../cli/test-host.fixture.js";
import { type Agent, openAgent } from "./connect.fixture.js";

/** An API of protos, with its package and an emulator of it. */
export interface Place extends AsyncDisposable {
  readonly emulator: Emulator;
  /** Lines of the logs of all servers. */
  readonly log: string[];
  /** The command line of the package. */
  readonly command: ReturnType<typeof commandLine>;
  open(options: Partial<ApiOptions>): Promise<Agent>;
  /** The options of an API of this place, for servers that a test makes itself. */
  options(more?: Partial<ApiOptions>): Promise<ApiOptions>;
}

export async function openPlace(
  protos: Protos,
  { kind = "cloud", ...more }: Partial<EmulatorOptions> & { readonly kind?: "aip" | "cloud" } = {},
): Promise<Place> {
  const file = compileProtos(protos);
  const parameter = `package_name=@acme/odd,session_name=Odd,kind=${kind},guide=true,required=docs`;
  const generate = file.map(({ name }) => name).filter((name) => !/^google\/|^buf\//.test(name));
  const outcome = await runPlugin(requestOf(file, { parameter, generate }));
  expect(outcome.error).toBe("");
  const built = await buildPackage(outcome.files);
  const image = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file }));
  const emulator = await startEmulator({ image, validate: "off", ...more });
  const env = { ODD_TOKEN: emulator.issueToken() };
  const settings = { endpoint: emulator.address, insecure: true, apiDomain: emulator.apiDomain };
  const log: string[] = [];
  const writeLog = (line: string): void => void log.push(line);
  const opened: Api[] = [];
  const options = async (more: Partial<ApiOptions> = {}): Promise<ApiOptions> => {
    const sdk = await findSdk(built.path, "/");
    return { sdk, settings, env, userAgent: "acme/1", writeLog, ...more };
  };
  return {
    emulator,
    log,
    command: commandLine(built.path, {
      env: {
        ...env,
        ODD_ENDPOINT: emulator.address,
        ODD_INSECURE: "true",
        ODD_API_DOMAIN: emulator.apiDomain,
      },
    }),
    options,
    open: async (more) => {
      const api = new Api(await options(more));
      opened.push(api);
      return openAgent(api);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(opened.map((api) => api.close()));
      await emulator.close();
      await built[Symbol.asyncDispose]();
    },
  };
}
