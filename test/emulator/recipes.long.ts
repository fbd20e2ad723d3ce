import { execFile } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "../../emulator/src/emulator.fixture.js";

const folder = join(root, "test/emulator/recipes");
const run = promisify(execFile);

/** Links what `npm install` of the published packages would bring. */
function link(name: string, target: string): void {
  const path = join(folder, "node_modules", name);
  mkdirSync(join(path, ".."), { recursive: true });
  rmSync(path, { force: true });
  symlinkSync(target, path);
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return String(port);
}

/** Whether a program is on this machine. */
async function has(program: string, ...args: readonly string[]): Promise<boolean> {
  return run(program, args).then(
    () => true,
    () => false,
  );
}

beforeAll(() => {
  link("@svc/cloud", join(root, "generated/cloud"));
  link("@stratus/emulator", join(root, "emulator"));
  link(".bin/stratus-emulator", join(root, "emulator/bin/stratus-emulator.js"));
});

describe("the recipes of docs/how-to/test-a-program.md", () => {
  it("run with Vitest", async () => {
    const { stdout } = await run("npx", ["vitest", "run", "--config", "vitest.config.ts"], { cwd: folder });
    expect(stdout).toMatch(/Tests .*1 passed/);
  });

  it("run with Jest", async () => {
    const env = { ...process.env, NODE_OPTIONS: "--experimental-vm-modules" };
    const { stderr } = await run("npx", ["jest", "--testMatch", "**/jest.test.mjs"], { cwd: folder, env });
    expect(stderr).toContain("1 passed, 1 total");
  });

  it("run with Playwright", async () => {
    const env = {
      CHROMIUM: "/usr/bin/chromium",
      ...process.env,
      HTTP_PORT: await freePort(),
      APP_PORT: await freePort(),
    };
    const { stdout } = await run("npx", ["playwright", "test"], { cwd: folder, env });
    expect(stdout).toContain("1 passed");
  });

  it("run with Go, where it is installed", async ({ skip }) => {
    if (!(await has("go", "version"))) skip();
    expect((await run("go", ["test", "./..."], { cwd: folder })).stdout).toMatch(/^ok\s+recipes/);
  });

  it("run with Python, where it is installed with pytest", async ({ skip }) => {
    if (!(await has("python3", "-m", "pytest", "--version"))) skip();
    const args = ["-m", "pytest", "-q", "-p", "no:cacheprovider"];
    expect((await run("python3", args, { cwd: folder })).stdout).toContain("1 passed");
  });
});
