import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Emulator, runEmulator, startEmulator } from "@stratus/emulator";
import { Cloud, type CloudOptions, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { descriptors } from "@svc/cloud/descriptors";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The code at the end of an error, by which people find it in docs/reference/errors.md. */
const code = / \[[A-Z]+(?:_[A-Z]+)+\]/;

let folder: string;
let plain: Emulator;
let secure: Emulator;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mistakes-"));
  const old = join(folder, "node_modules/@acme/old");
  await mkdir(old, { recursive: true });
  await writeFile(
    join(old, "package.json"),
    '{"name":"@acme/old","exports":{"./package.json":"./package.json"}}',
  );
  await writeFile(join(folder, "notes.txt"), "not a state\n");
  await writeFile(
    join(folder, "foreign.json"),
    '{"formVersion":3,"generation":1}\n["resource","x.Y/1",{"typeName":"x.Y"}]\n',
  );
  plain = await startEmulator({ sdk: descriptors, stateFile: join(folder, "used.json") });
  secure = await startEmulator({ sdk: descriptors, tls: "generate" });
});
afterAll(async () => {
  await plain.close();
  await secure.close();
});

/** At most three lines, each of which a terminal shows in a few rows. */
function expectShort(text: string): void {
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(3);
}

const inFolder = (name: string) => join(folder, name);
const sdk = `${root}generated/cloud`;

/** What was typed after `stratus-emulator`, and what is printed after its name. */
const commands: readonly { readonly typed: () => readonly string[]; readonly printed: RegExp }[] = [
  {
    typed: () => [sdk, "--port", plain.address.split(":")[1] ?? ""],
    printed:
      /^port: 127\.0\.0\.1:\d+ is in use by another program: stop that one, or pass another port \(0 selects a free one\)$/,
  },
  {
    typed: () => [sdk, "--state", inFolder("used.json")],
    printed:
      /^state file .*used\.json is in use by another emulator \(process \d+\): stop that one, or pass another file$/,
  },
  {
    typed: () => [sdk, "--state", inFolder("notes.txt")],
    printed:
      /^state file .*notes\.txt cannot be read: its format is not the one .*; move it away, .* to start with an empty state$/,
  },
  {
    typed: () => [sdk, "--state", inFolder("foreign.json")],
    printed:
      /^state file .*foreign\.json cannot be used: line 2: it contains a message of the type x\.Y, which the API does not have; move it away/,
  },
  {
    typed: () => [sdk, "--state", inFolder("nowhere/state.json")],
    printed: /^state file .*: there is no directory .*nowhere$/,
  },
  {
    typed: () => [],
    printed:
      /^pass exactly one of sdk \(a generated package\), protos \(a directory\), image \(from buf build -o\) or registry; got none$/,
  },
  {
    typed: () => ["@acme/cluod"],
    printed:
      /^sdk @acme\/cluod is not installed for .*: run `npm install @acme\/cluod`, or pass the path of its folder/,
  },
  {
    typed: () => [inFolder("node_modules/@acme/old")],
    printed:
      /has no entry "\.\/descriptors": generate it with a newer protoc-gen-stratus, or pass protos or an image$/,
  },
  {
    typed: () => [`${root}openapi/catalogue.yaml`],
    printed: /the emulator serves APIs that are written in protos, and none of OpenAPI$/,
  },
  {
    typed: () => ["--prots", "."],
    printed:
      /^unknown flag "--prots"; did you mean --protos\?\nRun `stratus-emulator --help` for all flags\.$/,
  },
  { typed: () => ["--protos", inFolder("none")], printed: /^protos: there is no directory ".*none"/ },
  {
    typed: () => ["--image", inFolder("notes.txt")],
    printed: /notes\.txt is not a set of file descriptors with their imports \(buf build -o\)/,
  },
  {
    typed: () => [sdk, "--token", "two words"],
    printed: /^token: may contain only A-Z, a-z, 0-9 and - \. _ ~ \+ \/, and may end in =$/,
  },
  {
    typed: () => [sdk, "--host", "192.0.2.1"],
    printed:
      /^host: this machine has no address "192\.0\.2\.1"; 127\.0\.0\.1 accepts connections only from this machine/,
  },
];

