/** Bundlers of others make programs for browsers and for the edge. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire, isBuiltin } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, it } from "vitest";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** A program that says where it came to, without a network. */
const program = `import { Cloud, tokenFromFunction } from "@svc/cloud/web";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
const cloud = new Cloud({
  baseUrl: "https://api.example.com",
  credentials: tokenFromFunction(async () => "token-1"),
  fetch: async (url) => { throw new TypeError("tried " + url); },
  retry: false,
});
try {
  await new InstanceServiceClient(cloud).get({ id: "instance-1" });
} catch (error) {
  globalThis.said = error.text;
}
`;

let folder: string;
let entry: string;
beforeAll(async () => {
  // Below the packages that it imports.
  folder = await mkdtemp(join(top, "test/web/.bundles-"));
  entry = join(folder, "program.mjs");
  await writeFile(entry, program);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Bundles a program for a platform into a folder; gives what the bundle imports from outside. */
type Bundler = (out: string) => Promise<string[]>;

const conditions: { readonly [platform: string]: string[] } = {
  browser: ["browser"],
  edge: ["worker", "workerd", "edge-light"],
};

function byEsbuild(platform: string): Bundler {
  return async (out) => {
    const { metafile } = await build({
      entryPoints: [entry],
      bundle: true,
      splitting: true,
      format: "esm",
      platform: platform === "browser" ? "browser" : "neutral",
      mainFields: ["module", "main"],
      conditions: conditions[platform]!,
      outdir: out,
      metafile: true,
      // What would be reached of Node is to be seen, not to fail.
      external: ["node:*"],
    });
    return Object.values(metafile.outputs).flatMap(({ imports }) =>
      imports.flatMap(({ external, path }) => (external ? [path] : [])),
    );
  };
}

function byRolldown(platform: string): Bundler {
  return async (out) => {
    const outside: string[] = [];
    const bundle = await rolldown({
      input: entry,
      platform: platform === "browser" ? "browser" : "neutral",
      resolve: { conditionNames: [...conditions[platform]!, "import", "default"] },
      external: (id) => isBuiltin(id) && outside.push(id) > 0,
    });
    await bundle.write({ dir: out, format: "esm" });
    await bundle.close();
    return outside;
  };
}

/** What is used of webpack, which `npm run long -- platforms-web` installs into a folder of its own. */
type Webpack = (configuration: object) => {
  run(done: (error: Error | null, stats?: { toJson(what: object): WebpackReport }) => void): void;
  close(done: () => void): void;
};

interface WebpackReport {
  readonly errors?: readonly { readonly message: string }[];
  readonly modules?: readonly { readonly name?: string }[];
}

function byWebpack(platform: string): Bundler {
  const webpack = createRequire(join(top, "test/web/bundlers/package.json"))("webpack") as Webpack;
  return (out) =>
    new Promise((resolve, reject) => {
      const compiler = webpack({
        mode: "production",
        entry,
        target: platform === "browser" ? "web" : "webworker",
        experiments: { outputModule: true },
        output: { path: out, filename: "program.js", module: true, chunkFormat: "module" },
        performance: false,
        optimization: { minimize: false },
        ...(platform === "edge"
          ? { resolve: { conditionNames: [...conditions["edge"]!, "import", "default"] } }
          : {}),
      });
      compiler.run((error, stats) => {
        if (error) return reject(error);
        const { errors, modules } = stats!.toJson({ errors: true, modules: true, nestedModules: true });
        if (errors?.length) return reject(new Error(errors.map(({ message }) => message).join("\n")));
        compiler.close(() =>
          resolve(
            (modules ?? []).flatMap(({ name }) => (/^external |^node:/.test(name ?? "") ? [name!] : [])),
          ),
        );
      });
    });
}

it.each<[bundler: string, platform: string, bundle: (platform: string) => Bundler]>([
  ["esbuild", "browser", byEsbuild],
  ["esbuild", "edge", byEsbuild],
  ["rolldown", "browser", byRolldown],
  ["rolldown", "edge", byRolldown],
  ["webpack", "browser", byWebpack],
  ["webpack", "edge", byWebpack],
])("%s makes a program for %s that reaches nothing of Node, and runs", async (bundler, platform, bundle) => {
  const out = join(folder, `${bundler}-${platform}`);
  expect(await bundle(platform)(out)).toEqual([]);
  const files = (await readdir(out)).filter((name) => /\.m?js$/.test(name));
  for (const name of files) {
    expect(await readFile(join(out, name), "utf8")).not.toMatch(
      /\bfrom\s*["']node:|import\(["']node:|require\(/,
    );
  }
  await import(
    join(
      out,
      files.find((name) => name.startsWith("program"))!,
    )
  );
  const { said } = globalThis as { said?: string };
  expect(said).toContain("tried https://api.example.com/svc.compute.v1.InstanceService/Get");
  delete (globalThis as { said?: string }).said;
});
