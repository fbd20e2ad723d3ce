import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Compiler, runCompiler, strictest, triedCompilers } from "../../compile.fixture.js";

/** The library of a browser, and nothing of Node. */
const settings = {
  ...strictest,
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable"],
  noEmit: true,
};

/** The first complaints of compilers about all TypeScript below a folder; empty if they are content. */
export async function compileAll(
  folder: string,
  tried: readonly Compiler[] = triedCompilers,
  maxLines = 5,
): Promise<string> {
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
  const complaints: string[] = [];
  for (const name of tried) {
    const said = await runCompiler(name, ["-p", folder]);
    if (said !== "") complaints.push(`${name}: ${said.split("\n").slice(0, maxLines).join("\n")}`);
  }
  return complaints.join("\n");
}
