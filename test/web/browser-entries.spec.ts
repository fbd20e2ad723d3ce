import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, it } from "vitest";

it.each(["@stratus/runtime/msw", "@stratus/runtime/fixtures", "@stratus/query", "@svc/catalogue/testing"])(
  "%s loads nothing of Node, so that it runs in pages and service workers",
  async (entry) => {
    const { warnings, outputFiles } = await build({
      stdin: {
        contents: `export * from "${entry}";`,
        resolveDir: fileURLToPath(new URL(".", import.meta.url)),
      },
      bundle: true,
      splitting: true,
      format: "esm",
      outdir: "/out",
      write: false,
      platform: "browser",
    });
    expect(warnings).toEqual([]);
    expect(outputFiles.some(({ text }) => /from "node:/.test(text))).toBe(false);
  },
);
