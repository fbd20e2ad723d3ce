/** Packed packages on versions of Node, in test runners, and in frameworks, with what these ask for and nothing else. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installRuntime, type Runtime } from "../runtimes/runtimes.js";
import { openProject, type Project } from "./project.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const timeout = 600_000;

const runtimeOf = (name: "node" | "bun" | "deno", version: string, args: readonly string[] = []): Runtime =>
  installRuntime({ name, version, title: name, bin: name, args });

/** The oldest version of each line that packages support, and the newest. */
const nodes = ["20.19.0", "20.20.2", "22.12.0", "22.23.3", "24.21.0", "26.10.0"].map((version) => ({
  version,
  get command() {
    return runtimeOf("node", version).command;
  },
}));
/** Those that test runners of today run on. */
const newest = nodes.filter(({ version }) => !/^(?:20\.19|22\.12)\./.test(version));

let project: Project;
beforeAll(async () => {
  project = await openProject();
}, timeout);
afterAll(() => project?.remove());

const usesMock = `
test("an instance has cores", async () => {
  const instances = mock(InstanceServiceClient, { get: ({ id }) => ({ metadata: { id }, spec: { cpu: 4 } }), create: () => mockOperation.slow(2) });
  const vm = await instances.get({ id: "vm-1" });
  expect(vm.spec.cpu).toBe(4);
  expect((await (await instances.create({ metadata: { parentId: "p" }, spec: { cpu: 1 } })).wait()).status.code).toBe(0);
  const catalogue = new CatalogueClient({ baseUrl: "https://catalogue.example", retry: false, fetch: async () => { throw new TypeError("down"); } });
  await expect(catalogue.courses.list()).rejects.toBeInstanceOf(CatalogueError);
});
`;
const imports = `
import { mock, mockOperation } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { CatalogueClient, CatalogueError } from "@svc/catalogue";
`;
const requires = imports.replace(/import (\{.*\}) from (".*");/g, "const $1 = require($2);");
const typed = usesMock
  .replace(
    'async () => { throw new TypeError("down"); }',
    'async (): Promise<Response> => { throw new TypeError("down"); }',
  )
  .replaceAll("status.code", "status?.code");

const jest = ["node_modules/jest/bin/jest.js", "--no-cache", "--ci"];

describe("a process", () => {
  it.each(nodes)(
    "of Node $version has one instance by require and by import",
    { timeout },
    async ({ command }) => {
      project.write({
        "package.json": { private: true },
        "one.cjs": `
        const paths = ["@stratus/runtime", "@svc/cloud", "@svc/cloud/compute/v1", "@svc/cloud/web", "@svc/catalogue", "@acme/messages"];
        Promise.all(paths.map(async (path) => same(require(path), await import(path))))
          .then((found) => console.log(found.join()));
        // Not the names that Node adds for the other kind of modules.
        function same(one, other) { return Object.keys(one).filter((name) => !["default", "module.exports", "__esModule"].includes(name)).every((name) => one[name] === other[name]); }`,
      });
      const { text } = await project.run(command, ["--no-warnings", "one.cjs"]);
      expect(text).toBe("true,true,true,true,true,true");
    },
  );

  it.each([
    ["bun", "1.4.5", []],
    ["deno", "2.9.6", ["run", "--allow-all", "--quiet"]],
  ] as const)("of %s %s runs clients", { timeout }, async (name, version, args) => {
    project.write({
      "package.json": { private: true, type: "module" },
      "program.mjs": `${imports}
        const instances = mock(InstanceServiceClient, { get: () => ({ spec: { cpu: 4 } }), create: () => mockOperation.slow(2) });
        await (await instances.create({ metadata: { parentId: "p" }, spec: {} })).wait();
        console.log((await instances.get({ id: "1" })).spec.cpu, typeof CatalogueClient);`,
    });
    const { command } = runtimeOf(name, version);
    expect((await project.run(command, [...args, "program.mjs"])).text).toBe("4 function");
  });
});

