import type { FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { libraryFiles, libraryProto } from "../../convention/src/aip/library.fixture.js";
import { compileProtos, requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { readApi } from "../../generator/src/versions/api/read-api.js";
import { toChanges } from "../../generator/src/versions/change.js";
import { compareApis } from "../../generator/src/versions/compare/apis.js";
import { diffSdks } from "../../generator/src/versions/diff.js";
import { findDeployOrder } from "../../generator/src/versions/verdict/deploy-order.js";
import { renamed } from "./versions.fixture.js";

type Row = readonly [from: string, to: string, order: string, changes: readonly string[]];

const book = 'pattern: "shelves/{shelf}/books/{book}"';
const rows: readonly Row[] = [
  ["", "", "any", []],
  [
    book,
    'pattern: "racks/{shelf}/books/{book}"',
    "in-steps",
    [
      "major: `library.example.com/Book` no longer has the name pattern `shelves/{shelf}/books/{book}`. It now has the name pattern `racks/{shelf}/books/{book}`",
    ],
  ],
  [
    book,
    `${book} pattern: "racks/{rack}/books/{book}"`,
    "servers-first",
    ["minor: `library.example.com/Book` now has the name pattern `racks/{rack}/books/{book}`"],
  ],
  // The names are the same; that their parts are called otherwise is told by the types.
  [book, 'pattern: "shelves/{rack}/books/{book}"', "any", []],
  [
    'pattern: "libraries/{library}"',
    'pattern: "libs/{library}"',
    "in-steps",
    [
      "major: `library.example.com/Library` no longer has the name pattern `libraries/{library}`. It now has the name pattern `libs/{library}`",
    ],
  ],
  [
    "  string etag = 7;\n",
    "",
    "clients-first",
    ["major: `Book.etag` was removed", "major: `Library.UpdateBook` no longer sends an `etag`"],
  ],
  [
    "string request_id = 4 [(google.api.field_info).format = UUID4];",
    "string request_id = 4;",
    "clients-first",
    ["minor: `Library.CreateBook` no longer sends a request ID"],
  ],
  [
    "string request_id = 4 [(google.api.field_info).format = UUID4];\n",
    "",
    "clients-first",
    [
      "major: `CreateBookRequest.requestId` was removed",
      "minor: `Library.CreateBook` no longer sends a request ID",
    ],
  ],
  [
    "string name = 1; string request_id = 2;",
    "string name = 1; string request_id = 2 [(google.api.field_info).format = UUID4];",
    "servers-first",
    ["minor: `Library.UndeleteBook` now sends a request ID"],
  ],
  [
    '{ patch: "/v1/{shelf.name=shelves/*}" body: "shelf" }',
    '{ patch: "/v1/shelves" body: "shelf" }',
    "servers-first",
    ["minor: `Shelves.UpdateShelf` is no longer routed"],
  ],
  [
    'routing_parameters { field: "to" }',
    "",
    "servers-first",
    [
      "minor: The routing of `Library.MoveBook` changed from `name as {shelf=shelves/*}/**, to as {shelf=shelves/*}, to` to `name as {shelf=shelves/*}/**, to as {shelf=shelves/*}`",
    ],
  ],
  [
    "string author = 3;",
    "string author = 3 [(google.api.field_behavior) = REQUIRED];",
    "clients-first",
    ["major: `Book.author` is now `REQUIRED`"],
  ],
  [
    "string author = 3;",
    "string author = 3 [(google.api.field_behavior) = OUTPUT_ONLY];",
    "clients-first",
    ["major: `Book.author` is now `OUTPUT_ONLY`"],
  ],
  [
    "https://www.example.com/auth/read, ",
    "",
    "any",
    [
      "minor: The scopes of `Library` changed from `https://www.example.com/auth/read https://www.example.com/auth/write` to `https://www.example.com/auth/write`",
    ],
  ],
  [
    'default_host) = "library.example.com";\n  option',
    'default_host) = "books.example.com";\n  option',
    "servers-first",
    ["major: The endpoint of `Library` changed from `library.example.com` to `books.example.com`"],
  ],
  ['plural: "shelves"', 'plural: "shelf-things"', "any", []],
];

describe("a change of an API that follows AIP", () => {
  let versions: ReadonlyMap<string, readonly FileDescriptorProto[]>;
  beforeAll(() => {
    const { "library/v1/library.proto": _, ...others } = libraryFiles();
    const same: Row = ["", "", "", []];
    const texts = [same, ...rows].map(([from, to]) => {
      if (!libraryProto.includes(from)) throw new Error(`there is no ${from}`);
      return libraryProto.replace(from, to);
    });
    const own = texts.map((text, index) => {
      return [`c${index}/library.proto`, text.replace("package library.v1;", `package c${index}.v1;`)];
    });
    const files = compileProtos({ ...others, ...Object.fromEntries(own) });
    const common = files.filter(({ name }) => !/^c\d+\//.test(name));
    versions = new Map(
      own.map((_, index) => {
        const found = files.filter(({ name }) => name === `c${index}/library.proto`);
        return [`c${index}`, [...common, ...found.map((file) => renamed(file, `c${index}`))]];
      }),
    );
  });

  const filesOf = (index: number) => versions.get(`c${index}`) ?? [];
  const told = (...[before, after]: [Parameters<typeof readApi>[0], Parameters<typeof readApi>[0]]) => {
    const [old, now] = [readApi(before), readApi(after)];
    const findings = compareApis(old, now, () => true);
    const changes = toChanges(findings, "api").map(
      ({ step, sentences }) => `${step}: ${sentences.join(". ")}`,
    );
    return { order: findDeployOrder(findings, now), changes };
  };

  it.each(rows.map((row, index) => [...row, index + 1] as const))(
    "from %j to %j: %s",
    (_from, _to, order, changes, index) => {
      const [before, after] = [0, index].map((one) => ({ files: filesOf(one), apiDomain: undefined }));
      expect(told(before!, after!)).toEqual({ order, changes });
    },
  );

  it("is told of the files beside the protos, too", () => {
    const yaml = (fields: readonly string[]) => ({
      type: "google.api.Service",
      name: "library.example.com",
      apis: [{ name: "acme.v1.Library" }],
      publishing: {
        method_settings: [{ selector: "acme.v1.Library.MoveBook", auto_populated_fields: fields }],
      },
    });
    const config = (timeout: string) => ({
      methodConfig: [{ name: [{ service: "acme.v1.Library", method: "GetBook" }], timeout }],
    });
    const source = (fields: readonly string[], timeout: string) => ({
      files: filesOf(0),
      apiDomain: undefined,
      configuration: JSON.stringify({ serviceYamls: [yaml(fields)], serviceConfigs: [config(timeout)] }),
    });
    expect(told(source(["move_token"], "60s"), source([], "7.5s")).changes).toEqual([
      "minor: The call configuration of `Library.GetBook` changed from `60 s, no retries` to `7.5 s, no retries`",
      "minor: `Library.MoveBook` no longer sends a request ID",
    ]);
  });
});

describe("two SDKs of such an API", () => {
  const protos = (text: string) => compileProtos({ ...libraryFiles(), "library/v1/library.proto": text });
  const sdk = async (text: string, file: string, generator = "0.1.0") => {
    const files = protos(text);
    const generate = files.map(({ name }) => name).filter((name) => !name.startsWith("google/protobuf/"));
    const parameter = `session_name=Library,service_yaml=${file}`;
    const outcome = await runPlugin(requestOf(files, { parameter, generate }));
    expect(outcome.error).toBe("");
    const written = Object.entries(outcome.files).map(([path, one]) => {
      return [path, one.replace('version: "0.1.0", options', `version: "${generator}", options`)] as const;
    });
    return { label: "sdk", files: new Map(written) };
  };

  it("are compared by another generator without the files beside the protos, which each carries", async () => {
    const folder = await mkdtemp(join(tmpdir(), "stratus-aip-"));
    const file = join(folder, "library.yaml");
    // The operations of others are called at the API's host, which the file alone says.
    await writeFile(
      file,
      "type: google.api.Service\nname: library.example.com\napis: [{ name: google.longrunning.Operations }]\n",
    );
    const old = await sdk(libraryProto, file, "0.0.9");
    const now = await sdk(libraryProto.replace('response_type: "Shelf"', 'response_type: "Book"'), file);
    await rm(folder, { recursive: true });
    const { changes, notes } = await diffSdks(old, now);
    expect(notes).toEqual([]);
    expect(changes.map(({ cause, step, sentences }) => `${cause}: ${step}: ${sentences.join(". ")}`)).toEqual(
      [
        "api: major: `result()` of `Shelves.CreateShelf` now returns `Book` instead of `Shelf`",
        "api: major: `result()` of `ShelvesClient.operation` now returns `AnyMessage` instead of `Shelf`",
      ],
    );
    expect(now.files.get("descriptors.ts")).toContain("library.example.com");
    expect(now.files.get("descriptors.ts")).not.toContain(folder);
  });
});
