import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Row } from "./rows/row.js";
import type { Runtime } from "./runtimes.js";

const client = fileURLToPath(new URL("client.js", import.meta.url));

/** A client may take so long, its end included; what is slow in a row is a second or two. */
const mostMs = 30_000;

/** Runs a row with its client on a runtime. It rejects where something is wrong. */
export async function runRow(row: Row, runtime: Runtime): Promise<void> {
  await using stand = await row.serve();
  const { text, code } = await clientOf(row.name, JSON.stringify(stand.facts), runtime);
  if (text !== "passed" || code !== 0) throw new Error(code === 0 ? text : `${text} (ended with ${code})`);
  await stand.judge?.();
}

function clientOf(
  name: string,
  facts: string,
  { command, args }: Runtime,
): Promise<{ readonly text: string; readonly code: number | string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args, client, name, facts], { stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += String(chunk)));
    const timer = setTimeout(() => child.kill("SIGKILL"), mostMs);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const end = signal === "SIGKILL" ? `kill, since it did not end within ${mostMs / 1_000} s` : signal;
      resolve({ text: text.trim(), code: code ?? end ?? "nothing" });
    });
  });
}
