import { createServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createHttp2Server } from "node:http2";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectThings, methods, openSession } from "../../fixture/test-api.fixture.js";
import { answering } from "../../fixture/test-transport.fixture.js";
import { defineMethod, defineService } from "../../calls/rpc/define-service.js";
import { connect } from "../core/connect.js";
import type { SessionOptions } from "../core/session-options.js";
import { applicationDefault, type ApplicationDefaultOptions } from "./application-default.js";
import { codedError } from "../../../../test/coded-error.js";

interface Asked {
  readonly path: string;
  readonly flavor: unknown;
  readonly body: string;
}

let folder = "";
const servers: Server[] = [];
const asked: Asked[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stratus-adc-"));
  asked.length = 0;
  for (const name of ["GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_CLOUD_QUOTA_PROJECT", "CLOUDSDK_CONFIG"])
    vi.stubEnv(name, "");
  vi.stubEnv("HOME", folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const one of servers.splice(0)) one.close();
  rmSync(folder, { recursive: true });
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}

/** A server on this machine that gives tokens; its address. */
async function serve(headers: Record<string, string>, answer: object): Promise<string> {
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      asked.push({ path: request.url ?? "", flavor: request.headers["metadata-flavor"], body });
      response.writeHead(200, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify(answer));
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function fileWith(contents: unknown): void {
  const path = join(folder, "credentials.json");
  writeFileSync(path, typeof contents === "string" ? contents : JSON.stringify(contents));
  vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", path);
}

/** The headers of a call with these credentials, or what it fails with. */
async function headersOf(options: ApplicationDefaultOptions = { scopes: ["https://x.example/auth/a"] }) {
  const transport = answering(() => ({ metadata: undefined, spec: undefined }));
  await using session = openSession({ transport, credentials: applicationDefault(options) });
  await connectThings(session).unary(methods.get, { id: "1" });
  const [call] = transport.calls;
  return ["authorization", "x-goog-user-project"].map((name) => call?.metadata.get(name));
}

const jwt = "urn:ietf:params:oauth:token-type:jwt";

const workload = (address: string, source: object) => ({
  type: "external_account",
  audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q",
  subject_token_type: jwt,
  token_url: `http://${address}/token`,
  credential_source: source,
  quota_project_id: "of-the-file",
});

describe("application default credentials", () => {
  it("are those of the metadata server if there is no file, asked without a proxy", async () => {
    const host = await serve(
      { "metadata-flavor": "Google" },
      { access_token: "of-the-machine", expires_in: 300 },
    );
    vi.stubEnv("GCE_METADATA_HOST", host);
    // Whoever goes by a proxy gets nothing.
    for (const proxy of ["http_proxy", "HTTP_PROXY"]) vi.stubEnv(proxy, "http://127.0.0.1:9");
    expect(await headersOf()).toEqual(["Bearer of-the-machine", undefined]);
    expect(asked).toEqual([
      {
        path: "/computeMetadata/v1/instance/service-accounts/default/token?scopes=https%3A%2F%2Fx.example%2Fauth%2Fa",
        flavor: "Google",
        body: "",
      },
    ]);
  });

  it("are not taken from a server that is another", async () => {
    vi.stubEnv("GCE_METADATA_HOST", await serve({}, { access_token: "of-a-stranger" }));
    await expect(headersOf()).rejects.toThrow(
      codedError("UNAUTHENTICATED", "gcloud auth application-default login"),
    );
  });

  it("are those of a file of workload identity, with its quota project, and the metadata server is not asked", async () => {
    const host = await serve(
      {},
      { access_token: "exchanged", expires_in: 3600, token_type: "Bearer", issued_token_type: "x" },
    );
    vi.stubEnv("GCE_METADATA_HOST", host);
    writeFileSync(join(folder, "subject"), "subject-token");
    fileWith(workload(host, { file: join(folder, "subject") }));
    expect(await headersOf()).toEqual(["Bearer exchanged", "of-the-file"]);
    expect(asked.map(({ path }) => path)).toEqual(["/token"]);
    expect(new URLSearchParams(asked[0]?.body).get("subject_token")).toBe("subject-token");
    vi.stubEnv("GOOGLE_CLOUD_QUOTA_PROJECT", "of-the-environment");
    expect((await headersOf())[1]).toBe("of-the-environment");
    expect((await headersOf({ scopes: ["s"], quotaProject: "own" }))[1]).toBe("own");
  });

  it.each<[what: string, contents: unknown, options: ApplicationDefaultOptions | undefined, why: RegExp]>([
    [
      "a file that runs a program",
      workload("127.0.0.1:9", { executable: { command: "/bin/false" } }),
      undefined,
      /allowExecutable: true/,
    ],
    [
      "one that does so within a file that impersonates",
      {
        type: "impersonated_service_account",
        source_credentials: workload("127.0.0.1:9", { executable: { command: "/bin/false" } }),
      },
      undefined,
      /allowExecutable: true/,
    ],
    ["a file that is not JSON", "secret-text", undefined, /credentials.json does not hold credentials/],
    ["an API without scopes", { type: "service_account" }, {}, /names no scopes/],
  ])("refuse %s, and show nothing of it", async (_, contents, options, why) => {
    fileWith(contents);
    const error = await headersOf(options).then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(error?.message).toMatch(why);
    expect(String(error?.stack)).not.toContain("secret-text");
  });

  it("of a file are not used while the environment disables the verification of certificates", async () => {
    const host = await serve({}, { access_token: "exchanged", token_type: "Bearer", issued_token_type: "x" });
    writeFileSync(join(folder, "subject"), "subject-token");
    fileWith(workload(host, { file: join(folder, "subject") }));
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    await expect(headersOf()).rejects.toThrow(
      codedError("UNAUTHENTICATED", "NODE_TLS_REJECT_UNAUTHORIZED=0"),
    );
    expect(asked).toEqual([]);
  });

  it("run a program if both the options and the environment allow it", async () => {
    const host = await serve({}, { access_token: "t", token_type: "Bearer", issued_token_type: "x" });
    const subject = { version: 1, success: true, token_type: jwt, id_token: "of-a-program" };
    writeFileSync(
      join(folder, "print"),
      `#!/bin/sh\necho '${JSON.stringify({ ...subject, expiration_time: 99_999_999_999 })}'\n`,
      { mode: 0o755 },
    );
    fileWith(workload(host, { executable: { command: join(folder, "print") } }));
    const options = { scopes: ["s"], allowExecutable: true };
    const allowed = "GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES";
    await expect(headersOf(options)).rejects.toThrow(codedError("UNAUTHENTICATED", allowed));
    vi.stubEnv(allowed, "1");
    expect(await headersOf(options)).toEqual(["Bearer t", "of-the-file"]);
    expect(new URLSearchParams(asked[0]?.body).get("subject_token")).toBe("of-a-program");
  });

  it("name a file that is missing, and options that there are not", async () => {
    vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", join(folder, "gone.json"));
    await expect(headersOf()).rejects.toThrow(codedError("UNAUTHENTICATED", /gone.json cannot be read/));
    expect(() => applicationDefault({ scope: [] } as object)).toThrow(
      codedError("OPTION_UNKNOWN", /did you mean "scopes"/),
    );
  });
});

describe("tokens", () => {
  const scopes = ["https://x.example/auth/a"];
  /** An SDK's call of a service that has a host of its own, as `google.api.default_host` gives it. */
  const callAt = (session: ReturnType<typeof openSession>, host: string, id: string): Promise<unknown> => {
    const service = defineService("library.v1.Library", { host });
    const get = defineMethod(service, "Get", "unary", methods.get.request, methods.get.response, {
      readOnly: true,
    });
    return connect(session, service).unary(get, { id });
  };
  const machine = async (): Promise<void> => {
    vi.stubEnv("GCE_METADATA_HOST", await serve({ "metadata-flavor": "Google" }, { access_token: "t" }));
  };

  it.each<[what: string, options: SessionOptions, id: string, target: string]>([
    ["the API's host", {}, "1", "dns:///library.example.com:443"],
    [
      "that of the API, whatever a name says",
      {},
      "//evil.example/shelves/s",
      "dns:///library.example.com:443",
    ],
    [
      "what the program names",
      { endpoint: "proxy.acme.example:8443" },
      "1",
      "dns:///proxy.acme.example:8443",
    ],
    [
      "what it names for that host",
      { endpoints: { "library.example.com": "localhost:8080" } },
      "1",
      "dns:///localhost:8080",
    ],
    [
      "the API's host, if the program names another for another",
      { endpoints: { "other.example.com": "evil.example:443" } },
      "1",
      "dns:///library.example.com:443",
    ],
  ])("go to %s", async (_, options, id, target) => {
    await machine();
    const transport = answering(() => ({}));
    await using session = openSession({ transport, credentials: applicationDefault({ scopes }), ...options });
    await callAt(session, "library.example.com", id);
    const sent = transport.calls.map((call) => [call.endpoint.target, call.metadata.get("authorization")]);
    expect(sent).toEqual([[target, "Bearer t"]]);
  });

  it.each([
    "evil.example/x",
    "library.example.com@evil.example",
    "evil.example?x=library.example.com",
    "a b",
  ])("are not asked for where the host is no name: %s", async (host) => {
    await machine();
    const transport = answering(() => ({}));
    await using session = openSession({ transport, credentials: applicationDefault({ scopes }) });
    await expect((async () => callAt(session, host, "1"))()).rejects.toThrow(
      codedError("OPTION_INVALID", /host/),
    );
    expect([transport.calls, asked]).toEqual([[], []]);
  });

  it("do not follow a server that sends calls elsewhere", async () => {
    await machine();
    const seen: (string | undefined)[] = [];
    const other = createHttp2Server().on("stream", (stream) => {
      seen.push("other");
      stream.close();
    });
    await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/x`;
    const first = createHttp2Server().on("stream", (stream, headers) => {
      seen.push(headers.authorization);
      stream.respond({ ":status": 307, location: elsewhere, "alt-svc": `h2="${elsewhere.slice(7, -2)}"` });
      stream.end();
    });
    await new Promise<void>((done) => first.listen(0, "127.0.0.1", done));
    const endpoint = `127.0.0.1:${(first.address() as AddressInfo).port}`;
    await using session = openSession({
      endpoint,
      insecure: true,
      retry: false,
      credentials: applicationDefault({ scopes }),
    });
    await expect(callAt(session, "library.example.com", "1")).rejects.toThrow(codedError("UNKNOWN", /307/));
    expect(seen).toEqual(["Bearer t"]);
    first.close();
    other.close();
  });
});
