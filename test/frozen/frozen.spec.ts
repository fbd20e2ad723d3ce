import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { startEmulator } from "@stratus/emulator";
import { describe, expect, it } from "vitest";
import { triedCompilers } from "../compile.fixture.js";
import { digestOf, frozenSdks, noted, openSdk, type OpenSdk } from "./frozen-sdks.fixture.js";

const account = { id: "serviceaccount-1", keyId: "publickey-1" };
const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** Runs the program of an SDK against a local cloud for the API of that SDK; what it prints. */
async function outputOf(sdk: OpenSdk): Promise<string> {
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

/**
 * What was generated once goes on working with every later runtime of the same entry points: nobody has to generate an
 * SDK again because a program takes a newer runtime. `npm run freeze` adds the SDK of today.
 */
describe.each(frozenSdks())("the SDK %s", (name) => {
  it("is as it was written", () => {
    const hint =
      `a frozen SDK is never edited: put test/frozen/${name} back as it was, and change what broke it; ` +
      "a commit that removes it names the promise that it breaks";
    expect(digestOf(name), hint).toBe(noted(name));
  });

  it("compiles against the runtime of today, and runs as it did", async () => {
    await using sdk = await openSdk(name);
    for (const compiler of triedCompilers) expect(await sdk.compile(compiler)).toBe("");
    expect(await outputOf(sdk)).toBe("all of it works");
  });
});

it("each digest is that of a folder", () => {
  expect(frozenSdks().filter((name) => noted(name) === "missing")).toEqual([]);
});
