import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const top = fileURLToPath(new URL("../", import.meta.url));

/** The last file that each step of the build writes, and what the step reads. */
const steps: readonly (readonly [written: string, ...read: readonly string[]])[] = [
  ["runtime/dist/.tsbuildinfo", "runtime/src"],
  ["runtime/dist/entries/index.js", "runtime/src", "runtime/build"],
  ["runtime/dist/types/package.json", "runtime/src", "runtime/build"],
  ["convention/dist/.tsbuildinfo", "convention/src"],
  ["generator/dist/.tsbuildinfo", "generator/src"],
  ["generator/dist/rest/runtime/.tsbuildinfo", "generator/src/rest/runtime"],
  ["generator/dist/bundle/stratus.js", "generator/src", "generator/build", "templates", "convention/src"],
  ["emulator/dist/.tsbuildinfo", "emulator/src"],
  ["emulator/dist/console/console.js", "emulator/console", "design"],
  ["dynamic-client/dist/.tsbuildinfo", "dynamic-client/src"],
  ["cli/dist/.tsbuildinfo", "cli/src"],
  ["cli/dist/index.js", "cli/src", "cli/build", "dynamic-client/src", "runtime/src"],
  ["mcp/dist/.tsbuildinfo", "mcp/src"],
  ["mcp/dist/index.js", "mcp/src", "mcp/build", "dynamic-client/src", "runtime/src"],
  ["query/dist/.tsbuildinfo", "query/src"],
  ["site/dist/.tsbuildinfo", "site/src"],
  ["site/dist/assets/site.js", "site/src", "site/browser", "site/build", "design"],
  ["generated/cloud/dist/.tsbuildinfo", "generated/cloud/src"],
  ["generated/cloud/dist/index.js", "generated/cloud/src", "generated/cloud/bundle.js"],
  ["generated/catalogue/dist/.tsbuildinfo", "generated/catalogue/src"],
  ["generated/catalogue/dist/index.js", "generated/catalogue/src", "generated/catalogue/bundle.js"],
  ["examples/catalogue-server/dist/.tsbuildinfo", "examples/catalogue-server/src"],
  [
    "examples/catalogue-web/dist/.tsbuildinfo",
    "examples/catalogue-web/src",
    "examples/catalogue-web/main.ts",
    "examples/catalogue-web/serve.ts",
  ],
  ["examples/programs/dist/.tsbuildinfo", "examples/programs/src"],
  [
    "examples/react-app/dist/.tsbuildinfo",
    "examples/react-app/src",
    "examples/react-app/bundle.ts",
    "examples/react-app/logins.ts",
    "examples/react-app/main.ts",
    "examples/react-app/serve.ts",
  ],
  ["examples/walkthrough/dist/.tsbuildinfo", "examples/walkthrough/src"],
];

/** Folders of packages that are held to their sources. */
export const builtFolders: readonly string[] = [...new Set(steps.map(([written]) => folderOf(written)))];

/** A project of its own within the sources of another. */
const nested = "generator/src/rest/runtime";

/**
 * Fails tests that use the build, such as those that start a program or compile against declarations, while the build
 * is older than the sources. All other tests load the sources of packages, by the condition `stratus-source` of their
 * `exports`, and need no build. An SDK in `generated/` is always loaded as it was built.
 */
export function freshBuild(): Plugin {
  let stale: readonly string[] | undefined;
  return {
    name: "fresh-build",
    enforce: "pre",
    watchChange: () => void (stale = undefined),
    transform(code, id) {
      const path = id.slice(top.length);
      const [, sdk = ""] = /^(generated\/\w+)\/dist\//.exec(path) ?? [];
      if (sdk === "" && !usesBuild(path, code)) return;
      stale ??= staleFolders();
      const folders = stale.filter((folder) => sdk === "" || folder === sdk);
      if (folders.length === 0) return;
      throw new Error(
        `${path} uses the build, which is older than the sources of ${folders.join(", ")}. Run \`npm run build\`.`,
      );
    },
  };
}

/**
 * Whether a module of the tests uses what was built. Those beside the sources start buf and git too, which need no
 * build, and have paths of `dist` in their texts.
 */
function usesBuild(path: string, code: string): boolean {
  // These read the repository as text.
  if (/^test\/(?:architecture\/|fresh-build\.ts)/.test(path)) return false;
  if (path.startsWith("test/")) return /\b(?:child_process|dist|esbuild|rolldown)\b/.test(code);
  return /\.(?:spec|fixture)\.ts$/.test(path) && /\b(?:process\.execPath|withProof)\b/.test(code);
}

/** Packages with a file of the build that is missing, or older than something that it was made from. */
function staleFolders(): readonly string[] {
  const stale = steps.flatMap(([written, ...read]) => {
    const builtAt = statSync(join(top, written), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return read.some((path) => newestIn(path) > builtAt) ? [folderOf(written)] : [];
  });
  return [...new Set(stale)];
}

/** The package of a file of the build. */
function folderOf(written: string): string {
  return written.replace(/\/dist\/.*/, "");
}

/** When a file was last changed, or the newest of those in a folder that the build reads. */
function newestIn(path: string): number {
  const found = statSync(join(top, path));
  if (!found.isDirectory()) return isBuilt(path) ? found.mtimeMs : 0;
  const inside = readdirSync(join(top, path)).map((name) => `${path}/${name}`);
  return Math.max(0, ...inside.map((one) => (one === nested ? 0 : newestIn(one))));
}

/** The compiler leaves alone what is not TypeScript, and tests. */
function isBuilt(path: string): boolean {
  return !path.includes("/src/") || /(?<!\.spec|\.fixture)\.ts$/.test(path);
}
