import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { expect, it } from "vitest";
import { openFolder } from "../compile.fixture.js";
import { blocksOf } from "./pages.fixture.js";

it("the tests in docs/how-to/test-a-program.md pass", async () => {
  const [block] = blocksOf("docs/how-to/test-a-program.md").filter(({ file }) => file === "scale-up.test.ts");
  const { code } = await transform(block?.code ?? "", { loader: "ts", format: "esm" });
  await using folder = await openFolder();
  await writeFile(join(folder.path, "scale-up.test.js"), code);
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--test",
    "--test-reporter=tap",
    folder.path,
  ]);
  expect(stdout).toContain("# pass 2\n# fail 0\n");
});
