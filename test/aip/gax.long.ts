/**
 * The client of Secret Manager beside Google's own, which stands on google-gax: what starting, bytes and a call cost, in
 * one run (`npm run long -- official`). It prints a table of ratios; test/FIGURES.md has one.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildGoogle } from "../corpus/google.fixture.js";
import { printFigure } from "../figures.js";
import { opening, openSdk, type OpenSdk } from "./sdk.fixture.js";

const execute = promisify(execFile);
const official = fileURLToPath(new URL("official/", import.meta.url));

/** Both clients read one secret. */
const ours = `${opening}
import { SecretManagerServiceClient } from "./google/cloud/secretmanager/v1/index.js";

export async function start(address: string, token: string): Promise<{ get: () => Promise<unknown>; close: () => Promise<void> }> {
  const google = open(address, token);
  const secrets = new SecretManagerServiceClient(google);
  return { get: async () => secrets.getSecret({ name: "projects/p/secrets/s" }), close: async () => google.close() };
}

export async function make(address: string, token: string): Promise<void> {
  await using google = open(address, token);
  const secret = { replication: { replication: { $case: "automatic", value: {} } }, labels: { a: "1", b: "2" } } as const;
  await new SecretManagerServiceClient(google).createSecret({ parent: "projects/p", secretId: "s", secret });
}
`;
const theirs = `
import { createRequire } from "node:module";
const load = createRequire(${JSON.stringify(join(official, "package.json"))});
export async function start(address, token) {
  const { SecretManagerServiceClient } = load("@google-cloud/secret-manager");
  const { credentials } = load("@grpc/grpc-js");
  const secrets = new SecretManagerServiceClient({ apiEndpoint: "127.0.0.1", port: Number(address.split(":").at(-1)), sslCreds: credentials.createInsecure(), projectId: "p" });
  const options = { otherArgs: { headers: { authorization: "Bearer " + token, "x-goog-user-project": "q" } } };
  return { get: () => secrets.getSecret({ name: "projects/p/secrets/s" }, options), close: () => secrets.close() };
}
`;

/** Loads a client, makes a call, then many; prints what each took. */
const measure = `
const [, , client, address, token] = process.argv;
const spent = (from) => { const { user, system } = process.cpuUsage(from); return (user + system) / 1000; };
const [began, from] = [performance.now(), process.cpuUsage()];
const { get, close } = await (await import(client)).start(address, token);
await get();
const start = { wallMs: performance.now() - began, cpuMs: spent(from), rssMb: process.memoryUsage().rss / 1e6 };
const many = async (count) => {
  let left = count;
  await Promise.all(Array.from({ length: 16 }, async () => { while (left-- > 0) await get(); }));
};
await many(200);
const before = process.cpuUsage();
await many(600);
const callUs = (spent(before) * 1000) / 600;
await close();
console.log(JSON.stringify({ ...start, callUs }));
process.exit(0);
`;

type Costs = Readonly<Record<"wallMs" | "cpuMs" | "rssMb" | "callUs", number>>;

async function bundled(file: string): Promise<number> {
  const options = { bundle: true, minify: true, write: false, platform: "node", format: "esm" } as const;
  const { outputFiles } = await build({ entryPoints: [file], ...options, logLevel: "silent" });
  return outputFiles.reduce((sum, { contents }) => sum + contents.length, 0);
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

// Each measurement starts processes one after the other, so a busy machine takes minutes. Nothing depends on that time.
describe("Secret Manager beside google-gax", { timeout: 3_000_000 }, () => {
  let sdk: OpenSdk<{ make(address: string, token: string): Promise<void> }>;
  beforeAll(async () => {
    sdk = await openSdk({ files: buildGoogle(["google/cloud/secretmanager/v1"]), program: ours });
    await sdk.folder.write({ "theirs.mjs": theirs, "measure.mjs": measure });
    await sdk.program.make(sdk.emulator.address, sdk.token);
  });
  afterAll(() => sdk?.[Symbol.asyncDispose]());

  it("costs less to start, to ship and to call", async () => {
    const files = {
      ours: join(sdk.folder.path, "dist/main.js"),
      theirs: join(sdk.folder.path, "theirs.mjs"),
    };
    const runs = { ours: [] as Costs[], theirs: [] as Costs[] };
    const cost = async (client: string): Promise<Costs> => {
      const args = [join(sdk.folder.path, "measure.mjs"), client, sdk.emulator.address, sdk.token];
      return JSON.parse((await execute(process.execPath, args)).stdout) as Costs;
    };
    for (let round = 0; round < 3; round++)
      for (const side of ["ours", "theirs"] as const) runs[side].push(await cost(files[side]));
    const entry = join(official, "node_modules/@google-cloud/secret-manager/build/src/index.js");
    const bundles = { ours: await bundled(files.ours), theirs: await bundled(entry) };
    const row = (name: string, own: number, other: number): string =>
      `| ${name} | ${own.toFixed(1)} | ${other.toFixed(1)} | ${(own / other).toFixed(2)} |`;
    const of = (key: keyof Costs): [number, number] => [
      median(runs.ours.map((one) => one[key])),
      median(runs.theirs.map((one) => one[key])),
    ];
    printFigure(
      "beside google-gax",
      [
        "| | ours | google-gax | ratio |",
        "|---|---|---|---|",
        row("first call of a fresh process, ms CPU", ...of("cpuMs")),
        row("first call of a fresh process, ms", ...of("wallMs")),
        row("memory after it, MB", ...of("rssMb")),
        row("a call, 16 in flight, µs CPU", ...of("callUs")),
        row("bundle, minified, kB", bundles.ours / 1000, bundles.theirs / 1000),
      ].join("\n"),
    );
    expect(bundles.ours).toBeLessThan(bundles.theirs);
  });
});
