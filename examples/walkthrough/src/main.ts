/**
 * `npm start`: a short demo of an SDK on a local cloud. A program, the command line and an agent use the same cloud, and its
 * console shows them. On a terminal, the cloud then runs until Ctrl-C; otherwise the process ends.
 */
import { fileURLToPath } from "node:url";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { showAgent } from "./agent.js";
import { showCalls } from "./calls.js";
import { showCommandLine } from "./command-line.js";
import { Narrator } from "./narrator.js";
import { hasColors, painter } from "./style.js";

const staysOpen = process.stdin.isTTY === true && process.stdout.isTTY === true;
const paint = painter(hasColors(process.stdout, process.env));
await using emulator = await openCloud();
const write = (line: string): void => console.log(line);
const narrator = new Narrator({ attempts: () => emulator.calls(), write, paint });
const env = {
  CLOUD_TOKEN: emulator.issueToken(),
  CLOUD_ENDPOINT: emulator.address,
  CLOUD_INSECURE: "true",
  CLOUD_API_DOMAIN: emulator.apiDomain,
};

write(`A local cloud for ${emulator.apiDomain} runs at ${emulator.address}.`);
const id = await showCalls(narrator, emulator);
await showCommandLine(narrator, env);
await showAgent(narrator, env, id);
narrator.line("title", "7. The console of the cloud shows the instance, its history and every call.");
narrator.line("command", `${emulator.webUrl}/`);

if (staysOpen) {
  const variables = Object.entries(env).map((pair) => pair.join("="));
  narrator.line("title", "The cloud is running. Open the console, or paste this line into another terminal:");
  narrator.line(
    "command",
    `export ${variables.join(" ")}; npx @stratus/cli @svc/cloud compute instance list --parent-id project-1`,
  );
  write("\nCtrl-C stops it. The code is in examples/walkthrough/src/calls.ts.");
  await new Promise((resolve) => process.once("SIGINT", resolve));
} else {
  write("\nThat is the demo. On a terminal, the cloud would now keep running for you to try.");
}

/** Starts the cloud at its usual port if someone is there to open the console and the port is free, or else at any port. */
async function openCloud(): Promise<Emulator> {
  const sdk = fileURLToPath(new URL("../../../generated/cloud", import.meta.url));
  const options = { sdk, operationDelayMs: 300 };
  if (!staysOpen) return startEmulator(options);
  return startEmulator({ ...options, httpPort: 8081 }).catch(() => startEmulator(options));
}