describe("what is typed wrongly at the start of an emulator", () => {
  it.each(commands.map((row, index) => ({ ...row, index })))(
    "is answered with the way out: $printed",
    async ({ typed, printed }) => {
      let error = "";
      const io = {
        out: () => {},
        error: (text: string) => void (error += text),
        waitForStop: () => Promise.resolve(),
      };
      const consoleError = vi.spyOn(console, "error");
      expect(await runEmulator(typed(), io)).not.toBe(0);
      expect(error.startsWith("stratus-emulator: ")).toBe(true);
      expect(error).toMatch(code);
      expect(error.slice("stratus-emulator: ".length).trimEnd().replace(code, "")).toMatch(printed);
      expectShort(error);
      // No library speaks beside it.
      expect(consoleError).not.toHaveBeenCalled();
      consoleError.mockRestore();
    },
  );
});

/** What a program in plain JavaScript passes, and what it is told. */
const calls: readonly { readonly written: () => unknown; readonly printed: RegExp }[] = [
  {
    written: () => startEmulator({ sdk: descriptors, ["operationDelay" as string]: 5 }),
    printed: /^startEmulator: unknown name "operationDelay"; did you mean "operationDelayMs"\?$/,
  },
  {
    written: () => startEmulator({ sdk: descriptors, ["token" as string]: "secret" }),
    printed: /^startEmulator: unknown name "token"; known names: sdk, .*serviceAccounts, /,
  },
  {
    written: () => startEmulator({ sdk: descriptors, headers: { ["resetmask" as string]: "X-Mask" } }),
    printed: /^startEmulator: headers: unknown name "resetmask"; did you mean "resetMask"\?$/,
  },
  {
    written: () => startEmulator({ sdk: descriptors, tls: { cert: "", key: "" } as never }),
    printed: /^startEmulator: tls: unknown name "cert"; known names: certificatePem, keyPem$/,
  },
  {
    written: () =>
      startEmulator({
        sdk: descriptors,
        serviceAccounts: [{ id: "a", keyId: "k", publicKeyPem: "", ["parentID" as string]: "p" }],
      }),
    printed: /^service account a: unknown name "parentID"; did you mean "parentId"\?$/,
  },
  {
    written: () =>
      plain.addServiceAccount({ id: "a", keyId: "k", publicKeyPem: "", ["parent_id" as string]: "p" }),
    printed: /^service account a: unknown name "parent_id"; did you mean "parentId"\?$/,
  },
  {
    written: () =>
      plain.addFederatedAccount({
        accountId: "a",
        issuer: "i",
        keyId: "k",
        publicKeyPem: "",
        ["audiences" as string]: "x",
      }),
    printed: /^federated account a: unknown name "audiences"; did you mean "audience"\?$/,
  },
  {
    written: () => plain.issueToken({ ["lifetime" as string]: 5 }),
    printed: /^issueToken: unknown name "lifetime"; did you mean "lifetimeMs"\?$/,
  },
  {
    written: () => plain.script("DiskService/List", [{ ["delay" as string]: 5 }]),
    printed: /^script of DiskService\/List, step 0: unknown name "delay"; did you mean "delayMs"\?$/,
  },
];

describe("an option that the emulator does not have", () => {
  it.each(calls.map((row, index) => ({ ...row, index })))(
    "is refused where it is written: $printed",
    async ({ written, printed }) => {
      const message = await Promise.resolve()
        .then(written)
        .then(
          () => "nothing was said",
          (error: Error) => error.message,
        );
      expect(message).toMatch(printed);
    },
  );
});

const known = () => staticToken(plain.issueToken());

