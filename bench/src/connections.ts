import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { apiDomain } from "./clients/bench-client.js";
import type { Row } from "./report.js";
import { startSecureServer } from "./running-server.js";
import { median } from "./slices.js";

const execute = promisify(execFile);
const program = fileURLToPath(new URL("connections-program.js", import.meta.url));

/** What an idle connection may hold more than its socket, in bytes. */
const limits = { rss: 25_000, heap: 12_000 } as const;

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
    const runs: Record<string, { readonly rss: number; readonly heap: number }>[] = [];
    for (let run = 0; run < 3; run++) {
      const [bare, stratus] = [await hold("bare", port, cert), await hold("stratus", port, cert)];
      runs.push({ bare, stratus });
    }
    return (["rss", "heap"] as const).flatMap((kind) =>
      createRows(kind, (who) => median(runs.map((run) => run[who]?.[kind] ?? 0))),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function hold(kind: string, port: string, cert: string): Promise<{ rss: number; heap: number }> {
  const { stdout } = await execute(process.execPath, [program, kind, port, cert]);
  return JSON.parse(stdout) as { rss: number; heap: number };
}

/** The ratio is that of our part to its limit. */
function createRows(kind: keyof typeof limits, cost: (who: string) => number): Row[] {
  const topic = kind === "rss" ? "memory of an idle connection" : "heap of an idle connection";
  const own = cost("stratus") - cost("bare");
  const row = (contestant: string, bytes: number, ratio: number, target?: number): Row => {
    const limit = target === undefined ? "" : ` of ${limits[kind] / 1000} kB`;
    return { topic, contestant, cost: bytes / 1000, unit: `kB${limit}`, ratio, target };
  };
  return [row("bare TLS socket", cost("bare"), 1), row("stratus, our part", own, own / limits[kind], 1)];
}
