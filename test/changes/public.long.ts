import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { CodeGeneratorRequestSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { childMilliseconds } from "../../bench/src/child.js";
import { runPlugin } from "../../generator/src/request.fixture.js";
import { openFolder, type Folder } from "../compile.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const older = "4.2.0";

/** About 200 files of real APIs, which people changed for their own reasons. */
const folders =
  "api bigtable datastore iam logging longrunning monitoring pubsub rpc spanner storage type".split(" ");

describe("two published versions of a public API", { timeout: 300_000 }, () => {
  let scratch: string;
  let folder: Folder;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), "public-"));
    folder = await openFolder();
    execFileSync("npm", ["pack", `google-proto-files@${older}`, "--silent", "--pack-destination", scratch]);
    execFileSync("tar", ["-xzf", join(scratch, `google-proto-files-${older}.tgz`), "-C", scratch]);
    await generate(join(scratch, "package"), "old");
    await generate(dirname(fileURLToPath(import.meta.resolve("google-proto-files/package.json"))), "new");
  }, 300_000);
  afterAll(async () => {
    await rm(scratch, { recursive: true, force: true });
    await folder[Symbol.asyncDispose]();
  });

  const generate = async (source: string, place: string): Promise<void> => {
    const paths = folders.flatMap((name) => ["--path", join(source, "google", name)]);
    const image = execFileSync(
      process.execPath,
      [
        join(top, "node_modules/@bufbuild/buf/bin/buf"),
        "build",
        source,
        ...paths,
        "--as-file-descriptor-set",
        "-o",
        "-",
      ],
      { maxBuffer: 1 << 28 },
    );
    const { file: files } = fromBinary(FileDescriptorSetSchema, image);
    const names = files
      .map(({ name }) => name)
      .filter((name) => folders.some((one) => name.startsWith(`google/${one}/`)));
    const request = create(CodeGeneratorRequestSchema, {
      fileToGenerate: names,
      parameter: "package_name=@svc/google,session_name=Google,unrouted=allow,partial=allow",
      protoFile: files,
    });
    const { files: texts, error } = await runPlugin(toBinary(CodeGeneratorRequestSchema, request));
    expect(error).toBe("");
    await folder.write(
      Object.fromEntries(Object.entries(texts).map(([path, text]) => [`${place}/${path}`, text])),
    );
  };

  const command = [join(top, "generator/bin/stratus.js"), "diff", "old", "new"];

  it("are told in a report that a person can read", () => {
    const text = execFileSync(process.execPath, command, {
      cwd: folder.path,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    console.log(text);
    expect(text).toMatch(/^major: \d+ changes break users, \d+ things are new, \d+ other changes\.$/m);
    expect(text).toContain(
      "`Storage.CreateHmacKey` is gone, with `CreateHmacKeyRequest` and `CreateHmacKeyResponse`.",
    );
    expect(text).toContain(
      "`ReconfigureCloudDatabaseAction` is called `ChangeQuorumCloudDatabaseAction` now.",
    );
    expect(text).toContain("`Instance.state` became `OUTPUT_ONLY`.");
    expect(text).toContain("The service `QuotaAdjusterSettingsManager` is new");
  });

  it("are compared in at most five seconds of processor time", async () => {
    const milliseconds = await childMilliseconds(command, { cwd: folder.path });
    console.log(
      `stratus diff of ${folders.length} folders: ${(milliseconds / 1000).toFixed(1)} s of processor time`,
    );
    expect(milliseconds).toBeLessThan(5000);
  });
});