describe.each(newest)("on Node $version", ({ command }) => {
  it("Jest runs CommonJS without configuration", { timeout }, async () => {
    project.write({ "package.json": { private: true }, "a.test.js": requires + usesMock });
    const { code, text } = await project.run(command, [...jest, "a.test.js"]);
    expect([code, text]).toEqual([0, expect.stringContaining("1 passed")]);
  });

  it("Jest runs imports with babel-jest", { timeout }, async () => {
    project.write({
      "package.json": { private: true },
      "babel.config.json": { presets: [["@babel/preset-env", { targets: { node: "current" } }]] },
      "a.test.js": imports + usesMock,
    });
    const { code, text } = await project.run(command, [...jest, "a.test.js"]);
    expect([code, text]).toEqual([0, expect.stringContaining("1 passed")]);
  });

  it("Jest runs TypeScript with ts-jest", { timeout }, async () => {
    project.write({
      "package.json": { private: true, jest: { preset: "ts-jest", testEnvironment: "node" } },
      "tsconfig.json": {
        compilerOptions: {
          module: "commonjs",
          moduleResolution: "node10",
          ignoreDeprecations: "6.0",
          target: "es2022",
          lib: ["esnext", "dom"],
          types: ["node", "jest"],
          strict: true,
          esModuleInterop: true,
        },
      },
      "a.test.ts": imports + typed,
    });
    const { code, text } = await project.run(command, [...jest, "a.test.ts"]);
    expect([code, text]).toEqual([0, expect.stringContaining("1 passed")]);
  });

  it("Jest runs ES modules", { timeout }, async () => {
    project.write({
      "package.json": { private: true, jest: { transform: {}, testMatch: ["**/*.test.mjs"] } },
      "a.test.mjs": imports + usesMock,
    });
    const { code, text } = await project.run(command, ["--experimental-vm-modules", ...jest]);
    expect([code, text]).toEqual([0, expect.stringContaining("1 passed")]);
  });

  it("Jest runs a session of pages in jsdom", { timeout }, async () => {
    project.write({
      "package.json": { private: true, jest: { testEnvironment: "jest-fixed-jsdom" } },
      "a.test.js": `
        const { Cloud, CloudError, staticToken } = require("@svc/cloud/web");
        const { InstanceServiceClient } = require("@svc/cloud/compute/v1");
        test("a page", async () => {
          const fetch = async () => { throw new TypeError("down"); };
          const cloud = new Cloud({ baseUrl: "https://api.example.com", credentials: staticToken("t"), fetch, retry: false });
          await expect(new InstanceServiceClient(cloud).get({ id: "1" })).rejects.toBeInstanceOf(CloudError);
        });`,
    });
    const { code, text } = await project.run(command, [...jest, "a.test.js"]);
    expect([code, text]).toEqual([0, expect.stringContaining("1 passed")]);
  });
});

it("Vitest runs without configuration", { timeout }, async () => {
  project.write({
    "package.json": { private: true, type: "module" },
    "a.test.ts": `import { expect, test } from "vitest";${imports}${typed}`,
    "vitest.config.mjs": `export default { resolve: { alias: { vitest: ${JSON.stringify(join(top, "node_modules/vitest"))} } } };`,
  });
  const { code, text } = await project.run(process.execPath, [
    join(top, "node_modules/vitest/vitest.mjs"),
    "run",
    "--root",
    ".",
  ]);
  expect([code, text]).toEqual([0, expect.stringMatching(/1 passed/)]);
});

it(
  "Next builds an app with calls in server components, and a session of pages in client components",
  { timeout },
  async () => {
    project.write({
      "package.json": { private: true },
      "next.config.mjs": "export default { typescript: { ignoreBuildErrors: false } };",
      "tsconfig.json": JSON.parse(
        readFileSync(
          join(project.path, "node_modules/create-next-app/dist/templates/app/ts/tsconfig.json"),
          "utf8",
        ),
      ) as object,
      "app/layout.tsx": `export default function Layout({ children }: { children: React.ReactNode }) { return <html><body>{children}</body></html>; }`,
      "app/page.tsx": `${imports}
      import { Cores } from "./cores";
      export default async function Page() {
        const instances = mock(InstanceServiceClient, { get: () => ({ spec: { cpu: 4 } }), create: () => mockOperation.slow(2) });
        const catalogue = typeof CatalogueClient + typeof CatalogueError;
        return <main>{catalogue}<Cores vm={instances.get({ id: "1" })} /></main>;
      }`,
      "app/cores.tsx": `"use client";
      import { use } from "react";
      import { Cloud } from "@svc/cloud/web";
      import type { Instance } from "@svc/cloud/compute/v1";
      export function Cores({ vm }: { vm: PromiseLike<Instance> }) { return <b>{typeof Cloud} cores: {use(vm as Promise<Instance>).spec?.cpu}</b>; }`,
    });
    const { command } = runtimeOf("node", "22.23.3");
    const built = await project.run(command, ["node_modules/next/dist/bin/next", "build", "--webpack"], {
      NEXT_TELEMETRY_DISABLED: "1",
    });
    expect([built.code, built.text]).toEqual([0, expect.stringContaining("/")]);
    const pages = readdirSync(join(project.path, ".next/server/app"), { encoding: "utf8" });
    const html = readFileSync(
      join(project.path, ".next/server/app", pages.find((name) => name === "index.html") ?? ""),
      "utf8",
    );
    expect(html.replace(/<!-- -->/g, "")).toContain("<b>function cores: 4</b>");
  },
);

