import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseDurationMs } from "./command/duration.js";
import { type CommandIo, runEmulator } from "./command.js";
import { newAccount, root } from "./emulator.fixture.js";

const protos = `${root}protos`;

const run = (...args: readonly string[]) => runAt({}, ...args);

async function runAt(place: Partial<CommandIo>, ...args: readonly string[]) {
  let out = "";
  let error = "";
  const io = {
    out: (text: string) => void (out += text),
    error: (text: string) => void (error += text),
    waitForStop: () => Promise.resolve(),
    ...place,
  };
  return { code: await runEmulator(args, io), out, error };
}

describe("the command", () => {
  it("prints where it listens, and each service with its endpoint", async () => {
    const { code, out } = await run("--protos", protos, "--api-domain", "cloud.test");
    expect(code).toBe(0);
    expect(out).toMatch(/gRPC +127\.0\.0\.1:\d+ \(plain text\)/);
    expect(out).toMatch(/token exchange +http:\/\/127\.0\.0\.1:\d+\/oauth2\/token\/exchange/);
    expect(out).toMatch(
      /svc\.compute\.v1\.InstanceService +compute\.cloud\.test:443 +7 of 10 +needs a handler: Start, Stop, ReadConsole/,
    );
    expect(out).toMatch(/svc\.common\.v1\.OperationService +every endpoint +2 of 2/);
  });

  it("prints a token, and the variables by which a session finds it", async () => {
    const { out } = await run("--protos", protos, "--session", "AcmeCloud", "--api-domain", "cloud.test");
    expect(out).toMatch(
      /\nexport ACME_CLOUD_TOKEN=emu-[\w-]{43} ACME_CLOUD_ENDPOINT=127\.0\.0\.1:\d+ ACME_CLOUD_INSECURE=true ACME_CLOUD_API_DOMAIN=cloud\.test\n/,
    );
    expect((await run("--protos", protos)).out).toMatch(/\nexport CLOUD_TOKEN=emu-/);
  });

  it("is one line of JSON for programs", async () => {
    const certificate = join(await mkdtemp(join(tmpdir(), "it's an emulator-")), "c.pem");
    const { out } = await run("--protos", protos, "--json", "--token", "dev-1", "--tls", certificate);
    expect(out.split("\n")).toHaveLength(2);
    const ready = JSON.parse(out) as Record<string, unknown>;
    expect(ready).toMatchObject({
      endpoint: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      apiDomain: "api.example.com",
      authUrl: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
      token: "dev-1",
      certificate,
      environment: {
        CLOUD_TOKEN: "dev-1",
        CLOUD_ENDPOINT: ready["endpoint"],
        CLOUD_API_DOMAIN: "api.example.com",
        NODE_EXTRA_CA_CERTS: certificate,
      },
    });
    expect(ready["services"]).toContainEqual({
      name: "svc.compute.v1.InstanceService",
      endpoint: "compute.api.example.com:443",
      needsHandler: ["Start", "Stop", "ReadConsole"],
    });
    const shell = await run("--protos", protos, "--token", "dev-1", "--tls", certificate);
    expect(shell.out).toContain(` NODE_EXTRA_CA_CERTS='${certificate.replaceAll("'", "'\\''")}'\n`);
  });

  it("names an address that can be called where it listens on all of them", async () => {
    const { out } = await run("--protos", protos, "--host", "0.0.0.0");
    expect(out).toMatch(/gRPC +0\.0\.0\.0:(\d+)[^]* CLOUD_ENDPOINT=127\.0\.0\.1:\1 /);
  });

  it("registers service accounts from files", async () => {
    const directory = await mkdtemp(join(tmpdir(), "emulator-"));
    const file = join(directory, "key.pem");
    await writeFile(file, newAccount().publicKeyPem);
    expect((await run("--protos", protos, `--service-account=robot:key-1:${file}`)).code).toBe(0);
  });

  it("adds handlers of a module, writes its certificate, and plays a script", async () => {
    const directory = await mkdtemp(join(tmpdir(), "emulator-"));
    const certificate = join(directory, "certificate.pem");
    const script = join(directory, "script.json");
    await writeFile(script, '{"DiskService/Create": [{"code": "UNAVAILABLE"}]}');
    const handlers = `${root}emulator/examples/compute-handlers.js`;
    const { code, out } = await run(
      "--protos",
      protos,
      "--handlers",
      handlers,
      "--script",
      script,
      "--tls",
      certificate,
    );
    expect(code).toBe(0);
    expect(out).toContain("(TLS)");
    expect(out).toMatch(/InstanceService +compute\.api\.example\.com:443 +10 of 10\n/);
    expect(await readFile(certificate, "utf8")).toContain("BEGIN CERTIFICATE");
  });

  it.each([
    { content: '{"DiskService/Explode": []}', want: /no method "DiskService\/Explode"/ },
    {
      content: '{"DiskService/Create": [{"code": "MAYBE"}]}',
      want: /DiskService\/Create, step 0: code cannot be "MAYBE"/,
    },
    {
      content: '{"DiskService/Create": [{"pass": true}, {"explode": 1}]}',
      want: /step 1: unknown name "explode"; known names: code,/,
    },
    {
      content: '{"DiskService/Create": [{"failOperation": {"code": "ABORTED", "mesage": "no"}}]}',
      want: /step 0: failOperation: unknown name "mesage"; did you mean "message"\?/,
    },
    { content: '{"DiskService/Create": [{"failOperation": {}}]}', want: /failOperation cannot be/ },
    { content: '{"DiskService/Create": 5}', want: /must be a list of steps/ },
    { content: "[]", want: /list of steps for each method/ },
    { content: "{", want: /script .*JSON/ },
  ])("says what is wrong with the script $content", async ({ content, want }) => {
    const script = join(await mkdtemp(join(tmpdir(), "emulator-")), "script.json");
    await writeFile(script, content);
    const { code, error } = await run("--protos", protos, "--script", script);
    expect(code).toBe(1);
    expect(error).toMatch(want);
    expect(error.endsWith("[FILE_UNREADABLE]\n")).toBe(content === "{");
  });

  it.each<[what: string, isTerminal: boolean, flags: string[], want: RegExp | undefined]>([
    ["at a terminal", true, [], /UNIMPLEMENTED +[\d.]+ ms  GET \/nowhere/],
    ["elsewhere, when asked for", false, ["--log", "json"], /"method":"GET \/nowhere"/],
    ["elsewhere, when a level is asked for", false, ["--log-level", "error"], /GET \/nowhere/],
    ["not elsewhere", false, [], undefined],
    ["not at a terminal that wants none", true, ["--log", "off"], undefined],
  ])("logs calls %s", async (_, isTerminal, flags, want) => {
    let printed = "";
    const { error } = await runAt(
      {
        isTerminal,
        out: (text) => void (printed += text),
        waitForStop: async () => {
          const { authUrl } = JSON.parse(printed) as { authUrl: string };
          await fetch(`${authUrl}/nowhere`);
        },
      },
      "--protos",
      protos,
      "--json",
      ...flags,
    );
    if (want === undefined) expect(error).toBe("");
    else expect(error).toMatch(want);
  });

  it("lists every flag in its help", async () => {
    const { code, out } = await run("--help");
    expect(code).toBe(0);
    for (const flag of ["--protos DIR", "--image FILE", "--operation-delay TIME", "--fault RATE"])
      expect(out).toContain(flag);
  });

  it.each([
    { args: ["--nonsense"], code: 2, want: /unknown flag "--nonsense" \[OPTION_UNKNOWN\]\n/ },
    {
      args: ["--prots", "a"],
      code: 2,
      want: /unknown flag "--prots"; did you mean --protos\? \[OPTION_UNKNOWN\]\n/,
    },
    { args: ["--Tokn=a"], code: 2, want: /did you mean --token\?/ },
    { args: ["-p", "1"], code: 2, want: /unknown flag "-p"/ },
    { args: ["@a/b", "@a/c"], code: 2, want: /only one package can be served: "@a\/b" or "@a\/c"/ },
    { args: ["protos"], code: 1, want: /sdk protos is not installed .*npm install protos/ },
    { args: ["--port", "--json"], code: 2, want: /--port needs a value: N/ },
    { args: ["--session", "a-b"], code: 2, want: /--session: "a-b" is not the name of a class/ },
    { args: ["--protos", protos, "--token", "a b"], code: 1, want: /token: may contain only A-Z/ },
    {
      args: ["--service-account", "a:b:/nowhere"],
      code: 2,
      want: /the key \/nowhere cannot be read.* \[FILE_UNREADABLE\]/,
    },
    { args: ["--protos"], code: 2, want: /--protos needs a value: DIR/ },
    { args: ["--protos", "a", "--protos", "b"], code: 2, want: /--protos is given more than once/ },
    { args: ["--port", "x"], code: 2, want: /--port: "x" is not a whole number/ },
    { args: ["--operation-delay", "5"], code: 2, want: /--operation-delay: "5" is not a time/ },
    { args: ["--conflict", "maybe"], code: 2, want: /--conflict: "maybe" is not one of refuse, abort/ },
    { args: ["--fault", "2"], code: 2, want: /--fault: "2" is not a number from 0 to 1/ },
    { args: ["--service-account", "x"], code: 2, want: /ID:KEY_ID:FILE/ },
    { args: [], code: 1, want: /pass exactly one of sdk .* protos .* image .* or registry; got none/ },
    { args: ["--protos", "nowhere"], code: 1, want: /there is no directory "nowhere"/ },
    { args: ["--image", "/nowhere.binpb"], code: 1, want: /image \/nowhere\.binpb cannot be read/ },
    { args: ["--image", `${root}package.json`], code: 1, want: /is not a set of file descriptors/ },
    {
      args: ["--protos", protos, "--port", "99999"],
      code: 1,
      want: /port: must be a number from 0 to 65535/,
    },
    { args: ["--protos", protos, "--api-domain", "a b"], code: 1, want: /apiDomain: "a b"/ },
    { args: ["--protos", protos, "--api-domain", "127.0.0.1"], code: 1, want: /apiDomain: "127.0.0.1"/ },
    {
      args: ["--protos", protos, "--handlers", "/nowhere.js"],
      code: 1,
      want: /handlers \/nowhere\.js cannot be loaded: .* \[HANDLER_INVALID\]/,
    },
    {
      args: ["--protos", protos, "--tls", "/no/such/place/c.pem"],
      code: 1,
      want: /certificate \/no\/such\/place\/c\.pem cannot be written: .* \[FILE_UNREADABLE\]/,
    },
  ])("says what is wrong with $args", async ({ args, code, want }) => {
    const result = await run(...args);
    expect(result.code).toBe(code);
    expect(result.error).toMatch(want);
    expect(result.error).toMatch(/ \[[A-Z_]+\]\n/);
    expect(result.out).toBe("");
  });
});

describe("a time on the command line", () => {
  it.each([
    { text: "0", want: 0 },
    { text: "250ms", want: 250 },
    { text: "1.5s", want: 1500 },
    { text: "2m", want: 120_000 },
    { text: "12h", want: 43_200_000 },
    { text: "7d", want: 604_800_000 },
  ])("$text is $want ms", ({ text, want }) => {
    expect(parseDurationMs(text)).toBe(want);
  });
});
