import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../repository.fixture.js";
import { commandLine } from "./test-host.fixture.js";

let folder: string;
let emulator: Emulator;
let other: Emulator;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "profiles-"));
  [emulator, other] = await Promise.all([start(), start()]);
  token = join(folder, "token");
  await writeFile(token, emulator.issueToken(), { mode: 0o600 });
});
afterAll(async () => {
  await Promise.all([emulator.close(), other.close()]);
  await rm(folder, { recursive: true });
});

const start = () => startEmulator({ sdk: "@svc/cloud", cwd: root });

/** Makes a project whose folder `sdk` is a package of this repository. */
async function project(name: string, sdk: string): Promise<string> {
  const path = join(folder, name);
  await symlink(join(root, "generated", sdk), path);
  return path;
}

/** The address of an emulator, as flags. */
const at = ({ address, apiDomain }: Emulator): string =>
  `--endpoint ${address} --insecure --api-domain ${apiDomain}`;

describe("a profile", () => {
  it("belongs to the package, wherever its folder is and however it is written", async () => {
    const config = join(folder, "shared");
    const env = { XDG_CONFIG_HOME: config };
    const [one, two] = await Promise.all([project("one", "cloud"), project("two", "cloud")]);
    expect((await commandLine(one, { env })(`login --token-file ${token} ${at(emulator)}`)).code).toBe(0);
    for (const sdk of [one, two, "@svc/cloud"])
      expect(await commandLine(sdk, { env })("iam profile get -o json")).toMatchObject({ code: 0, said: "" });
    const catalogue = await project("three", "catalogue");
    const { out } = await commandLine(catalogue, { env })("profile show -o json");
    expect(JSON.parse(out)).toEqual({});
  });
});

describe("credentials of a profile", () => {
  const acme = commandLine("@svc/cloud");
  const whoIs = "iam profile get";

  it.each([
    ["a flag", () => ({ argv: `${whoIs} ${at(other)}` })],
    [
      "a variable",
      () => ({ argv: whoIs, env: { CLOUD_ENDPOINT: other.address, CLOUD_API_DOMAIN: other.apiDomain } }),
    ],
    ["a flag that turns TLS on", () => ({ argv: `${whoIs} --insecure=false --endpoint ${other.address}` })],
  ])("are not sent to the address in %s", async (_, command) => {
    expect((await acme(`login --token-file ${token} ${at(emulator)}`)).code).toBe(0);
    const { argv, env = {} } = command() as { argv: string; env?: Readonly<Record<string, string>> };
    const before = other.calls().length;
    const ended = await acme(argv, { env });
    expect(ended).toMatchObject({ code: 3, out: "" });
    expect(ended.said).toContain(`were saved for http://${emulator.address}`);
    expect(ended.said).toContain(other.address);
    expect(other.calls().length).toBe(before);
  });

  it("are not sent to an address that the profile gets later, until the next login", async () => {
    expect((await acme(`login --token-file ${token} ${at(emulator)}`)).code).toBe(0);
    await acme(`profile set endpoint ${other.address}`);
    expect((await acme(whoIs)).code).toBe(3);
    const mine = join(folder, "other-token");
    await writeFile(mine, other.issueToken(), { mode: 0o600 });
    expect((await acme(`login --token-file ${mine}`)).code).toBe(0);
    expect((await acme(whoIs)).code).toBe(0);
  });

  it("give way to those of the command, which go where the command says", async () => {
    expect((await acme(`login --token-file ${token} ${at(emulator)}`)).code).toBe(0);
    const env = { CLOUD_TOKEN: other.issueToken() };
    expect((await acme(`${whoIs} ${at(other)}`, { env })).code).toBe(0);
  });

  it("may be used for help and dry runs of another address, which send nothing", async () => {
    expect((await acme(`login --token-file ${token} ${at(emulator)}`)).code).toBe(0);
    expect((await acme(`compute instance list --help ${at(other)}`)).code).toBe(0);
    expect((await acme(`compute disk create --parent-id p --name d --dry-run ${at(other)}`)).code).toBe(0);
  });
});
