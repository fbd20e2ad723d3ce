import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { root } from "../repository.fixture.js";

/** The most bytes that each entry point loads at its start, minified and with gzip, by the platform of the bundle. */
const budgets = JSON.parse(
  readFileSync(join(import.meta.dirname, "bundle-budgets.json"), "utf8"),
) as Readonly<Record<"browser" | "node", Readonly<Record<string, number>>>>;

/** Bundles entry points together, so that what they share is minified once. Returns the bytes that each loads at its start. */
async function startBytes(
  entries: readonly string[],
  platform: "browser" | "node",
): Promise<Map<string, number>> {
  const { metafile, outputFiles } = await build({
    entryPoints: entries.map((entry, index) => ({ in: `entry:${entry}`, out: `entry-${index}` })),
    plugins: [
      {
        name: "entries",
        setup(builder) {
          builder.onResolve({ filter: /^entry:/ }, ({ path }) => ({
            path: path.slice(6),
            namespace: "entry",
          }));
          builder.onLoad({ filter: /./, namespace: "entry" }, ({ path }) => ({
            contents: `export * from ${JSON.stringify(path)};`,
            resolveDir: join(root, "examples/programs"),
          }));
        },
      },
    ],
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform,
    target: "es2022",
    external: ["@bufbuild/*", "@opentelemetry/*", "google-auth-library", "msw"],
    outdir: "out",
    logLevel: "error",
    metafile: true,
    write: false,
  });
  const bytes = new Map(outputFiles.map(({ path, contents }) => [path, gzipSync(contents).length]));
  return new Map(
    entries.map((entry, index) => {
      const names = new Set([`out/entry-${index}.js`]);
      for (const name of names) {
        for (const { kind, path } of metafile.outputs[name]?.imports ?? [])
          if (kind === "import-statement" && path in metafile.outputs) names.add(path);
      }
      return [entry, [...names].reduce((sum, name) => sum + (bytes.get(join(root, name)) ?? 0), 0)];
    }),
  );
}

it.each(["browser", "node"] as const)("each entry point keeps its budget of bytes: %s", async (platform) => {
  const limits = budgets[platform];
  const sizes = await startBytes(Object.keys(limits), platform);
  // A budget that is far above the size would let it grow unseen.
  const missed = Object.entries(limits).filter(([entry, limit]) => {
    const size = sizes.get(entry) ?? 0;
    return size > limit || size < 0.9 * limit;
  });
  expect(
    missed.map(([entry, limit]) => `${entry}: ${sizes.get(entry)} bytes, and its budget is ${limit}`),
  ).toEqual([]);
});

it("every entry point of the runtime has a budget", () => {
  const { exports } = JSON.parse(readFileSync(join(root, "runtime/package.json"), "utf8")) as {
    exports: Readonly<Record<string, unknown>>;
  };
  const named = new Set(Object.values(budgets).flatMap((limits) => Object.keys(limits)));
  const entries = Object.keys(exports).map((path) => `@stratus/runtime${path.slice(1)}`);
  expect(entries.filter((entry) => !named.has(entry))).toEqual(["@stratus/runtime/package.json"]);
});

it.each(["runtime", "cli", "mcp"])("V8 keeps the code of %s in one byte per character", (name) => {
  const folder = join(root, name, "dist/chunks");
  const files = readdirSync(folder).filter((file) => file.endsWith(".js"));
  expect(files.length).toBeGreaterThan(10);
  // eslint-disable-next-line no-control-regex
  const wide = files.filter((file) => /[^\0-\x7F]/.test(readFileSync(join(folder, file), "utf8")));
  expect(wide).toEqual([]);
});
