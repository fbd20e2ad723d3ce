import { execFileSync } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const run = (...args: string[]): string =>
  execFileSync(process.execPath, ["tools/lines.mjs", ...args], { encoding: "utf8" });

const code = `// a line
/* a block
   of two */ const one = 1; // and a line
const url = "https://example.com/*"; /** doc */

/** Doc of a function. */
function two(): string {
  // inside
  return \`text

  // of a template \${one} /* that
  is no comment */\`;
}
const slashes = /\\/\\/[/*]/;
`;

describe("lines of code", () => {
  it("are those that are left without comments and blank lines", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lines-"));
    await writeFile(join(folder, "code.ts"), code);
    await writeFile(join(folder, "template.hbs"), "{{! a comment counts }}\n\nimport {{name}};\n");
    expect(run(join(folder, "code.ts"), join(folder, "template.hbs"))).toBe(
      `${join(folder, "code.ts")} 8\n${join(folder, "template.hbs")} 2\n`,
    );
  });
});