describe("Vite", () => {
  const page = (entry: string): Readonly<Record<string, string | object>> => ({
    "package.json": { private: true, type: "module" },
    "index.html": '<script type="module" src="/main.js"></script>',
    "main.js": `import { Cloud } from "${entry}"; import { Disk } from "@svc/cloud/compute/v1"; console.log(Cloud, Disk);`,
  });
  const build = () =>
    project.run(runtimeOf("node", "22.23.3").command, ["node_modules/vite/bin/vite.js", "build"]);

  it("builds a page with the session of pages, without a warning", { timeout }, async () => {
    project.write(page("@svc/cloud/web"));
    const { code, text } = await build();
    expect([code, text]).toEqual([0, expect.stringContaining("built in")]);
    expect(text).not.toMatch(/externalized|warn/i);
  });

  it("says what a page imports instead of the session of Node", { timeout }, async () => {
    project.write(page("@svc/cloud"));
    const { code, text } = await build();
    expect(code).not.toBe(0);
    expect(text).toContain("in-browsers-import-svc-cloud-web.js");
  });
});

describe.each(["ts", "ts-esm"])("the template of Nest (%s)", (template) => {
  it("starts with a service that calls an API, and runs its test", { timeout }, async () => {
    const files = join(project.path, "node_modules/@nestjs/schematics/dist/lib/application/files", template);
    const read = (path: string): string =>
      readFileSync(join(files, path), "utf8")
        .replaceAll("<%= strict %>", "true")
        .replaceAll("<%= specFileSuffix %>", "spec")
        .replaceAll(/<% if[^]*?<% \} %>/g, "");
    const extension = template === "ts" ? "" : ".js";
    project.write({
      "package.json": { private: true, ...(template === "ts" ? {} : { type: "module" }) },
      "tsconfig.json": JSON.parse(read("tsconfig.json").replace('"vitest/globals", ', "")) as object,
      "src/app.module.ts": read("src/app.module.ts"),
      "src/app.controller.ts": read("src/app.controller.ts").replace(
        "getHello(): string",
        "getHello(): Promise<string>",
      ),
      "src/app.service.ts": `import { Injectable } from "@nestjs/common";${imports}
        @Injectable()
        export class AppService {
          readonly #instances = mock(InstanceServiceClient, { get: () => ({ spec: { cpu: 4 } }), create: () => mockOperation.running() });
          readonly #catalogue = [CatalogueClient, CatalogueError];
          async getHello(): Promise<string> {
            const { spec } = await this.#instances.get({ id: "1" });
            return "cores: " + spec.cpu + this.#catalogue.length;
          }
        }`,
      "src/main.ts": `import "reflect-metadata";
        import { NestFactory } from "@nestjs/core";
        import { AppModule } from "./app.module${extension}";
        async function start(): Promise<void> {
          const app = await NestFactory.create(AppModule, { logger: false });
          await app.listen(0);
          const { port } = app.getHttpServer().address();
          console.log(await (await fetch("http://127.0.0.1:" + port)).text());
          await app.close();
        }
        void start();`,
    });
    const { command } = runtimeOf("node", "22.23.3");
    const compiled = await project.run(command, ["node_modules/typescript/bin/tsc", "-p", "."]);
    expect(compiled.text).toBe("");
    expect((await project.run(command, ["dist/src/main.js"])).text).toBe("cores: 42");
  });
});
