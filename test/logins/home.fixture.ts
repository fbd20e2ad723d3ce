import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Emulator, startEmulator } from "@stratus/emulator";
import type { Cloud } from "@svc/cloud";
import { ProfileServiceClient } from "@svc/cloud/iam/v1";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { commandLine, type Ended, type World } from "../cli/test-host.fixture.js";
import { root } from "../repository.fixture.js";

export let emulator: Emulator;
/** The configuration folder of the user, which is empty before each test. */
export let folder: string;
/** A file with a token of the emulator, for `ann`. */
export let token: string;
/** The profiles of the SDK. */
export let file: string;

/** Gives each test of a file a user with an empty configuration folder. */
export function useHome(): void {
  beforeAll(async () => {
    emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root });
  });
  afterAll(() => emulator.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "profile-"));
    token = join(folder, "token");
    file = join(folder, "stratus", "@svc+cloud", "profiles.json");
    await writeFile(token, emulator.issueToken({ subject: "ann" }), { mode: 0o600 });
    vi.stubEnv("XDG_CONFIG_HOME", folder);
    vi.stubEnv("XDG_CACHE_HOME", folder);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
}

/** Runs a command of the CLI with the same variables. */
export const acme = (line: string, world: World = {}): Promise<Ended> =>
  commandLine("@svc/cloud", { env: { ...process.env } })(line, world);

/** The address of the emulator, as flags. */
export const at = (): string =>
  `--endpoint ${emulator.address} --insecure --api-domain ${emulator.apiDomain}`;

/** Logs in by the command line. */
export async function login(more = ""): Promise<void> {
  const ended = await acme(`login --token-file ${token} ${at()} ${more}`);
  expect(ended.code).toBe(0);
}

/** Writes a profile as login does. */
export async function writeProfile(): Promise<void> {
  const { address, apiDomain } = emulator;
  const settings = { apiDomain, endpoint: address, insecure: true, tokenFile: token };
  const profiles = { default: { settings, credentialsFor: `http://${address}` } };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ current: "default", profiles }), { mode: 0o600 });
}

/** Who calls the API in a session. */
export async function caller(cloud: Cloud): Promise<string> {
  await using session = cloud;
  return JSON.stringify(await new ProfileServiceClient(session).get({}));
}
