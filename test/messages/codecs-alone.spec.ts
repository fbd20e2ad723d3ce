import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { importsOf } from "../architecture/imports.fixture.js";
import { openFolder } from "../compile.fixture.js";

const run = promisify(execFile);

/** What is sent through a queue, and called by nobody. */
const protos = {
  "acme/v1/event.proto": `syntax = "proto3"; package acme.v1; import "google/protobuf/timestamp.proto";
    message Event { string id = 1; google.protobuf.Timestamp at = 2; Kind kind = 3; int64 size = 4; }
    enum Kind { KIND_UNSPECIFIED = 0; KIND_MADE = 1; }`,
};

const program = `
import { fromJson, Timestamp, toJson } from "./index.js";
import { Event, Kind } from "./acme/v1/index.js";
import type { Timestamp as Named } from "./google/protobuf/index.js";

const at: Named = Timestamp.create({ seconds: 1n });
const event: Event = Event.create({ id: "e1", kind: Kind.MADE, size: 2n ** 53n, at });
const bytes: Uint8Array = Event.encode(event);
const again: Event = fromJson(Event, JSON.parse(JSON.stringify(toJson(Event, Event.decode(bytes)))));
console.log(JSON.stringify([bytes.length, toJson(Event, again)]));
`;

describe("an API without services, with clients=false", () => {
  it("has messages that are encoded and decoded, and needs neither gRPC nor Node", async () => {
    const { files, error } = await generateFrom(protos, { parameter: "clients=false,verify=true" });
    expect(error).toBe("");
    expect(Object.keys(files)).toEqual([
      ".stratus-files",
      "acme/v1/event.ts",
      "acme/v1/index.ts",
      "descriptors.ts",
      "google/protobuf/index.ts",
      "index.ts",
    ]);
    const targets = Object.entries(files).flatMap(([path, text]) => importsOf(path, text));
    expect(new Set(targets.map(({ target }) => target).filter((target) => target.startsWith("@")))).toEqual(
      new Set([
        "@stratus/runtime/generated/wire-v1",
        "@stratus/runtime/messages",
        "@stratus/runtime/generated/messages-v1",
      ]),
    );
    await using folder = await openFolder();
    await folder.write({
      ...files,
      "program.ts": program,
      "globals.d.ts": "declare const console: { log(text: string): void };",
    });
    expect(await folder.compile("TypeScript 7")).toBe("");
    const { stdout } = await run(process.execPath, [join(folder.path, "dist/program.js")]);
    expect(JSON.parse(stdout)).toEqual([
      19,
      { id: "e1", at: "1970-01-01T00:00:01Z", kind: "KIND_MADE", size: "9007199254740992" },
    ]);
  });

  it("is told of the option where it was not given", async () => {
    const { error } = await generateFrom(protos);
    expect(error).toContain("The files to generate have no service");
    expect(error).toContain("`opt: clients=false`");
  });

  it("is a package without an entry point of clients, whose README says that there are codecs", async () => {
    const { files } = await generateFrom(protos, { parameter: "clients=false,package_name=@acme/events" });
    const { exports, description } = JSON.parse(files["package.json"] ?? "");
    expect(Object.keys(exports)).toEqual([
      ".",
      "./descriptors",
      "./acme/v1",
      "./google/protobuf",
      "./package.json",
    ]);
    expect(description).toMatch(/^\d+ message types, generated/);
    expect(files["README.md"]).toContain(
      "`encode` and `decode` convert it to and from bytes. There are no clients,",
    );
  });
});
