import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { apiDomain } from "./clients/bench-client.js";
import type { Row } from "./report.js";
import { startSecureServer } from "./running-server.js";
import { createRow } from "./slices.js";

const execute = promisify(execFile);
const program = fileURLToPath(new URL("connections-program.js", import.meta.url));

/** Measures our part of the memory of an idle connection: what it holds more than a bare TLS socket. */
export async function connectionRows(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "stratus-bench-"));
  try {
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const name = `*.${apiDomain}`;
    const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
    const made = [
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-keyout",
      key,
      "-out",
      cert,
    ];
    execFileSync("openssl", ["req", "-x509", ...made, ...subject], { stdio: "pipe" });
    await using server = await startSecureServer(key, cert);
    const port = server.address.split(":")[1] ?? "";
    const runs: { readonly bare: Held; readonly stratus: Held }[] = [];
    for (let run = 0; run < 3; run++) {
      const [bare, stratus] = [await hold("bare", port, cert), await hold("stratus", port, cert)];
      runs.push({ bare, stratus });
    }
    return (["rss", "heap"] as const).flatMap((kind) => {
      const topic = kind === "rss" ? "memory of an idle connection" : "heap of an idle connection";
      const head = { topic, unit: "kB", beside: "bare TLS socket" };
      const bare = runs.map((run) => run.bare[kind] / 1000);
      const own = runs.map((run) => (run.stratus[kind] - run.bare[kind]) / 1000);
      return [
        createRow({ ...head, contestant: head.beside }, bare, bare),
        // Only our part of it.
        createRow({ ...head, contestant: "stratus" }, own, bare),
      ];
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Bytes that one connection holds. */
interface Held {
  readonly rss: number;
  readonly heap: number;
}

async function hold(kind: string, port: string, cert: string): Promise<Held> {
  const { stdout } = await execute(process.execPath, [program, kind, port, cert]);
  return JSON.parse(stdout) as Held;
}
