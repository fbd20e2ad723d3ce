import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { startEmulator } from "@stratus/emulator";
import { describe, expect, it } from "vitest";
import { freezeSdk, frozenFolder, frozenVersions } from "../../tools/freeze-sdk.mjs";
import { openFolder, triedCompilers } from "../compile.fixture.js";
import { openSdk, type OpenSdk } from "./frozen-sdk.fixture.js";

const account = { id: "serviceaccount-1", keyId: "publickey-1" };
const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** Runs the program of an SDK against an emulator of the SDK's own API, and returns its output. */
async function runProgram(sdk: OpenSdk): Promise<string> {
  await using emulator = await startEmulator({ sdk: join(sdk.path, "dist/descriptors.js"), cwd: sdk.path });
  const publicKeyPem = keys.publicKey.export({ type: "spki", format: "pem" }).toString();
  emulator.addServiceAccount({ ...account, publicKeyPem });
  return await sdk.run({
    API_DOMAIN: emulator.apiDomain,
    ADDRESS: emulator.address,
    ACCOUNT_ID: account.id,
    KEY_ID: account.keyId,
    KEY: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  });
}

async function expectToWork(folder: string): Promise<void> {
  await using sdk = await openSdk(folder);
  for (const compiler of triedCompilers) expect(await sdk.compile(compiler)).toBe("");
  expect(await runProgram(sdk)).toBe("all of it works");
}

describe("freezing an SDK", () => {
  it("keeps an SDK that compiles and runs against the runtime", async () => {
    await using folder = await openFolder();
    const frozen = join(folder.path, "frozen");
    freezeSdk(frozen, "0123abc");
    await expectToWork(frozen);
  });

  it("never overwrites a frozen SDK", async () => {
    await using folder = await openFolder();
    expect(() => freezeSdk(folder.path, "0123abc")).toThrow("A frozen SDK is never overwritten");
  });
});

/** An SDK that was generated once works with every later runtime of the same entry points. */
describe("a released SDK", () => {
  it("compiles and runs against the current runtime", async () => {
    for (const version of frozenVersions()) await expectToWork(join(frozenFolder, version));
  });
});
