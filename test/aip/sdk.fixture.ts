import { create, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { expect } from "vitest";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { type Folder, openFolder } from "../compile.fixture.js";

/** An SDK that was generated and compiled, and an emulator of its API. */
export interface OpenSdk<Program> extends AsyncDisposable {
  readonly program: Program;
  readonly emulator: Emulator;
  /** A token that the emulator takes. */
  readonly token: string;
  /** The SDK's files, with what they compile to in `dist`. */
  readonly folder: Folder;
}

/** A program on an SDK, and the options that the SDK is generated with beside the name of its session, `Google`. */
export interface SdkSource {
  readonly files: readonly FileDescriptorProto[];
  readonly program: string;
  readonly parameter?: string;
}

/** Generates an SDK, compiles it strictly with a program on it, and starts an emulator of the API. */
export async function openSdk<Program>(source: SdkSource): Promise<OpenSdk<Program>> {
  const { files: protos, program, parameter = "" } = source;
  const generate = protos.map(({ name }) => name).filter((name) => !name.startsWith("google/protobuf/"));
  const request = requestOf(protos, { parameter: `session_name=Google,${parameter}`, generate });
  const { files, error } = await runPlugin(request);
  expect(error).toBe("");
  const image = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: [...protos] }));
  const folder = await openFolder();
  let emulator: Emulator | undefined;
  const close = async (): Promise<void> => {
    await emulator?.close();
    await folder[Symbol.asyncDispose]();
  };
  try {
    await folder.write({ ...files, "main.ts": program });
    expect(await folder.compile("TypeScript 7")).toBe("");
    emulator = await startEmulator({ image, anyAuthority: true, validate: "off" });
    const main = await folder.load<Program>("main.js");
    const token = emulator.issueToken({ subject: "tester" });
    return { program: main, emulator, token, folder, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The start of a program: how it opens a session, and how it takes a failure for what it is. */
export const opening = `
import { Google, GoogleError } from "./index.js";

/** A session at the emulator, whose calls have a token and a project that pays. */
export const open = (endpoint: string, token: string): Google => new Google({
  endpoint, insecure: true, pollIntervalMs: 1,
  credentials: { description: "t", fetchToken: async () => ({ token, metadata: { "x-goog-user-project": "q" } }) },
});

/** The code of a failure, or OK. */
export const codeOf = async (call: PromiseLike<unknown>): Promise<string> => {
  try {
    await call;
    return "OK";
  } catch (error) {
    if (error instanceof GoogleError) return error.code;
    throw error;
  }
};
`;
