import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { startEmulator, type EmulatorOptions, type Emulator } from "@stratus/emulator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  acmeOptions,
  compileProtos,
  requestOf,
  runPlugin,
} from "../../generator/src/plugin/request.fixture.js";
import { buildFolder, type Folder } from "../compile.fixture.js";
import { source } from "../corpus/google.fixture.js";

/** A proto of Google's with those that it imports, but for google/protobuf. */
function withImports(name: string): Record<string, string> {
  const text = readFileSync(join(source.place, name), "utf8");
  const imports = [...text.matchAll(/^import "(google\/(?!protobuf\/)[^"]+)";/gm)].map(([, one = ""]) => one);
  return Object.assign({ [name]: text }, ...imports.map(withImports)) as Record<string, string>;
}

const api = `
syntax = "proto3";
package acme.press.v1;
import "acme/options.proto";
import "google/longrunning/operations.proto";
message Meta { string id = 1; string parent_id = 2; string name = 3; }
message BookSpec { int32 pages = 1; }
message Book { Meta metadata = 1; BookSpec spec = 2; }
message PutBookRequest { Meta metadata = 1; BookSpec spec = 2; }
message BookId { string id = 1; }
message Progress { string target = 1; int32 progress_percent = 2; }
service BookService {
  option (acme.api_service_name) = "press";
  rpc Create(PutBookRequest) returns (google.longrunning.Operation) {
    option (google.longrunning.operation_info) = { response_type: "Book" metadata_type: "Progress" };
  }
  rpc Get(BookId) returns (Book);
  rpc Delete(BookId) returns (google.longrunning.Operation) {
    option (google.longrunning.operation_info) = { response_type: "google.protobuf.Empty" metadata_type: "Progress" };
  }
}
`;

/** What a program does with such an API; each type is the one that the compiler must find. */
const program = `
import { Press, PressError, staticToken } from "./index.js";
import { BookServiceClient, type Book, type Progress } from "./acme/press/v1/index.js";
import { OperationsClient, type Operation } from "./google/longrunning/index.js";
import { type Empty } from "./google/protobuf/index.js";

function open(endpoint: string, token: string): { press: Press; books: BookServiceClient; operations: OperationsClient } {
  const press = new Press({ apiDomain: "api.example.com", endpoint, insecure: true, pollIntervalMs: 1, credentials: staticToken(token) });
  return { press, books: new BookServiceClient(press), operations: new OperationsClient(press, { endpoint: "press" }) };
}

const book = (name: string) => ({ metadata: { parentId: "shelf", name }, spec: { pages: 9 } });
const codeOf = (error: unknown): string => (error instanceof PressError ? error.code : String(error));

export async function makes(address: string, token: string): Promise<object> {
  const { press, books } = open(address, token);
  await using _ = press;
  const operation = await books.create(book("a"));
  const progress: Progress | undefined = operation.metadata;
  const made: Book = await operation.result();
  const last: Operation = await operation.wait();
  const deleted: Empty = await (await books.delete({ id: made.metadata?.id ?? "" })).result();
  const code = await books.get({ id: made.metadata?.id ?? "" }).then(() => "OK", codeOf);
  return { isTarget: progress?.target === made.metadata?.id, pages: made.spec?.pages, done: last.done, deleted, code };
}

export async function waits(address: string, token: string, seconds?: bigint): Promise<object> {
  const { press, books, operations } = open(address, token);
  await using _ = press;
  const { id: name } = await books.create(book("b"));
  const { done, result } = await operations.waitOperation({ name, ...(seconds !== undefined && { timeout: { seconds } }) });
  return { done, result: result?.$case };
}

export async function ends(address: string, token: string): Promise<object> {
  const { press, books, operations } = open(address, token);
  await using _ = press;
  const [first, second] = [await books.create(book("c")), await books.create(book("d"))];
  const names = async (name: string): Promise<string[]> =>
    (await operations.listOperations({ name })).operations.map((one) => one.name);
  const before = await names("shelf");
  await first.cancel();
  const cancelled = await first.result().then(() => "OK", codeOf);
  await operations.deleteOperation({ name: second.id });
  const gone = await operations.getOperation({ name: second.id }).then(() => "OK", codeOf);
  const state = await operations.getOperation({ name: first.id });
  const after = await names("");
  return {
    listed: before.length, isNewestFirst: before[0] === second.id, cancelled, gone,
    error: state.result?.$case === "error" ? state.result.value.code : undefined, left: after.length === 1 && after[0] === first.id,
  };
}
`;

type Program = Record<
  "makes" | "waits" | "ends",
  (address: string, token: string, seconds?: bigint) => Promise<object>
>;

describe("an SDK of an API with google.longrunning.Operations, at the emulator", () => {
  let folder: Folder;
  let run: Program;
  let open: (options: EmulatorOptions) => Promise<Emulator>;

  beforeAll(async () => {
    const file = compileProtos({
      ...withImports("google/longrunning/operations.proto"),
      "acme/options.proto": acmeOptions,
      "acme/press/v1/book_service.proto": api,
    });
    const request = requestOf(file, {
      parameter: "session_name=Press,partial=allow",
      generate: ["acme/press/v1/book_service.proto"],
    });
    const { files, error } = await runPlugin(request);
    expect(error).toBe("");
    folder = await buildFolder({ ...files, "main.ts": program });
    run = await folder.load<Program>("main.js");
    const registry = create(FileDescriptorSetSchema, { file });
    open = (options) => startEmulator({ registry, ...options });
  });
  afterAll(() => folder?.[Symbol.asyncDispose]());

  it("makes a book and waits for it, and gives what its option promises", async () => {
    await using emulator = await open({ operationDelayMs: 20 });
    expect(await run.makes(emulator.address, emulator.issueToken())).toEqual({
      isTarget: true,
      pages: 9,
      done: true,
      deleted: {},
      code: "NOT_FOUND",
    });
  });

  it("lets the server wait: for as long as is said, or until the operation is over", async () => {
    await using fast = await open({ operationDelayMs: 50 });
    expect(await run.waits(fast.address, fast.issueToken())).toEqual({ done: true, result: "response" });
    await using slow = await open({ operationDelayMs: 3_600_000 });
    expect(await run.waits(slow.address, slow.issueToken(), 0n)).toEqual({ done: false, result: undefined });
  });

  it("cancels one, deletes another and lists what is left", async () => {
    await using emulator = await open({ operationDelayMs: 3_600_000 });
    expect(await run.ends(emulator.address, emulator.issueToken())).toEqual({
      listed: 2,
      isNewestFirst: true,
      cancelled: "CANCELLED",
      gone: "NOT_FOUND",
      error: 1,
      left: true,
    });
  });
});
