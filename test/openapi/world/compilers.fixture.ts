import { execFile } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compilers, strictest } from "../../compile.fixture.js";

/** The library of a browser, and nothing of Node. */
const settings = {
  ...strictest,
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable"],
  noEmit: true,
};

/** What both compilers, or those of these names, say of all TypeScript below a folder; empty where they are content. */
export async function compileAll(
  folder: string,
  only: readonly string[] = Object.keys(compilers),
): Promise<Readonly<Record<string, string>>> {
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: settings, include: ["**/*.ts"] }),
  );
  // What packages ask for: the library of traces, for the entry that needs it.
  await symlink(
    fileURLToPath(new URL("../../../node_modules", import.meta.url)),
    join(folder, "node_modules"),
  );
  const results: Record<string, string> = {};
  for (const [name, compiler] of Object.entries(compilers)) {
    if (!only.includes(name)) continue;
    results[name] = await new Promise<string>((resolve) => {
      execFile(process.execPath, [compiler, "-p", folder], { maxBuffer: 1 << 26 }, (_, out, err) =>
        resolve(`${out}${err}`.trim().split("\n").slice(0, 5).join("\n")),
      );
    });
  }
  return results;
}
