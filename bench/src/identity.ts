import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { apiDomain } from "./clients/bench-client.js";

const execute = promisify(execFile);

/** The server of a bench as TLS knows it, both in PEM. */
export interface Identity {
  readonly certificate: string;
  readonly key: string;
}

/** Makes one for the hosts of the API, of a key on P-256, which signs itself. It takes the program `openssl`. */
export async function makeIdentity(): Promise<Identity> {
  const folder = await mkdtemp(join(tmpdir(), "stratus-bench-"));
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  const names = ["-subj", "/CN=bench", "-addext", `subjectAltName=DNS:*.${apiDomain}`];
  try {
    await execute("openssl", ["req", "-x509", ...curve, ...names, "-keyout", key, "-out", certificate]);
    return { certificate: await readFile(certificate, "utf8"), key: await readFile(key, "utf8") };
  } finally {
    await rm(folder, { recursive: true });
  }
}
