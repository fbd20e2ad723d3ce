import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { generateCloud } from "./cloud.fixture.js";
import { blocksOf, pages } from "./pages.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const shown = pages.flatMap((page) => blocksOf(page)).filter(({ linesOf }) => linesOf !== undefined);

/** The text of a file of the repository, or of the SDK with more options: `compute/v1/disk.ts with json_types=true`. */
async function sourceOf(said: string): Promise<string> {
  const [path = "", options] = said.split(" with ");
  if (options === undefined) return readFileSync(join(top, path), "utf8");
  return (await generateCloud(options))[`src/${path}`] ?? "";
}

/** Parts of a block between its blank lines and its `// ...`, as they stand but for spaces and comments. */
function parts(code: string): string[] {
  return code
    .split(/^\s*\/\/ \.\.\..*\n|\n\n/m)
    .map(bare)
    .filter((part) => part !== "");
}

function bare(code: string): string {
  return code
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .replaceAll(/(?<=^|\s)\/\/.*$/gm, "")
    .replaceAll(/\s+/g, "")
    .replaceAll(/,(?=[)\]}>])/g, "")
    .replaceAll("=|", "=");
}

describe("a block that shows lines of a file", () => {
  it.each(shown)("$page:$line has them as they stand in $linesOf", async ({ code, linesOf = "" }) => {
    const source = bare(await sourceOf(linesOf));
    expect(parts(code).filter((part) => !source.includes(part))).toEqual([]);
  });

  it("is there, and one that is made up is found out", () => {
    expect(shown.length).toBeGreaterThanOrEqual(6);
    expect(existsSync(join(top, "generated/cloud/src/session.ts"))).toBe(true);
    expect(parts("a(\n  1, // one\n);\n\n/** x */\nb();\n// ... more\nc = { d, };")).toEqual([
      "a(1);",
      "b();",
      "c={d};",
    ]);
  });
});
