import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import {
  compileProtos,
  requestOf,
  runPlugin,
  type Outcome,
} from "../../generator/src/plugin/request.fixture.js";
import { buildFolder } from "../compile.fixture.js";
import { readTree, replaceTree } from "./tree.fixture.js";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** What is generated of it: the whole SDK with its servers, and the messages alone. */
const outputs = {
  "the whole SDK": {
    folder: "api/expected",
    parameter:
      "package_name=@acme/shop,session_name=Acme,strip_prefix=acme,api_domain=api.acme.example,server=true",
  },
  "messages alone": {
    folder: "api/expected-messages",
    parameter: "package_name=@acme/shop-messages,strip_prefix=acme,codec=none",
  },
} as const;

/**
 * The whole output for a small API, as it is checked in under `expected/`. After
 * an intended change, run `npm run golden` and read the diff.
 */
describe.each(Object.entries(outputs))("the output for a small API: %s", (_, output) => {
  const { folder, parameter } = output;
  let descriptors: FileDescriptorProto[];
  let outcome: Outcome;

  beforeAll(async () => {
    descriptors = compileProtos(readTree(here("api/protos")));
    outcome = await runPlugin(requestOf(descriptors, { parameter }));
    if (process.env["STRATUS_GOLDEN"] === "write") await replaceTree(here(folder), outcome.files);
  });

  it("is the tree that is checked in: nothing more, nothing less, the same text", () => {
    expect(outcome.error).toBe("");
    const expected = readTree(here(folder));
    expect(Object.keys(outcome.files)).toEqual(Object.keys(expected));
    for (const [path, text] of Object.entries(outcome.files))
      expect(`${path}\n${text}`).toBe(`${path}\n${expected[path]}`);
  });

  it("is the same bytes whatever the order of the files", async () => {
    for (let turn = 1; turn < descriptors.length; turn += 3) {
      const turned = [...descriptors.slice(turn), ...descriptors.slice(0, turn)].toReversed();
      expect(await runPlugin(requestOf(turned, { parameter }))).toEqual(outcome);
    }
  });

  it("is the same bytes in another working directory, from the command itself", () => {
    const command = here("../../generator/bin/protoc-gen-stratus.js");
    const input = requestOf(descriptors, { parameter });
    const [first, second] = [tmpdir(), "/"].map((folder) =>
      execFileSync(process.execPath, [command], { cwd: folder, input }),
    );
    expect(first?.equals(second ?? Buffer.of())).toBe(true);
    expect(first?.length).toBeGreaterThan(10_000);
  });

  it("is a package that compiles as it stands, with its own settings", async () => {
    await using place = await buildFolder(outcome.files);
    expect(await place.compile("TypeScript 5.9")).toBe("");
  });
});
