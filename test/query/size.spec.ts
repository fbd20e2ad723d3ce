import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** The names that a page imports, and the most bytes that it loads for them at its start, compressed. */
const starts: readonly (readonly [names: string, maxBytes: number])[] = [
  ["queryOptions", 1_600],
  ["queryOptions, infiniteQueryOptions, mutationOptions", 2_000],
];

it.each(starts)("a page that imports %s loads at most %i bytes at its start", async (names, maxBytes) => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${names} } from "@stratus/query";`,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    plugins: [
      {
        name: "loaded later",
        setup: ({ onResolve }) =>
          onResolve({ filter: /(?:run-mutation|page-walk)\.js$/ }, () => ({
            path: "./later.js",
            external: true,
          })),
      },
    ],
  });
  expect(gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length).toBeLessThanOrEqual(maxBytes);
});
