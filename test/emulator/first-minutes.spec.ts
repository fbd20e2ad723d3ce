import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { runEmulator, startEmulator } from "@stratus/emulator";
import { optionsFromEnv } from "@stratus/runtime/generated/session-v1";
import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient, InstanceStatus_State } from "@svc/cloud/compute/v1";
import { descriptors } from "@svc/cloud/descriptors";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = readFileSync(`${root}docs/how-to/run-the-emulator.md`, "utf8");
const reference = readFileSync(`${root}docs/reference/emulator.md`, "utf8");
const story = page.slice(page.indexOf("## The first minutes"), page.indexOf("## Start it as a command"));

afterEach(() => vi.unstubAllEnvs());

/** The blocks of the story, in their order. */
const blocks = [...story.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = "", text = ""]) => ({
  language,
  text,
}));

function block(language: string, start: string): string {
  const found = blocks.find((one) => one.language === language && one.text.startsWith(start));
  if (found === undefined) throw new Error(`the story has no block ${language} that begins with ${start}`);
  return found.text;
}

/** A folder as npm leaves it when both packages were installed. */
async function installed(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "first-minutes-"));
  const modules = join(folder, "node_modules");
  for (const place of ["@svc", "@stratus"]) await mkdir(join(modules, place), { recursive: true });
  await symlink(`${root}generated/cloud`, join(modules, "@svc/cloud"));
  await symlink(`${root}emulator`, join(modules, "@stratus/emulator"));
  return folder;
}

/** Waits for the line that ends what the emulator prints. */
async function readyText(emulator: ChildProcess): Promise<string> {
  let out = "";
  for await (const chunk of emulator.stdout ?? []) {
    out += String(chunk);
    if (/^(?:export |\{).*\n/m.test(out)) return out;
  }
  throw new Error(`the emulator did not start: ${out}`);
}

describe("the first minutes of docs/how-to/run-the-emulator.md", () => {
  let folder: string;
  const started: ChildProcess[] = [];
  beforeAll(async () => {
    folder = await installed();
  });
  afterAll(() => {
    for (const one of started) one.kill();
  });

  function start(command: string): ChildProcess {
    const [npx, name = "", ...args] = command.trim().split(" ");
    expect(npx).toBe("npx");
    // The only command of the package, which npx runs by the name of the package.
    const manifest = join(folder, "node_modules", name, "package.json");
    const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { bin: Record<string, string> };
    const [path = "", ...others] = Object.values(bin);
    expect(others).toEqual([]);
    const child = spawn(process.execPath, [join(dirname(manifest), path), ...args], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
    });
    started.push(child);
    return child;
  }

  it("work as they stand there: the command, the line for the shell, the program, and what it prints", async () => {
    const command =
      block("sh", "npm install")
        .split("\n")
        .find((line) => line.startsWith("npx ")) ?? "";
    const out = await readyText(start(command));
    const line = /^export .*$/m.exec(out)?.[0] ?? "";
    const shape = line.replace(/emu-[\w-]+/, "emu-...").replace(/:\d+/, ":41234");
    expect(block("", "Ready.")).toBe(`Ready. In the shell where your program starts:\n\n${shape}\n`);
    await writeFile(join(folder, "first-call.mjs"), block("js", "import { Cloud }"));
    const run = promisify(execFile);
    const { stdout, stderr } = await run("sh", ["-c", `${line}\n${block("sh", "node ")}`], { cwd: folder });
    expect(stdout).toBe(block("", "vm-1"));
    expect(stderr).toBe("");
  });

  it("print lines for TypeScript, the command line and agents, and the URL for pages, all of which work", async () => {
    const child = start("npx @stratus/emulator @svc/cloud");
    let out = "";
    child.stdout?.on("data", (chunk: Buffer) => (out += chunk.toString("utf8")));
    await expect.poll(() => out).toMatch(/^MCP .*\n/m);
    const line = (name: string): string => new RegExp(`^${name} +(.*)$`, "m").exec(out)?.[1] ?? "";
    const shell = async (command: string): Promise<string> => {
      const run = promisify(execFile);
      const { stdout } = await run("sh", ["-c", `${/^export .*$/m.exec(out)?.[0]}\n${command}`], {
        cwd: folder,
      });
      return stdout;
    };
    await writeFile(
      join(folder, "pasted.mjs"),
      `${line("TypeScript")}\nconsole.log(typeof session.close);\n`,
    );
    expect(await shell("node pasted.mjs")).toBe("function\n");
    const cli = line("CLI").replace("npx @stratus/cli", `node "${root}cli/bin/stratus-cli.js"`);
    expect(await shell(`${cli} compute instance list --parent-id p -o json`)).toContain(`"items": []`);
    const mcp = line("MCP").replace("npx @stratus/mcp", `node "${root}mcp/bin/stratus-mcp.js"`);
    const initialize = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    expect(await shell(`echo '${initialize}' | ${mcp} 2>/dev/null`)).toContain('"jsonrpc":"2.0"');
    expect(await (await fetch(`${line("control")}health`)).json()).toMatchObject({
      status: "ready",
      webUrl: line("web").split(" ")[0],
    });
  });

  it("work with TLS, by a certificate that Node trusts", async () => {
    const out = await readyText(start("npx @stratus/emulator @svc/cloud --tls certificate.pem"));
    const line = /^export .*$/m.exec(out)?.[0] ?? "";
    await writeFile(join(folder, "first-call.mjs"), block("js", "import { Cloud }"));
    const run = promisify(execFile);
    const { stdout } = await run("sh", ["-c", `${line}\nnode first-call.mjs`], { cwd: folder });
    expect(stdout).toBe("vm-1 8\n");
  });

  it.each(["Cloud", "AcmeCloud", "Api2Cloud", "APICloud", "Acme_Cloud"])(
    "print the variables that a session called %s reads",
    async (session) => {
      let out = "";
      const io = {
        out: (text: string) => void (out += text),
        error: () => {},
        waitForStop: () => Promise.resolve(),
      };
      expect(await runEmulator([`${root}generated/cloud`, "--json", "--session", session], io)).toBe(0);
      const ready = JSON.parse(out) as { endpoint: string; environment: Record<string, string> };
      for (const [name, value] of Object.entries(ready.environment)) vi.stubEnv(name, value);
      const sdk = { name: "sdk", version: "0.1.0" };
      expect(optionsFromEnv({ sdk, session, apiDomain: undefined, serviceErrors: [] })).toMatchObject({
        apiDomain: "api.example.com",
        endpoint: ready.endpoint,
        insecure: true,
        credentials: { description: expect.stringContaining("TOKEN") as string },
      });
    },
  );
});

