/** The cost of TanStack Query for a page, beside the tools of others: bytes, generated lines, and lines of the program. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { countLines } from "../../tools/count-lines.mjs";
import { printFigure } from "../figures.js";

const here = fileURLToPath(new URL("./", import.meta.url));
const top = join(here, "../../");

/** A list by pages, a resource, and its update. */
const things = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  servers: [{ url: "https://api.example.com" }],
  paths: {
    "/things": {
      get: {
        operationId: "listThings",
        tags: ["things"],
        parameters: [{ name: "page_token", in: "query", schema: { type: "string" } }],
        responses: { 200: response("ThingPage") },
      },
    },
    "/things/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { operationId: "getThing", tags: ["things"], responses: { 200: response("Thing") } },
      put: {
        operationId: "updateThing",
        tags: ["things"],
        requestBody: { required: true, content: json("Thing") },
        responses: { 200: response("Thing") },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: "object",
        required: ["id", "name"],
        properties: { id: { type: "string" }, name: { type: "string" } },
      },
      ThingPage: {
        type: "object",
        required: ["items"],
        properties: {
          items: { type: "array", items: { $ref: "#/components/schemas/Thing" } },
          next_page_token: { type: "string" },
        },
      },
    },
  },
};

function json(name: string): object {
  return { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } };
}

function response(name: string): object {
  return { description: name, content: json(name) };
}

/** A program that shows a list by pages and a resource, and edits it. */
interface Program {
  readonly tool: string;
  readonly file: string;
  /** A program that calls the same methods without TanStack Query. */
  readonly direct: string;
  /** The file that the tool has generated for TanStack Query. */
  readonly generated?: string;
}

