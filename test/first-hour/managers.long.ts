import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findNodes } from "../runtimes/runtimes.js";
import { type Desk, fileIn, openDesk, type Shown } from "./desk.fixture.js";

/** The package managers, as npm has them. */
const managers = {
  npm: { packages: [], said: undefined, lock: "package-lock.json" },
  pnpm: { packages: ["pnpm@12.21.0"], said: "pnpm@12.21.0", lock: "pnpm-lock.yaml" },
  yarn: { packages: ["@yarnpkg/cli-dist@4.18.1"], said: "yarn@4.18.1", lock: "yarn.lock" },
  bun: { packages: ["bun@1.4.5"], said: "bun@1.4.5", lock: "bun.lock" },
} as const;

type Manager = keyof typeof managers;

const protos = {
  "idl/shop/orders.proto": `syntax = "proto3";
package acme.shop;
import "shop/types.proto";
import "google/protobuf/descriptor.proto";
extend google.protobuf.ServiceOptions { string api_service_name = 50001; }
// Orders.
service OrderService {
  option (acme.shop.api_service_name) = "shop";
  // Returns an order.
  rpc Get(GetOrderRequest) returns (Order);
}
message GetOrderRequest { string id = 1; }
`,
  "idl/shop/types.proto": `syntax = "proto3";
package acme.shop;
message Order { string id = 1; }
`,
};

const manifest = (said: string | undefined, workspaces: readonly string[] | undefined): string =>
  `${JSON.stringify(
    {
      name: "acme",
      version: "1.0.0",
      private: true,
      ...(said !== undefined && { packageManager: said }),
      ...(workspaces && { workspaces }),
      scripts: { generate: "echo mine" },
    },
    undefined,
    4,
  )}\n`;

/** The sample of an API that `stratus init` writes, and the one that is there already. */
const clients = {
  empty: ["sdk/src/notes/v1/note_service.ts", "NoteServiceClient", "proto/acme/notes/v1/note.proto"],
  existing: ["sdk/src/shop/orders.ts", "OrderServiceClient", "idl/shop/types.proto"],
  monorepo: ["sdk/src/shop/orders.ts", "OrderServiceClient", "idl/shop/types.proto"],
} as const;

type Kind = keyof typeof clients;

/** What is in a folder before `stratus init`. */
function filesBefore(name: Manager, kind: Kind, registry: string): Readonly<Record<string, string>> {
  const { said } = managers[name];
  const ofYarn = {
    "yarn.lock": "",
    ".yarnrc.yml": `npmRegistryServer: "${registry}"\nunsafeHttpWhitelist: ["127.0.0.1", "localhost"]\nenableGlobalCache: false\nglobalFolder: .yarn/global\nnpmMinimalAgeGate: 0\n`,
  };
  const common = { ".gitignore": "node_modules\n.yarn\n.pnp*\n", ...(name === "yarn" && ofYarn) };
  if (kind === "empty") {
    const begun = { name: "acme", private: true, packageManager: said };
    return { ...common, ...(said !== undefined && { "package.json": `${JSON.stringify(begun)}\n` }) };
  }
  const isMonorepo = kind === "monorepo";
  const workspaces = isMonorepo && name !== "pnpm" ? ["apps/*"] : undefined;
  return {
    ...common,
    ...protos,
    "package.json": manifest(said, workspaces),
    ...(isMonorepo && {
      "apps/web/package.json": '{ "name": "web", "version": "1.0.0", "private": true }\n',
    }),
    ...(isMonorepo && name === "pnpm" && { "pnpm-workspace.yaml": "# ours\npackages:\n  - 'apps/*'\n" }),
  };
}

/** Part of the matrix, such as `FIRST_HOUR="yarn empty 26"`; default: all of it. */
const wanted = (process.env["FIRST_HOUR"] ?? "").split(" ").filter((word) => word !== "");
const isWanted = (words: readonly string[]): boolean =>
  wanted.every((one) => words.some((word) => word === one || word.startsWith(`Node ${one}.`)));

const nodes = [{ title: `Node ${process.versions.node}`, command: process.execPath }, ...findNodes()];
const matrix = nodes.map(({ title, command }) => ({
  title,
  command,
  rows: Object.keys(managers)
    .flatMap((name) => Object.keys(clients).map((kind) => [name as Manager, kind as Kind] as const))
    .filter((row) => isWanted([title, ...row])),
}));

