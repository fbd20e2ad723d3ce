import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { blocksOf } from "../docs/pages.fixture.js";
import { fileIn, openDesk, type Desk, type Shown } from "./desk.fixture.js";

const orders = (version: string, more: string): string => `syntax = "proto3";
package acme.orders.${version};
import "acme/v1/options.proto";
// Orders.
service OrderService {
  option (acme.v1.api_service_name) = "orders";
  // Returns an order.
  rpc Get(GetOrderRequest) returns (Order);
}
message GetOrderRequest { string id = 1; }
message Order { string id = 1; ${more} }
`;

const protos: Readonly<Record<string, string>> = {
  "proto/acme/v1/options.proto": `syntax = "proto3";
package acme.v1;
import "google/protobuf/descriptor.proto";
extend google.protobuf.ServiceOptions { string api_service_name = 50001; }
`,
  "proto/acme/orders/v1/orders.proto": orders("v1", ""),
  "proto/acme/orders/v2/orders.proto": orders("v2", "string note = 2;"),
  "proto/acme/admin/v1/admin.proto": orders("v1", "").replace("acme.orders.v1", "acme.admin.v1"),
};

const pages = ["docs/how-to/generate-a-package.md", "docs/how-to/release-a-package.md"];
const blocks = pages.flatMap((page) => blocksOf(page));
const codeOf = (file: string): string => blocks.find((one) => one.file === file)?.code ?? "";

describe("the recipes", { timeout: 900_000 }, () => {
  let desk: Desk;
  let folder: string;
  const ok = async (line: string, env?: Readonly<Record<string, string>>): Promise<Shown> => {
    const shown = await desk.type(folder, line, env);
    expect([line, shown.code, shown.code === 0 ? "" : shown.out + shown.error]).toEqual([line, 0, ""]);
    return shown;
  };
  const commit = (text: string): Promise<Shown> =>
    ok(`git add -A && git -c user.name=a -c user.email=a@b.example commit -qm "${text}"`);

  beforeAll(async () => {
    desk = await openDesk();
    folder = await desk.folder("recipes");
    for (const [path, text] of Object.entries(protos)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await ok("git init -q");
    await ok("npx -p protoc-gen-stratus stratus init --package-name @acme/internal --session-name Internal");
    const overlay = codeOf("sdk.package.json").replace("https://npm.acme.example/", `${desk.registry.url}/`);
    await writeFile(join(folder, "sdk.package.json"), overlay);
    await writeFile(join(folder, "buf.gen.public.yaml"), codeOf("buf.gen.public.yaml"));
    await ok("npm install");
    await ok("npm run sdk:generate");
    await commit("The first SDK");
  }, 900_000);
  afterAll(() => desk[Symbol.asyncDispose]());

  it("run on GitLab: what a change means, and an SDK that is edited by hand is refused", async () => {
    const jobs = parse(codeOf(".gitlab-ci.yml")) as Record<string, { script?: readonly string[] }>;
    const run = jobs["sdk-check"]?.script?.join(" && ") ?? "";
    expect(run).toContain("sdk.sh check");
    const view = await desk.type(folder, "npm view @bufbuild/buf-darwin-arm64@1.75.0 version");
    // A mirror may lack the packages of other systems, and `npm ci` asks for them all.
    const here = (line: string): string =>
      view.code === 0 ? line : line.replaceAll("npm ci", "npm install");
    await ok(here(run), { CI_MERGE_REQUEST_DIFF_BASE_SHA: "HEAD" });
    expect(fileIn(folder, "sdk/sdk-change.md")).toBeDefined();
    await ok(here(jobs["sdk-change"]?.script?.join(" && ") ?? ""));
  });

  it("publish to a registry of one's own", async () => {
    await ok("cd sdk && npm install && npm publish");
    expect(desk.registry.published).toEqual(["@acme/internal@0.1.0"]);
  });

  it("give two SDKs, of which one leaves out what is not for everybody, and versions side by side", async () => {
    const page = fileIn(join(import.meta.dirname, "../.."), "docs/how-to/generate-a-package.md") ?? "";
    const [, line = ""] = /`(npx buf generate --template buf\.gen\.public\.yaml[^`]*)`/.exec(page) ?? [];
    await ok(line);
    expect(
      fileIn(folder, "sdk/src/admin/v1/admin.ts") ?? fileIn(folder, "sdk/src/acme/admin/v1/admin.ts"),
    ).toBeDefined();
    const { out } = await ok("ls -R sdk-public/src");
    expect(out).not.toContain("admin");
    await ok("cd sdk-public && npm install && npm run build");
    await ok("npm install --no-save ./sdk-public typescript@5.9.3 @types/node@20");
    const program = blocks.find(({ code }) => code.includes("OldOrderServiceClient"))?.code ?? "";
    const given = 'import { Cloud, staticToken } from "@acme/cloud";\n';
    const made =
      'const cloud = new Cloud({ apiDomain: "api.acme.example", credentials: staticToken("t") });\n';
    const [imports, rest] = [
      program.match(/^import .*\n/gm)?.join("") ?? "",
      program.replaceAll(/^import .*\n/gm, ""),
    ];
    const said = "console.log(typeof orders.get, typeof oldOrders.get);\nawait cloud.close();\n";
    await writeFile(join(folder, "both.mts"), given + imports + made + rest + said);
    await ok("npx tsc --module nodenext --target es2023 --strict --skipLibCheck both.mts");
    expect((await ok("node both.mjs")).out).toBe("function function\n");
  });
});
