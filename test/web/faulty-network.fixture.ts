/** A network between a program and a server that fails in the ways of its version of HTTP. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { constants, createSecureServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { testCertificate, testCertificateKey } from "../../runtime/src/fixture/tls.fixture.js";

/** The ways in which it fails, each at so many requests of a thousand. */
const rates = {
  "requests lost": 10,
  "answers lost": 10,
  "answers cut in the middle": 10,
  "connections lost with all their calls": 4,
  "connections that take no more calls": 4,
} as const;

type Fault = keyof typeof rates;

/** Where to call, and how often each fault has been. */
export interface FaultyNetwork extends AsyncDisposable {
  readonly url: string;
  readonly certificate: string | undefined;
  readonly faults: Readonly<Record<Fault, number>>;
}

/** Passes requests on to a server, by HTTP/1.1, or by HTTP/2 with TLS. */
export async function startFaultyNetwork(target: string, isHttp2: boolean): Promise<FaultyNetwork> {
  const agent = new Agent({ keepAlive: true });
  const faults = Object.fromEntries(Object.keys(rates).map((name) => [name, 0])) as Record<Fault, number>;
  const handle = (asked: IncomingMessage, answer: ServerResponse): void => {
    const fault = roll();
    if (fault) faults[fault] += 1;
    pass(asked, answer, fault, { agent, target }).catch(() => cut(answer));
  };
  const sessions = new Set<ServerHttp2Session>();
  const server = isHttp2
    ? createSecureServer({ cert: testCertificate, key: testCertificateKey }, handle as never)
    : createServer(handle);
  server.on("session", (session: ServerHttp2Session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `${isHttp2 ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificate: isHttp2 ? testCertificate : undefined,
    faults,
    async [Symbol.asyncDispose]() {
      for (const session of sessions) session.destroy();
      if ("closeAllConnections" in server) server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function roll(): Fault | undefined {
  let left = Math.random() * 1_000;
  for (const [fault, rate] of Object.entries(rates)) if ((left -= rate) < 0) return fault as Fault;
  return undefined;
}

async function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  fault: Fault | undefined,
  way: { readonly agent: Agent; readonly target: string },
): Promise<void> {
  const body = await bytesOf(asked);
  if (fault === "requests lost") return cut(answer);
  if (fault === "connections that take no more calls") takeNoMore(answer);
  const { head, bytes } = await send(asked, body, way);
  if (fault === "answers lost") return cut(answer);
  // The server has done what the call wants, and so it has for other calls whose answers are lost with it.
  if (fault === "connections lost with all their calls") {
    const session = sessionOf(answer);
    return session ? session.destroy() : cut(answer);
  }
  for (const [name, value] of Object.entries(head.headers)) {
    if (!/^(?:connection|keep-alive|transfer-encoding|content-length)$/.test(name))
      answer.setHeader(name, value!);
  }
  // The answer is whole here, so its length is known, and who has less of it can tell.
  answer.setHeader("content-length", bytes.length);
  answer.writeHead(head.statusCode ?? 502);
  if (fault !== "answers cut in the middle") return void answer.end(bytes);
  answer.write(bytes.subarray(0, bytes.length >> 1), () => cut(answer));
}

/** Passes a request on, and reads its answer to the end. */
function send(
  { headers, method = "", url = "" }: IncomingMessage,
  body: Buffer,
  { agent, target }: { readonly agent: Agent; readonly target: string },
): Promise<{ readonly head: IncomingMessage; readonly bytes: Buffer }> {
  const plain = Object.entries(headers).filter(
    ([name]) => !/^:|^(?:host|connection|transfer-encoding)$/.test(name),
  );
  return new Promise((resolve, reject) => {
    const passed = request(
      target + url,
      { method, agent, headers: { ...Object.fromEntries(plain), "content-length": body.length } },
      (head) => bytesOf(head).then((bytes) => resolve({ head, bytes }), reject),
    );
    passed.once("error", reject).end(body);
  });
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

const resets = [
  constants.NGHTTP2_REFUSED_STREAM,
  constants.NGHTTP2_INTERNAL_ERROR,
  constants.NGHTTP2_CANCEL,
  constants.NGHTTP2_NO_ERROR,
];

/** Ends a request as a network does: its stream is reset by one of several codes, or its connection is gone. */
function cut(answer: ServerResponse): void {
  const { stream } = answer as { readonly stream?: { close(code: number): void } };
  if (stream) stream.close(resets[Math.floor(Math.random() * resets.length)]!);
  else answer.socket?.destroy();
}

/** The connection is kept for the calls that it has. */
function takeNoMore(answer: ServerResponse): void {
  const session = sessionOf(answer);
  if (session) session.goaway();
  else answer.setHeader("connection", "close");
}

function sessionOf(answer: ServerResponse): ServerHttp2Session | undefined {
  return (answer as { readonly stream?: { readonly session?: ServerHttp2Session } }).stream?.session;
}