/** Warnings of a package manager that a newcomer would read; npm has some about the machine's own settings. */
function warnings({ out, error }: Shown): readonly string[] {
  return `${out}\n${error}`
    .split("\n")
    .filter((line) => /^npm warn |^ ?WARN|deprecated|YN0002|YN0060|YN0086/i.test(line))
    .filter((line) => !/^npm warn Unknown (?:env|user|project) config/i.test(line));
}

/** A team that begins, with each package manager, in each kind of folder, on each version of Node. */
describe.each(matrix.filter(({ rows }) => rows.length > 0))(
  "on $title",
  { timeout: 900_000 },
  ({ command, rows }) => {
    let desk: Desk;
    let bins: string;
    beforeAll(async () => {
      desk = await openDesk({ nodeFolder: dirname(command) });
      bins = await desk.folder("managers");
      const packages = Object.values(managers).flatMap((one) => [...one.packages]);
      const { code, error } = await desk.type(bins, `npm init -y && npm install ${packages.join(" ")}`);
      expect([code, error]).toEqual([0, expect.anything()]);
    }, 900_000);
    afterAll(() => desk[Symbol.asyncDispose]());

    it.for(rows)("with %s, %s, an SDK is written, checked and packed", async ([name, kind]) => {
      // Of a folder without a name in package.json, its own is taken.
      const folder = join(await desk.folder(`${name}-${kind}`), "acme");
      await mkdir(folder);
      for (const [path, text] of Object.entries(filesBefore(name, kind, desk.registry.url))) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
      }
      const path = `PATH="${join(bins, "node_modules/.bin")}:$PATH"`;
      const ok = async (line: string): Promise<Shown> => {
        const shown = await desk.type(folder, `${path}; ${line}`);
        expect([line, shown.code, shown.code === 0 ? "" : shown.out + shown.error]).toEqual([line, 0, ""]);
        return shown;
      };
      const git = "git -c user.name=a -c user.email=a@b.example";
      await ok(`git init -q && git add -A && ${git} commit -qm ours`);
      const { out } = await ok("npx -p protoc-gen-stratus stratus init");
      // A line of theirs may gain the comma that what is behind it needs, and no more.
      if (kind !== "empty") {
        const { out: diff } = await ok("git diff -U0");
        const removed = [...diff.matchAll(/^-(?!--)(.*)$/gm)].map(([, line = ""]) => line);
        const added = new Set([...diff.matchAll(/^\+(?!\+\+)(.*)$/gm)].map(([, line = ""]) => line));
        expect(removed.filter((line) => !added.has(`${line},`))).toEqual([]);
      }
      const next = /^Next\n((?: {2}.*\n)+)/m.exec(out)?.[1] ?? "";
      const lines = next.split("\n").flatMap((line) => line.trim().split(/ {2,}/)[0] || []);
      expect(lines[0]).toContain(name);
      for (const line of lines) {
        const shown = await ok(line);
        expect([line, ...warnings(shown)]).toEqual([line]);
        if (line.includes("sdk:generate"))
          expect(`${shown.out}${shown.error}`).toMatch(/^sdk: \d+ services?, \d+ methods?, \d+ files$/m);
      }
      expect(fileIn(folder, managers[name].lock)).toBeDefined();
      const [client, className, proto] = clients[kind];
      const generated = fileIn(folder, client) ?? fileIn(folder, client.replace("sdk/src/", "sdk/src/acme/"));
      expect(generated).toContain(className);
      await ok(`git add -A && ${git} commit -qm sdk`);
      const { out: committed } = await ok("git ls-files");
      expect(committed).not.toMatch(/node_modules|^sdk\/dist/m);
      await ok(`${name} run sdk:check`);
      await appendFile(join(folder, proto), "message Later { string id = 1; }\n");
      const behind = await desk.type(folder, `${path}; ${name} run sdk:check`);
      expect(behind.code, "a proto has changed").not.toBe(0);
      const { version, name: sdk } = JSON.parse(fileIn(folder, "sdk/package.json") ?? "");
      await ok(`sh sdk.sh pack sdk-v${version} && sh sdk.sh publish sdk-v${version}`);
      expect(JSON.parse(fileIn(folder, "sdk/sdk.cdx.json") ?? "")).toMatchObject({ bomFormat: "CycloneDX" });
      expect(desk.registry.published.at(-1)).toBe(`${sdk}@${version}`);
      desk.registry.forget(sdk);
    });
  },
);