describe("the modules that docs/how-to/run-the-emulator.md shows", () => {
  it("add handlers as they stand there", async () => {
    const [, text = ""] = /^```js\n(export default .*?)^```$/ms.exec(page) ?? [];
    const file = join(await mkdtemp(join(tmpdir(), "handlers-")), "handlers.mjs");
    await writeFile(file, text);
    let out = "";
    const io = {
      out: (line: string) => void (out += line),
      error: (line: string) => void (out += line),
      waitForStop: async () => {
        const { endpoint, token } = JSON.parse(out) as { endpoint: string; token: string };
        const options = { apiDomain: "api.example.com", endpoint, insecure: true };
        await using cloud = new Cloud({ ...options, credentials: staticToken(token) });
        const instances = new InstanceServiceClient(cloud);
        const { resourceId } = await instances.create({ metadata: { parentId: "p", name: "vm" }, spec: {} });
        await instances.start({ id: resourceId });
        const { status } = await instances.get({ id: resourceId });
        expect(status?.state).toBe(InstanceStatus_State.RUNNING);
      },
    };
    expect(await runEmulator([`${root}generated/cloud`, "--json", "--handlers", file], io)).toBe(0);
  });

  it("name every member of a call, and no other", async () => {
    await using emulator = await startEmulator({ sdk: descriptors });
    await fetch(`${emulator.authUrl}/oauth2/token/exchange`);
    const table = reference.slice(
      reference.indexOf("| member of a call |"),
      reference.indexOf("The emulator keeps the last"),
    );
    const named = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(
      ([, names = ""]) => names.match(/\w+/g) ?? [],
    );
    expect(named.sort()).toEqual(Object.keys(emulator.calls()[0] ?? {}).sort());
  });

  it("list every flag that they speak of", async () => {
    let help = "";
    await runEmulator(["--help"], { out: (text) => void (help += text), error: () => {} });
    const flags = new Set(`${page}${reference}`.match(/(?<![\w-])--[a-z][a-z0-9-]+/g));
    for (const name of ["--save-dev", "--protocol", "--http2-prior-knowledge", "--out"]) flags.delete(name);
    for (const flag of flags) expect(help).toMatch(new RegExp(`^  ${flag}(?: |$)`, "m"));
  });
});
