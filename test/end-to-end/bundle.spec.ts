import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Emulator } from "@stratus/emulator";
import { account, privateKey, startCloud } from "./local-cloud.fixture.js";
import { patienceMs } from "../patience.js";

const run = promisify(execFile);
const top = fileURLToPath(new URL("../../", import.meta.url));

/** Logs in by its key, calls, fails, fails under a mock, follows and aborts a stream, and leaves the session open. */
const program = `
  import { Cloud, CloudError, mock, serviceAccount } from "@svc/cloud";
  import { InstanceServiceClient } from "@svc/cloud/compute/v1";
  const { API_DOMAIN: apiDomain, ADDRESS: endpoint, KEY: privateKey, PARENT: parentId } = process.env;
  async function main() {
    const credentials = serviceAccount.fromPem({ ...${JSON.stringify(account)}, privateKey });
    const vms = new InstanceServiceClient(new Cloud({ apiDomain, endpoint, insecure: true, credentials }));
    const vm = await (await vms.create({ metadata: { parentId, name: "vm" }, spec: { cpu: 4 } })).resource();
    const error = await vms.get({ id: "nope" }).catch((failure) => failure);
    const lines = [];
    const controller = new AbortController();
    const reading = (async () => {
      for await (const { offset } of vms.readConsole({ id: vm.metadata.id }, controller)) {
        if (lines.push(Number(offset)) === 3) controller.abort(new Error("enough"));
      }
    })();
    const reason = await reading.catch(({ message }) => message);
    const mocked = await mock(InstanceServiceClient, {}).get({ id: "nope" }).catch((failure) => failure);
    const isKnown = error instanceof CloudError && mocked instanceof CloudError;
    const names = [error.name, mocked.name];
    return { cpu: vm.spec.cpu, isKnown, names, code: error.code, errors: error.serviceErrors.length, lines, reason };
  }
  main().then((result) => console.log(JSON.stringify(result)));
`;

describe("a program in one minified file, far from any node_modules", () => {
  let folder: string;
  let emulator: Emulator;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "stratus-bundle-"));
    emulator = await startCloud();
    emulator.handle("svc.compute.v1.InstanceService/ReadConsole", async function* () {
      for (let offset = 0n; ; offset++) yield { offset, data: new Uint8Array(1) };
    });
  });
  afterAll(async () => {
    await emulator.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ["rolldown", "esm", "main.mjs", rolledUp],
    ["rolldown", "cjs", "main.cjs", rolledUp],
    ["esbuild", "esm", "main.mjs", built],
    ["esbuild", "cjs", "main.cjs", built],
  ] as const)("made by %s calls as %s, and ends by itself", async (bundler, format, name, bundle) => {
    await writeFile(join(folder, name), await bundle(format));
    const env = {
      PATH: process.env["PATH"],
      API_DOMAIN: emulator.apiDomain,
      ADDRESS: emulator.address,
      PARENT: `${bundler}-${format}`,
      KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    };
    // The time-out ends a program that an idle connection would hold open.
    const { stdout } = await run(process.execPath, [join(folder, name)], {
      cwd: folder,
      env,
      timeout: patienceMs / 5,
    });
    expect(JSON.parse(stdout)).toEqual({
      cpu: 4,
      isKnown: true,
      names: ["CloudError", "CloudError"],
      code: "NOT_FOUND",
      errors: 1,
      lines: [0, 1, 2],
      reason: "enough",
    });
  });
});

/** The program in one file, by rolldown. */
async function rolledUp(format: "esm" | "cjs"): Promise<string> {
  const source = join(top, "virtual-main.js");
  const bundle = await rolldown({
    input: source,
    platform: "node",
    plugins: [
      {
        name: "program",
        load: (id) => (id === source ? program : undefined),
        resolveId: (id) => (id === source ? id : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format, minify: true, codeSplitting: false });
  await bundle.close();
  expect(output).toHaveLength(1);
  return output[0].code;
}

/** The program in one file, by esbuild, whose ESM output can require nothing. */
async function built(format: "esm" | "cjs"): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: top, sourcefile: "main.js" },
    platform: "node",
    bundle: true,
    minify: true,
    write: false,
    format,
  });
  expect(outputFiles).toHaveLength(1);
  return outputFiles[0]?.text ?? "";
}
