import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, it } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Loads the SDKs by `require` and by `import`. Bundlers, and Node with the flag below, give two copies. */
const program = `
const load = async () => {
  const one = Object.assign({}, require("@svc/catalogue"), require("@svc/cloud/web"), require("@svc/cloud"), require("@svc/cloud/compute/v1"));
  const other = Object.assign({}, await import("@svc/catalogue"), await import("@svc/cloud/web"), await import("@svc/cloud"), await import("@svc/cloud/compute/v1"));
  const webs = [require("@svc/cloud/web"), await import("@svc/cloud/web")];
  return [{ ...one, Web: webs[0].Cloud }, { ...other, Web: webs[1].Cloud }];
};
const thrownBy = (run) => { try { run(); } catch (error) { return error; } };
const facts = async (a, b) => {
  const unknownOption = thrownBy(() => new a.Cloud({ nope: 1 }));
  const badMessage = thrownBy(() => a.Instance.decode(new Uint8Array([10, 200])));
  const sent = [];
  const instances = a.mock(b.InstanceServiceClient, {
    get: ({ id }) => {
      if (id === "gone") throw new b.CloudError({ code: "NOT_FOUND", text: "gone" });
      return a.Instance.create({ metadata: { id, resourceVersion: 1n }, spec: { cpu: 4 } });
    },
    update: (request) => (sent.push(request.spec.cpu), b.mockOperation.slow(2)),
  });
  const gone = await instances.get({ id: "gone" }).catch((error) => error);
  await instances.modify({ id: "1" }, (vm) => { vm.spec.cpu = 8; });
  await instances.update({ metadata: { id: "1" }, spec: { cpu: 9 } }, { resetMask: (m) => [m.spec.secondaryDisks] });
  const session = new a.Web({ baseUrl: "https://api.example.com", credentials: b.staticToken("token-1"), fetch: async (_, init) => {
    sent.push(new Headers(init.headers).get("authorization"));
    throw new TypeError("down");
  }, retry: false });
  await new b.InstanceServiceClient(session).get({ id: "1" }).catch((error) => sent.push(error instanceof b.CloudError));
  const maskOf = (copy, choose) => copy.maskFor(copy.UpdateInstanceRequest).select(choose);
  const [left, right] = [a, b].map((copy) => maskOf(copy, (m) => [m.spec.cpu]));
  const both = left.union(maskOf(b, (m) => [m.spec.hostnames]));
  await instances.update({ metadata: { id: "1" }, spec: { cpu: 5 } }, { resetMask: maskOf(b, (m) => [m.spec.hostnames]) });
  const catalogue = new a.CatalogueClient({ baseUrl: "https://catalogue.example", retry: false, fetch: async () => new Response("", { status: 500 }) });
  const failure = await catalogue.courses.list().catch((error) => error);
  return {
    masks: [left.equals(right), both.contains("spec.cpu")],
    notPlainErrors: [Object.assign(new Error(), { name: "OptionsError" }) instanceof a.OptionsError, Object.assign(new TypeError(), { name: "MessageError" }) instanceof a.MessageError],
    rest: [failure instanceof a.CatalogueError, failure instanceof b.CatalogueError, failure.status, gone instanceof a.CatalogueError],
    copies: a.Instance !== b.Instance,
    options: unknownOption instanceof b.OptionsError,
    message: badMessage instanceof b.MessageError,
    call: [gone instanceof a.CloudError, gone instanceof b.CloudError, gone.code],
    json: b.toJson ? b.toJson(a.Disk, a.Disk.create({ spec: { type: 1 } })) : {},
    sent,
  };
};
load().then(async ([one, other]) => console.log(JSON.stringify([await facts(one, other), await facts(other, one)])));
`;

const expected = {
  copies: true,
  options: true,
  message: true,
  call: [true, true, "NOT_FOUND"],
  json: { spec: { type: "DISK_TYPE_NETWORK_SSD" } },
  sent: [8, 9, "Bearer token-1", true, 5],
  masks: [true, true],
  notPlainErrors: [false, false],
  rest: [true, true, 500, false],
};

it("sessions, credentials, clients, masks and errors of one copy of an SDK work with those of another", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--no-experimental-require-module", "--input-type=commonjs", "--eval", program],
    { cwd: folder },
  );
  expect(JSON.parse(stdout)).toEqual([expected, expected]);
});

it("a bundle with two copies of an SDK works too", async () => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder },
    bundle: true,
    platform: "node",
    write: false,
    logLevel: "error",
  });
  const place = await mkdtemp(join(tmpdir(), "two-copies-"));
  await writeFile(join(place, "program.cjs"), outputFiles[0]?.text ?? "");
  const { stdout } = await promisify(execFile)(process.execPath, [join(place, "program.cjs")]);
  await rm(place, { recursive: true });
  expect(JSON.parse(stdout)).toEqual([expected, expected]);
});
