import { generateKeyPairSync } from "node:crypto";
import { fileURLToPath } from "node:url";
import { startEmulator, type Emulator, type EmulatorOptions } from "@stratus/emulator";
import { Cloud, serviceAccount, type CloudOptions } from "@svc/cloud";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** The account that the tests log in as. */
export const account = { accountId: "serviceaccount-1", keyId: "publickey-1" };

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** The private key of that account. */
export const privateKey = keys.privateKey;

/** A local cloud for this repository's own protos, which knows the account. */
export async function startCloud(options: Partial<EmulatorOptions> = {}): Promise<Emulator> {
  const emulator = await startEmulator({ protos: ".", cwd: top, ...options });
  const publicKeyPem = keys.publicKey.export({ type: "spki", format: "pem" }).toString();
  emulator.addServiceAccount({ id: account.accountId, keyId: account.keyId, publicKeyPem });
  return emulator;
}

/** A session with it. By default the account logs in by token exchange. */
export function openSession(emulator: Emulator, options: Partial<CloudOptions> = {}): Cloud {
  return new Cloud({
    apiDomain: emulator.apiDomain,
    credentials: serviceAccount.fromKey({ ...account, key: privateKey }),
    endpoint: emulator.address,
    insecure: true,
    random: () => 0.5,
    ...options,
  });
}
