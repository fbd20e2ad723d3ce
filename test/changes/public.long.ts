import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { childMilliseconds } from "../../bench/src/child.js";
import { requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { compilers, openFolder, type Folder } from "../compile.fixture.js";
import { corpusSmall, googleProtos } from "../../bench/src/corpus.js";
import { buildGoogle } from "../corpus/google.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const older = "4.2.0";

describe("two published versions of a public API", { timeout: 300_000 }, () => {
  let scratch: string;
  let folder: Folder;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), "public-"));
    folder = await openFolder();
    execFileSync("npm", ["pack", `google-proto-files@${older}`, "--silent", "--pack-destination", scratch]);
    execFileSync("tar", ["-xzf", join(scratch, `google-proto-files-${older}.tgz`), "-C", scratch]);
    await write(join(scratch, "package"), "old");
    await write(googleProtos, "new");
  }, 300_000);
  afterAll(async () => {
    await rm(scratch, { recursive: true, force: true });
    await folder[Symbol.asyncDispose]();
  });

  const write = async (source: string, place: string): Promise<void> => {
    const files = buildGoogle(corpusSmall, source);
    const generate = files
      .map(({ name }) => name)
      .filter((name) => corpusSmall.some((one) => name.startsWith(`${one}/`)));
    const parameter = "package_name=@svc/google,session_name=Google,partial=allow";
    const { files: texts, error } = await runPlugin(requestOf(files, { parameter, generate }));
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
    expect(text).toMatch(/^major: \d+ breaking changes, \d+ additions, \d+ other changes\.$/m);
    expect(text).toContain(
      "`Storage.CreateHmacKey` was removed, with `CreateHmacKeyRequest` and `CreateHmacKeyResponse`.",
    );
    expect(text).toContain(
      "`ReconfigureCloudDatabaseAction` was renamed to `ChangeQuorumCloudDatabaseAction`.",
    );
    expect(text).toContain("`Instance.state` is now `OUTPUT_ONLY`.");
    expect(text).toContain("The service `QuotaAdjusterSettingsManager` is new");
  });

  it("are compared in 1 GB and at most 2.5 times the processor time of a type check of both", async () => {
    const [, ...compiler] = compilers["TypeScript 5.9"];
    const check = ["--noEmit", "--declaration", "false", "--isolatedDeclarations", "false"];
    const cwd = folder.path;
    const compared = await childMilliseconds(["--max-old-space-size=1000", ...command], { cwd });
    const checked = await childMilliseconds([...compiler, "-p", cwd, ...check], { cwd });
    const ratio = compared / checked;
    console.log(
      `stratus diff: ${ratio.toFixed(2)} of the processor time of a check (${checked.toFixed()} ms)`,
    );
    expect(ratio).toBeLessThan(2.5);
  });
});