const programs: readonly Program[] = [
  {
    tool: "gRPC: @stratus/query",
    file: "cloud-stratus",
    direct: `export { instances } from "./clients/stratus-cloud.js";`,
  },
  {
    tool: "gRPC: connect-query",
    file: "cloud-connect-query",
    direct: `import { createClient } from "@connectrpc/connect";
      import { InstanceService } from "./es/svc/compute/v1/instance_service_pb.js";
      import { transport } from "./clients/connect.js";
      export const client = createClient(InstanceService, transport);`,
  },
  {
    tool: "REST: @stratus/query",
    file: "things-stratus",
    direct: `export { things } from "./clients/stratus-things.js";`,
  },
  {
    tool: "REST: the plugin of hey-api",
    file: "things-hey-api",
    direct: `export { getThing, listThings, updateThing } from "./hey/sdk.gen.js";`,
    generated: "hey/@tanstack/react-query.gen.ts",
  },
  {
    tool: "REST: orval",
    file: "things-orval",
    direct: `export { getThing, listThings, updateThing } from "./orval/fetch.js";`,
    generated: "orval/api.ts",
  },
];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "query-peers-"));
  cpSync(join(here, "queries"), folder, { recursive: true });
  symlinkSync(join(here, "node_modules"), join(folder, "node_modules"));
  write("package.json", JSON.stringify({ private: true, type: "module" }));
  write("api.json", JSON.stringify(things));
  write(
    "hey.config.mjs",
    `export default {
    input: "./api.json", output: "./hey", plugins: ["@tanstack/react-query"],
    parser: { pagination: { keywords: ["page_token"] } },
  };`,
  );
  write(
    "orval.config.mjs",
    `const output = { target: "orval/api.ts", client: "react-query", httpClient: "fetch" };
    const override = { query: { useInfinite: true, useInfiniteQueryParam: "page_token" } };
    export default {
      query: { input: "./api.json", output: { ...output, override } },
      plain: { input: "./api.json", output: { target: "orval/fetch.ts", client: "fetch" } },
    };`,
  );
  write(
    "buf.gen.yaml",
    "version: v2\nplugins:\n  - local: node_modules/.bin/protoc-gen-es\n    out: es\n    opt: [target=ts, import_extension=js]\n    include_imports: true\n",
  );
  run(join(here, "node_modules/@hey-api/openapi-ts/bin/run.js"), "--file", "hey.config.mjs");
  run(join(here, "node_modules/orval/dist/bin/orval.mjs"), "--config", "orval.config.mjs");
  run(join(top, "node_modules/@bufbuild/buf/bin/buf"), "generate", top, "--template", "buf.gen.yaml");
  run(
    join(top, "generator/bin/stratus.js"),
    "openapi",
    "api.json",
    "--out",
    "things",
    "--package-name",
    "things",
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function run(...args: readonly string[]): string {
  return execFileSync(process.execPath, [...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Bytes of a bundle, compressed, without TanStack Query: those that a page loads at its start, or all. */
async function measure(entry: string, isStart: boolean): Promise<number> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    external: ["react", "@tanstack/*"],
    nodePaths: [join(top, "node_modules")],
    logLevel: "error",
    plugins: [
      {
        name: "loaded later",
        setup: ({ onResolve }) =>
          onResolve({ filter: /./ }, ({ kind, path }) =>
            isStart && kind === "dynamic-import" ? { path, external: true } : undefined,
          ),
      },
    ],
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

/** What the compiler reports. */
function complaints(): string {
  try {
    return run(join(here, "node_modules/typescript/bin/tsc"), "-p", ".");
  } catch (error) {
    return String((error as { readonly stdout?: string }).stdout);
  }
}

it("the programs compile", () => {
  const compilerOptions = {
    target: "es2023",
    lib: ["es2023", "dom", "dom.iterable", "esnext.disposable"],
    module: "esnext",
    moduleResolution: "bundler",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
    paths: {
      "@stratus/query": [join(top, "query/dist/index.d.ts")],
      "@svc/cloud/*": [
        join(top, "node_modules/@svc/cloud/dist/types/*/index.d.ts"),
        join(top, "node_modules/@svc/cloud/dist/types/*.d.ts"),
      ],
    },
  };
  write(
    "tsconfig.json",
    JSON.stringify({ compilerOptions, files: programs.map(({ file }) => `${file}.ts`) }),
  );
  // What orval generates for infinite lists does not compile in strict mode.
  const ours = complaints()
    .split("\n")
    .filter((line) => line !== "" && !/^(?:orval\/| )/.test(line));
  expect(ours).toEqual([]);
});

it("a program needs fewer lines with @stratus/query than with the tools of others", async () => {
  const rows: { readonly tool: string; readonly own: number; readonly cells: readonly unknown[] }[] = [];
  for (const { tool, file, direct, generated } of programs) {
    write(`${file}.direct.ts`, direct);
    const cost = async (isStart: boolean): Promise<number> =>
      (await measure(`${file}.ts`, isStart)) - (await measure(`${file}.direct.ts`, isStart));
    const read = (path: string): string => readFileSync(join(folder, path), "utf8");
    const program = read(`${file}.ts`);
    /** Whether the program has lines of its own for an ability. */
    const by = (pattern: RegExp): string => (pattern.test(program) ? "own lines" : "yes");
    const own = countLines(`${file}.ts`, program);
    const cells = [
      await cost(true),
      await cost(false),
      generated === undefined ? 0 : countLines(generated, read(generated)),
      own,
      by(/getNextPageParam/),
      by(/invalidateQueries/),
      /onMutate|"modify"/.test(program) ? by(/onMutate/) : "–",
    ];
    rows.push({ tool, own, cells });
  }
  printFigure(
    "queries",
    [
      "| | bytes at the start | bytes of all | generated lines | lines of the program | ends lists | refreshes lists and details | shows edits at once |",
      "|---|---|---|---|---|---|---|---|",
      ...rows.map(({ tool, cells }) => `| ${[tool, ...cells].join(" | ")} |`),
    ].join("\n"),
  );
  const linesOf = (word: string): number[] =>
    rows.filter(({ tool }) => tool.startsWith(word)).map(({ own }) => own);
  for (const kind of ["gRPC", "REST"]) {
    const [ours = 0, ...theirs] = linesOf(kind);
    expect(ours).toBeLessThan(Math.min(...theirs) / 2);
  }
});