/** The options of a session, and what its first call says. */
const sessions: readonly {
  readonly mistake: string;
  readonly options: () => Partial<CloudOptions>;
  readonly call?: (instances: InstanceServiceClient) => Promise<unknown>;
  readonly printed: RegExp;
}[] = [
  {
    mistake: "no token",
    options: () => ({}),
    printed: /Cloud was given no credentials; pass credentials: .*, set CLOUD_TOKEN/,
  },
  {
    mistake: "a token from elsewhere",
    options: () => ({ credentials: staticToken("elsewhere") }),
    printed: /the access token is unknown: pass one that this emulator printed or issued/,
  },
  {
    mistake: "an expired token",
    options: () => ({ credentials: staticToken(plain.issueToken({ lifetimeMs: -1 })) }),
    printed:
      /the access token has expired: pass a new one, or increase the lifetime \(--token-lifetime, tokenLifetimeMs\)/,
  },
  {
    mistake: "plain text at a TLS server",
    options: () => ({ credentials: known(), endpoint: secure.address }),
    printed: /a server that expects TLS: a session without `insecure` speaks it/,
  },
  {
    mistake: "TLS at a plain text server",
    options: () => ({ credentials: known(), insecure: false }),
    printed: /the server does not speak TLS; a session with `insecure: true` does without it/,
  },
  {
    mistake: "a certificate that nobody trusts",
    options: () => ({ credentials: known(), insecure: false, endpoint: secure.address }),
    printed: /self-signed certificate; the option `tls\.ca` takes the roots to trust instead of the system's/,
  },
  {
    mistake: "a port where nothing listens",
    options: () => ({ credentials: known(), endpoint: "127.0.0.1:1" }),
    printed:
      /ECONNREFUSED 127\.0\.0\.1:1; nothing listens there: is the server started, and is the port right\?/,
  },
  {
    mistake: "the port of the token exchange by HTTP",
    options: () => ({ credentials: known(), endpoint: new URL(plain.authUrl).host }),
    printed: /the server does not answer in HTTP\/2; the address may be that of a web server/,
  },
  {
    mistake: "another API domain",
    options: () => ({ credentials: known(), apiDomain: "cloud.test" }),
    printed:
      /is not served at "compute\.cloud\.test:443"; it is served at compute\.api\.example\.com:443 \(the API domain of this emulator is api\.example\.com; --api-domain sets another\)/,
  },
  {
    mistake: "a URL for an endpoint",
    options: () => ({ credentials: known(), endpoint: `http://${plain.address}` }),
    printed: /^endpoint: "http:\/\/.*" is not an address; write "host:port", such as "127\.0\.0\.1:8443"/,
  },
  {
    mistake: "no API domain",
    options: () => ({ credentials: known(), apiDomain: undefined }),
    printed: /^Cloud: apiDomain is needed, such as .*; Cloud\.fromEnv\(\) reads it from CLOUD_API_DOMAIN/,
  },
  {
    mistake: "a method that the emulator cannot know",
    options: () => ({ credentials: known() }),
    call: (instances) => instances.start({ id: "instance-1" }),
    printed:
      /the descriptor of svc\.compute\.v1\.InstanceService\/Start does not determine what it does; add a handler: emulator\.handle\(/,
  },
];

describe("what a session is told wrongly of an emulator", () => {
  it.each(sessions)("is answered with the way out: $mistake", async ({ options, call, printed }) => {
    const first = call ?? ((instances: InstanceServiceClient) => instances.list({ parentId: "p" }));
    const program = async () => {
      const usual = { apiDomain: "api.example.com", endpoint: plain.address, insecure: true };
      const once = { retry: { maxAttempts: 1 } };
      await using cloud = new Cloud({ ...usual, ...once, ...options() });
      await first(new InstanceServiceClient(cloud));
    };
    const error = await program().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    const { message } = error as Error;
    expect(message.replace(/^[A-Z_]+: /, "")).toMatch(printed);
    expectShort(message);
  });
});
