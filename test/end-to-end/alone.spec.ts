import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answer, FaultServer } from "../../runtime/src/fixture/fault-server.fixture.js";
import { account, privateKey, startCloud } from "./local-cloud.fixture.js";
import { patienceMs } from "../patience.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

describe("a project with an SDK and nothing else", () => {
  let project: string;
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), "stratus-alone-"));
    // Copies, not links: a link would find the packages of this repository.
    for (const [name, from] of [
      ["@svc/cloud", "generated/cloud"],
      ["@stratus/runtime", "runtime"],
    ] as const) {
      const to = join(project, "node_modules", name);
      await cp(join(top, from, "dist"), join(to, "dist"), { recursive: true });
      await cp(join(top, from, "package.json"), join(to, "package.json"));
    }
  });
  afterAll(() => rm(project, { recursive: true, force: true }));

  async function runProgram(program: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
    await writeFile(join(project, "main.mjs"), program);
    const options = { cwd: project, env: { PATH: process.env["PATH"], ...env }, timeout: patienceMs / 5 };
    return (await promisify(execFile)(process.execPath, ["main.mjs"], options)).stdout.trim();
  }

  it("logs in and calls", async () => {
    await using emulator = await startCloud();
    const program = `
      import { Cloud, serviceAccount } from "@svc/cloud";
      import { InstanceServiceClient } from "@svc/cloud/compute/v1";
      const { API_DOMAIN: apiDomain, ADDRESS: endpoint, KEY: privateKey } = process.env;
      const credentials = serviceAccount.fromPem({ ...${JSON.stringify(account)}, privateKey });
      const vms = new InstanceServiceClient(new Cloud({ apiDomain, endpoint, insecure: true, credentials }));
      console.log((await vms.list({ parentId: "p" })).items.length);`;
    const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const env = { API_DOMAIN: emulator.apiDomain, ADDRESS: emulator.address, KEY: key };
    expect(await runProgram(program, env)).toBe("0");
  });

  it("refuses options that only parsers can judge, since bundling has removed no check", async () => {
    const program = `
      import { Cloud, staticToken } from "@svc/cloud";
      const said = [];
      const open = (options) => new Cloud({ apiDomain: "api.example.com", credentials: staticToken("t"), ...options });
      for (const options of [
        { proxy: "http://user:%zz@proxy.example.com" },
        { proxy: "http://%zz@proxy.example.com" },
        { tls: { ca: "-----BEGIN CERTIFICATE-----AAAA-----END CERTIFICATE-----" } },
        { apiDomain: "127.0.0.1" },
      ]) {
        try {
          open(options);
          said.push("accepted");
        } catch ({ option }) {
          said.push(option);
        }
      }
      process.env.grpc_proxy = "http://user:%zz@proxy.example.com";
      try {
        open({});
      } catch ({ message }) {
        said.push(message);
      }
      console.log(JSON.stringify(said));`;
    const said: unknown = JSON.parse(await runProgram(program));
    expect(said).toEqual([
      "proxy",
      "proxy",
      "tls.ca",
      "apiDomain",
      expect.stringMatching(/^proxy: grpc_proxy is not the URL of a proxy(?!.*zz)/),
    ]);
  });

  it("stays until its calls are over, also between two attempts to connect, and then ends by itself", async () => {
    const empty = new Uint8Array(0);
    await using server = await new FaultServer([
      (stream) => void setTimeout(() => answer(empty)(stream), 1_000),
    ]).listen();
    const program = `
      import { Cloud, staticToken } from "@svc/cloud";
      import { InstanceServiceClient } from "@svc/cloud/compute/v1";
      const open = (endpoint) => new InstanceServiceClient(
        new Cloud({ apiDomain: "api.example.com", endpoint, insecure: true, credentials: staticToken("t") }));
      const slow = open(process.env.ADDRESS).list({ parentId: "p" }).then(({ items }) => items.length);
      const nowhere = open("127.0.0.1:1").list({ parentId: "p" }, { timeoutMs: 1500 }).catch(({ code }) => code);
      Promise.all([slow, nowhere]).then((all) => console.log(JSON.stringify(all)));`;
    const startMs = performance.now();
    expect(JSON.parse(await runProgram(program, { ADDRESS: server.address }))).toEqual([
      0,
      expect.stringMatching(/^(UNAVAILABLE|DEADLINE_EXCEEDED)$/),
    ]);
    expect(performance.now() - startMs).toBeLessThan(patienceMs / 20);
  });

  it("trusts what NODE_EXTRA_CA_CERTS adds to Node's own list", async () => {
    await using emulator = await startCloud({ tls: "generate" });
    const path = join(project, "ca.pem");
    await writeFile(path, emulator.certificatePem ?? "");
    const program = `
      import { Cloud, serviceAccount } from "@svc/cloud";
      import { InstanceServiceClient } from "@svc/cloud/compute/v1";
      const { API_DOMAIN: apiDomain, ADDRESS: endpoint, KEY: privateKey } = process.env;
      const credentials = serviceAccount.fromPem({ ...${JSON.stringify(account)}, privateKey });
      const vms = new InstanceServiceClient(new Cloud({ apiDomain, endpoint, credentials, retry: false }));
      console.log(await vms.list({ parentId: "p" }).then(({ items }) => items.length, ({ code }) => code));`;
    const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const env = { API_DOMAIN: emulator.apiDomain, ADDRESS: emulator.address, KEY: key };
    expect(await runProgram(program, env)).toBe("UNAVAILABLE");
    expect(await runProgram(program, { ...env, NODE_EXTRA_CA_CERTS: path })).toBe("0");
  });

  it("loads what servers stand on, which says what is missing when a server is to be made", async () => {
    const program = `
      import { addService } from "@stratus/runtime/server";
      try {
        addService(undefined, { typeName: "acme.v1.BookService", methods: {} }, {});
      } catch (error) {
        console.log(error.message);
      }`;
    expect(await runProgram(program)).toBe(
      "addService: the server of acme.v1.BookService is not one of grpc-js; install @grpc/grpc-js and pass its `new Server()`",
    );
  });
});
