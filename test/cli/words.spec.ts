import { existsSync, mkdtempSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { commandLine } from "./test-host.fixture.js";
import { root } from "../repository.fixture.js";

let emulator: Emulator;
const acme = commandLine("@svc/cloud");

beforeAll(async () => {
  emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root });
});
afterAll(() => emulator.close());

describe("help and completion", () => {
  it("say what each word is", async () => {
    expect((await acme("--help")).out).toContain("compute");
    expect((await acme("compute --help")).out).toContain("Manages disks.");
    expect((await acme("compute disk create --help")).out).toContain("--metadata.name TEXT");
    expect((await acme("help compute disk create")).out).toContain("--metadata.name TEXT");
    expect((await acme("compute instance explain spec.boot-disk")).out).toContain("disk-id");
  });

  it("fit into forty columns", async () => {
    const { out } = await acme("compute instance create --help", { columns: 40 });
    const prose = out.split("\n").filter((line) => line.startsWith("    "));
    expect(prose.filter((line) => line.length > 40)).toEqual([]);
    expect(prose.length).toBeGreaterThan(20);
  });

  it.each([
    ["compute ins", ["instance"]],
    ["compute instance --", undefined],
    ["compute instance create --spec.recovery-policy ", ["recover", "fail"]],
    ["compute instance create -o j", ["json", "jsonl", "jsonpath="]],
    ["completion ", ["bash", "zsh", "fish"]],
    ["apply -f ", [":files"]],
    ["apply ", [":files"]],
  ])("complete %j", async (line, want) => {
    const { out } = await acme(["complete", "zsh", "--", ...line.split(" ")]);
    const values = out.split("\n").flatMap((one) => (one === "" ? [] : [one.split("\t")[0]]));
    if (want) expect(values).toEqual(want);
    else expect(values.length).toBeGreaterThan(5);
  });

  it("completes ids of the parent on the line, if the setting asks for it and a token is there", async () => {
    const cli = commandLine("@svc/cloud", {
      env: {
        CLOUD_ENDPOINT: emulator.address,
        CLOUD_INSECURE: "true",
        CLOUD_API_DOMAIN: emulator.apiDomain,
      },
    });
    const env = { CLOUD_TOKEN: emulator.issueToken() };
    const made = await cli("compute disk create --parent-id names --name d1 -o name", { env });
    const typed = ["complete", "zsh", "--", "compute", "disk", "get", "--parent-id", "names", ""];
    const before = emulator.calls().length;
    expect((await cli(typed, { env })).out).toBe("");
    await cli("profile set complete-names true");
    expect((await cli(typed)).out).toBe("");
    expect(emulator.calls().length).toBe(before);
    expect((await cli(typed, { env })).out).toBe(`${made.out.trim()}\td1\n`);
    const exported = typed.with(5, "export");
    expect((await cli(exported, { env })).out).toBe(`${made.out.trim()}\td1\n`);
    const elsewhere = typed.map((word) => (word === "names" ? "others" : word));
    expect((await cli(elsewhere, { env })).out).toBe("");
  });

  it("completes short flags too", async () => {
    const { out } = await acme(["complete", "zsh", "--", "compute", "disk", "list", "-"]);
    expect(out).toContain("-o\t");
  });

  it("gives agents a page of less than 1,000 tokens", async () => {
    const { out } = await acme("skill");
    expect(out.length).toBeLessThan(3500);
    expect(out).toContain("--dry-run");
    // What it says of the words of a method can be typed.
    const [, words = ""] = /`acme (\S+ \S+ \S+ --help)`/.exec(out) ?? [];
    expect((await acme(words)).code).toBe(0);
  });

  it.each(["login --tokn-file x", "profile list --outputt json", "compute disk explain --quer x"])(
    "refuses a flag that a built-in word has not: %s",
    async (line) => {
      const { code, said } = await acme(line);
      expect(code).toBe(2);
      expect(said).toMatch(/^error: there is no flag --\S+; did you mean --(?:token-file|output|query)\?/);
    },
  );
});

describe("a profile", () => {
  it("keeps settings and a login, and flags and variables win over it", async () => {
    const cli = commandLine("@svc/cloud");
    const token = emulator.issueToken();
    await cli(`profile set endpoint ${emulator.address}`);
    await cli("profile set insecure true");
    await cli(`profile set api-domain ${emulator.apiDomain}`);
    const login = await cli("login --token-file -", { stdin: `${token}\n` });
    expect(login.code).toBe(0);
    expect(login.out + login.said).not.toContain(token);
    expect((await cli("compute disk list --parent-id p")).code).toBe(0);
    expect((await cli("profile show")).out).toMatch(/insecure: true\n/);
    expect((await cli("compute disk list --parent-id p --api-domain other.test")).code).not.toBe(0);
    await cli("logout");
    expect((await cli("compute disk list --parent-id p")).code).toBe(3);
  });

  it.each([
    ["login --token-file - --endpoint C:\\x", "--endpoint"],
    ["login --token-file - --endpoint http://[::1", "--endpoint"],
    ["profile set endpoint host:port", "--endpoint"],
    ["profile set api-domain a/b", "--api-domain"],
  ])("is not saved with an address that no call could use: %s", async (line, flag) => {
    const cli = commandLine("@svc/cloud");
    const ended = await cli(`${line} --profile fresh`, { stdin: "token" });
    expect(ended).toMatchObject({ code: 2, said: expect.stringContaining(`${flag}: `) as string });
    expect((await cli("profile list -o json")).out).not.toContain("fresh");
  });

  it("calls a server at a Unix socket", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "cli-unix-")), "acme.sock");
    const bridge = createServer((near) => {
      const far = connect(Number(emulator.address.split(":")[1]), "127.0.0.1");
      near.pipe(far).pipe(near);
      near.on("close", () => far.destroy());
    });
    await new Promise<void>((resolve) => bridge.listen(path, resolve));
    onTestFinished(() => void bridge.close());
    const cli = commandLine("@svc/cloud", { env: { CLOUD_TOKEN: emulator.issueToken() } });
    const flags = `--api-domain ${emulator.apiDomain} --insecure --parent-id p`;
    expect(await cli(`compute disk list ${flags} --endpoint unix:${path}`)).toMatchObject({
      code: 0,
      said: "No items.\n",
    });
  });

  it("is made by the first login or setting under its name, and takes its token with it", async () => {
    const cli = commandLine("@svc/cloud");
    expect((await cli("profile set --profile work endpoint 127.0.0.1:1")).code).toBe(0);
    await cli("login --profile other --token-file -", { stdin: "token-of-other\n" });
    expect((await cli("profile show other")).out).toMatch(/token-file: .*other\.token\n/);
    const { out } = await cli("profile show other --query x -o json");
    const { "token-file": path } = JSON.parse(out) as { "token-file": string };
    expect(existsSync(path)).toBe(true);
    expect((await cli("profile delete other")).code).toBe(0);
    expect(existsSync(path)).toBe(false);
    expect((await cli("profile list")).out).toContain("work");
  });

  it.each(["../evil", "a/b", ""])("cannot be called %j, and nothing is kept of it", async (name) => {
    const cli = commandLine("@svc/cloud");
    const { code, said } = await cli(["login", "--profile", name, "--token-file", "-"], {
      stdin: "secret\n",
    });
    expect([code, said]).toEqual([2, expect.stringContaining("invalid profile name")]);
  });
});
