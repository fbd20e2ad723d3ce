import { execFile } from "node:child_process";
import type { Column, Outcome } from "../report.js";
import { outcomeOf } from "../report.js";
import type { Python } from "./python.js";

/** Cases of grpc-go's interop client that need nothing of Google's. */
const goCases = [
  "empty_unary",
  "large_unary",
  "client_streaming",
  "server_streaming",
  "ping_pong",
  "empty_stream",
  "custom_metadata",
  "status_code_and_message",
  "special_status_message",
  "unimplemented_method",
  "unimplemented_service",
  "cancel_after_begin",
  "cancel_after_first_response",
  "timeout_on_sleeping_server",
];

/** Runs the cases of grpc-go's client against a server on this machine; with TLS where a certificate is given. */
export async function goClientColumn(
  client: string,
  port: number,
  certificate: string | undefined,
): Promise<Column> {
  const tls = certificate === undefined ? [] : ["--use_tls", "--use_test_ca", `--ca_file=${certificate}`];
  const outcomes = new Map<string, Outcome>();
  for (const name of goCases) {
    const args = ["--server_host=localhost", `--server_port=${port}`, `--test_case=${name}`, ...tls];
    outcomes.set(name, await outcomeOf(async () => void (await printed(client, args))));
  }
  return outcomes;
}

/** Runs the cases of a client on grpc-core against a server on this machine. */
export async function pythonClientColumn(
  python: Python,
  program: string,
  port: number,
  certificate: string | undefined,
): Promise<Column> {
  const args = [program, `localhost:${port}`, certificate ?? "-"];
  const lines = (await printed(python.command, args, python.env)).trim().split("\n");
  return new Map(
    lines.map((line): [string, Outcome] => {
      const { name, error } = JSON.parse(line) as { name: string; error: string | null };
      return [name, error === null ? { kind: "passed", ms: 0 } : { kind: "failed", error }];
    }),
  );
}

/** What a program prints. It rejects with the end of what it complained of. */
function printed(command: string, args: readonly string[], env = process.env): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { env, timeout: 180_000 }, (error, output, complaints) => {
      if (error) reject(new Error(complaints.trim().split("\n").at(-1) || error.message));
      else resolve(output);
    });
  });
}
