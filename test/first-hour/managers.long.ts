import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

/** A team whose repository has a life of its own already, with each package manager. */
describe("in a repository that is not empty", { timeout: 900_000 }, () => {
  let desk: Desk;
  let bins: string;
  beforeAll(async () => {
    desk = await openDesk();
    bins = await desk.folder("managers");
    const packages = Object.values(managers).flatMap((one) => [...one.packages]);
    const { code, error } = await desk.type(bins, `npm init -y && npm install ${packages.join(" ")}`);
    expect([code, error]).toEqual([0, expect.anything()]);
  }, 900_000);
  afterAll(() => desk[Symbol.asyncDispose]());

  const repositories = Object.keys(managers).flatMap((name) =>
    ["alone", "monorepo"].map((kind) => [name as Manager, kind] as const),
  );
  it.for(repositories)(
    "with %s, %s, an SDK is written, checked and packed, and nothing of theirs changes",
    async ([name, kind], { skip }) => {
      // Yarn asks for the packages of all systems, which a mirror may not have.
      const isWhole = await desk.type(bins, "npm view @bufbuild/buf-darwin-arm64@1.75.0 version");
      if (name === "yarn" && isWhole.out.trim() === "") skip("the registry lacks packages of other systems");
      const { said, lock } = managers[name];
      const folder = await desk.folder(`${name}-${kind}`);
      const isMonorepo = kind === "monorepo";
      const workspaces = isMonorepo && name !== "pnpm" ? ["apps/*"] : undefined;
      const files: Record<string, string> = {
        ...protos,
        "package.json": manifest(said, workspaces),
        ".gitignore": "node_modules\n.yarn\n.pnp*\n",
        ...(name === "yarn" && {
          "yarn.lock": "",
          ".yarnrc.yml": `npmRegistryServer: "${desk.registry.url}"\nunsafeHttpWhitelist: ["127.0.0.1", "localhost"]\nenableGlobalCache: false\nnpmMinimalAgeGate: 0\n`,
        }),
        ...(isMonorepo && {
          "apps/web/package.json": '{ "name": "web", "version": "1.0.0", "private": true }\n',
        }),
        ...(isMonorepo && name === "pnpm" && { "pnpm-workspace.yaml": "# ours\npackages:\n  - 'apps/*'\n" }),
      };
      for (const [path, text] of Object.entries(files)) {
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
      const { out: diff } = await ok("git diff -U0");
      const removed = [...diff.matchAll(/^-(?!--)(.*)$/gm)].map(([, line = ""]) => line);
      const added = new Set([...diff.matchAll(/^\+(?!\+\+)(.*)$/gm)].map(([, line = ""]) => line));
      expect(removed.filter((line) => !added.has(`${line},`))).toEqual([]);
      const next = /^Next\n((?: {2}.*\n)+)/m.exec(out)?.[1] ?? "";
      const lines = next.split("\n").flatMap((line) => line.trim().split(/ {2,}/)[0] || []);
      expect(lines[0]).toContain(name);
      for (const line of lines) await ok(line);
      expect(fileIn(folder, lock)).toBeDefined();
      expect(
        fileIn(folder, "sdk/src/acme/shop/orders.ts") ?? fileIn(folder, "sdk/src/shop/orders.ts"),
      ).toContain("OrderServiceClient");
      await ok(`git add -A && ${git} commit -qm sdk`);
      const { out: committed } = await ok("git ls-files");
      expect(committed).not.toMatch(/node_modules|^sdk\/dist/m);
      await ok(`${name} run sdk:check`);
      await writeFile(
        join(folder, "idl/shop/types.proto"),
        protos["idl/shop/types.proto"].replace("id = 1;", "id = 1; string note = 2;"),
      );
      const behind = await desk.type(folder, `${path}; ${name} run sdk:check`);
      expect(behind.code, "a proto has changed").not.toBe(0);
    },
  );
});
