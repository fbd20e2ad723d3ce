import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";

const here = fileURLToPath(new URL(".", import.meta.url));
const top = join(here, "../..");
const generated = join(here, ".generated");
const path = [join(here, "node_modules/.bin"), join(top, "node_modules/.bin"), process.env["PATH"]].join(
  delimiter,
);

function run(command: string, cwd = here): string {
  const [program = "", ...args] = command.split(" ");
  return execFileSync(program, args, { cwd, encoding: "utf8", env: { ...process.env, PATH: path } });
}

/** Installs the generated SDK beside the programs, with the runtime of this repository. */
function installSdk(): void {
  const sdk = join(generated, "acme-sdk");
  mkdirSync(join(sdk, "node_modules/@stratus"), { recursive: true });
  symlinkSync(join(top, "runtime"), join(sdk, "node_modules/@stratus/runtime"), "dir");
  run("node bundle.js", sdk);
  run("tsc -b", sdk);
  rmSync(join(here, "node_modules/acme-sdk"), { force: true });
  symlinkSync(sdk, join(here, "node_modules/acme-sdk"), "dir");
}

/** What each program prints: the server's status, the code of an unknown service, the first status of a stream, and all names. */
const programs = [
  ["ts-proto and grpc-js", "from-ts-proto", "NOT_FOUND"],
  ["protobuf-es and connect-es", "from-connect", "NotFound"],
  ["protobuf-ts", "from-protobuf-ts", "NOT_FOUND"],
  ["plain grpc-js", "from-grpc-js", "NOT_FOUND"],
  ["the generated client", "to-stratus", "NOT_FOUND"],
] as const;

beforeAll(() => {
  rmSync(generated, { recursive: true, force: true });
  run("buf generate");
  installSdk();
  run("tsc -p .");
  const files = ["server", ...programs.map(([, file]) => file)].map((file) => `src/${file}.ts`).join(" ");
  run(
    `esbuild ${files} --bundle --platform=node --format=esm --packages=external --outdir=.generated/programs`,
  );
}, 120_000);

describe("the programs of docs/how-to/migrate.md, at the server of grpc-health-check", () => {
  it.each(programs)("with %s, do the same", async (_, file, unknown) => {
    const server = spawn("node", [join(generated, "programs/server.js")], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    try {
      const [address] = await once(server.stdout, "data");
      const out = run(`node .generated/programs/${file}.js ${String(address).trim()}`);
      expect(out).toBe(`SERVING\n${unknown}\nNOT_SERVING\n,orders\n`);
    } finally {
      server.kill();
    }
  });
});
