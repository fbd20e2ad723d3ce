import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Emulator } from "@stratus/emulator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCloud } from "../end-to-end/local-cloud.fixture.js";

type AddHandlers = (emulator: Emulator) => void;

/** Options of the session by what observes it, as source text. */
const observers = {
  nothing: "{}",
  hooks: `{ hooks: [
    { onCallStart() {}, onCallEnd() {}, onAttemptStart() {}, onAttemptEnd() {}, onRetry() {}, onToken() {} },
    { observe: () => ({ run: (work) => work(), onAttempt: () => ({}), onEnd() {} }) },
  ] }`,
  "a logger": `{ logger: { warn() {}, debug() {} } }`,
  "OpenTelemetry's hooks": `{ hooks: openTelemetryHooks() }`,
  "all of them": `{ hooks: [openTelemetryHooks({ tracerProvider }), {}], logger: new Console(process.stderr) }`,
};

/** A program with an operation, a call, a stream that it leaves, a call that fails, and one without a server. */
const source = (options: string): string => `
  import { Console } from "node:console";
  import { Cloud, staticToken } from "@svc/cloud";
  import { InstanceServiceClient } from "@svc/cloud/compute/v1";
  import { openTelemetryHooks } from "@stratus/runtime/opentelemetry";
  import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
  const [apiDomain, endpoint, token] = process.argv.slice(1);
  const tracerProvider = new BasicTracerProvider();
  const options = { apiDomain, endpoint, insecure: true, credentials: staticToken(token), ...${options} };
  const instances = new InstanceServiceClient(new Cloud(options));
  const created = await instances.create({ metadata: { parentId: "p", name: "n" + process.pid } });
  const { id } = (await created.resource()).metadata;
  for await (const _ of instances.readConsole({ id, follow: true })) break;
  const missing = await instances.get({ id: "none" }).catch(({ code }) => code);
  const down = new Cloud({ ...options, endpoint: "127.0.0.1:1" });
  const unreached = new InstanceServiceClient(down).get({ id }, { waitForReady: false });
  console.log(missing, await unreached.catch(({ code }) => code));`;

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startCloud();
  const handlers = new URL("../../emulator/examples/compute-handlers.js", import.meta.url).href;
  ((await import(handlers)) as { default: AddHandlers }).default(emulator);
});
afterAll(() => emulator.close());

/** Runs a program to its end. Rejects if it has not exited after 15 s. */
function run(options: string, debug: string, flags: readonly string[] = []) {
  const { apiDomain, address } = emulator;
  const args = [...flags, "--input-type=module", "-e", source(options)];
  return promisify(execFile)(process.execPath, [...args, apiDomain, address, emulator.issueToken()], {
    cwd: new URL("../..", import.meta.url),
    env: { ...process.env, CLOUD_DEBUG: debug },
    timeout: 15_000,
  });
}

const stdout = "NOT_FOUND UNAVAILABLE\n";

describe("a program that leaves its session open exits when it has finished", () => {
  it.each(
    Object.entries(observers).flatMap(([name, options]) => ["0", "1"].map((on) => [name, on, options])),
  )("with %s and CLOUD_DEBUG=%s", async (name = "", debug = "", options = "") => {
    const ended = await run(options, debug);
    expect(ended).toMatchObject({ stdout });
    if (name === "nothing") expect(ended.stderr.includes("Cloud call")).toBe(debug === "1");
  });

  it.each(["0", "1"])("with OpenTelemetry for the whole process and CLOUD_DEBUG=%s", async (debug) => {
    const flags = ["--import", "@stratus/runtime/opentelemetry/register"];
    expect(await run("{}", debug, flags)).toMatchObject({ stdout });
  });
});
