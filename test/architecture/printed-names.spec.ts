import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { filesOf } from "./pages.fixture.js";

const top = new URL("../../", import.meta.url);

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly workspaces?: readonly string[];
  readonly bin?: Readonly<Record<string, string>> | string;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const manifest = (path: string): Manifest =>
  JSON.parse(readFileSync(fileURLToPath(new URL(path, top)), "utf8")) as Manifest;

/** The packages that `npm run pack` packs. */
const packed = (manifest("package.json").workspaces ?? [])
  .map((folder) => manifest(`${folder}/package.json`))
  .filter((one) => one.private !== true);

const commands = packed.flatMap(({ name, bin = {} }) =>
  typeof bin === "string" ? [name] : Object.keys(bin),
);

/** Packages of others that we depend on, or that a page says how to use, by names that have stood for them for years. */
const others: ReadonlySet<string> = new Set([
  ...Object.keys(manifest("package.json").devDependencies ?? {}),
  ...packed.flatMap(({ peerDependencies = {} }) => Object.keys(peerDependencies)),
  "@anthropic-ai/mcpb",
  "@grpc/proto-loader",
  "esbuild",
  "google-proto-files",
  "jest",
  "rolldown",
  "typescript",
]);

/** Commands of those packages, which a project that has them runs by npx. */
const ofOthers: ReadonlySet<string> = new Set([
  "buf",
  "esbuild",
  "jest",
  "openapi-typescript",
  "rolldown",
  "tsc",
  "vitest",
]);

/** Names of examples, which nobody installs from a registry. */
const isExample = (name: string): boolean => /^@?(?:svc|acme)\b|^acme-/.test(name);

const texts = filesOf(".md", ".hbs", ".ts", ".mjs", ".yml", ".yaml").filter(
  ({ path }) =>
    !/\.(?:spec|fixture|long)\.ts$/.test(path) && !/^(?:test|bench|generated|third_party)\//.test(path),
);

/** What texts tell people to run by npx: `@stratus/emulator`, and the package that has it: `npx -p protoc-gen-stratus stratus`. */
const run = texts.flatMap(({ path, text }) =>
  [...text.matchAll(/`?\bnpx (?:--?[a-z-]+ )*(?:-p (?<owner>\S+) )?(?<name>@?[a-z][\w./-]*)/g)]
    // Prose that speaks of npx itself.
    .filter(({ groups }) => !/^(?:and|in|by|so|adds|does|or|with|asks)$/.test(groups?.["name"] ?? ""))
    .map(({ groups }) => ({ path, names: [groups?.["owner"] ?? groups?.["name"] ?? ""] })),
);

const installed = texts.flatMap(({ path, text }) =>
  [...text.matchAll(/\bnpm install ((?:-\S+ )*)((?:@?[a-z][\w./@^~-]*(?: |\b))+)/g)].map(
    ([, , list = ""]) => ({
      path,
      names: list
        .trim()
        .split(" ")
        .map((one) => one.replace(/(?<=.)@.*$/, "")),
    }),
  ),
);

describe("a name that people are told to type", () => {
  it("is a package or a command of ours, or one that everybody knows", () => {
    const ours = new Set([...packed.map(({ name }) => name), ...commands]);
    const strays = [...run, ...installed].flatMap(({ path, names }) =>
      names
        .filter((name) => !ours.has(name) && !others.has(name) && !ofOthers.has(name) && !isExample(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(strays).toEqual([]);
    expect(run.length).toBeGreaterThan(20);
    expect(installed.length).toBeGreaterThan(10);
  });

  it("is on the list of those that are reserved before anything else is released", () => {
    const page = filesOf(".md").find(({ path }) => path === "RELEASING.md")?.text ?? "";
    const missing = ["@stratus", ...commands].filter(
      (name) => !new RegExp(`^\\| \`${name}\` +\\|`, "m").test(page),
    );
    expect(missing).toEqual([]);
  });
});
