import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Address } from "../../../calls/endpoint/address.js";
import { withoutFinalDot } from "../../../calls/endpoint/host-name.js";
import { ipVersion } from "../../../calls/endpoint/ip-version.js";
import { ConnectError } from "../../../calls/error/connect-error.js";
import { proxyUser } from "../proxy-options.js";
import { isWithoutTls, tlsError, tlsReason } from "./tls-error.js";
import type { ChosenProxy } from "./proxy-choice.js";
import { loadRequest, type VerifiedRequest } from "./secure-socket.js";
import { sendAfterHandshake } from "./send-after-handshake.js";

/**
 * Opens a tunnel to an address through a proxy (CONNECT, RFC 9110, section 9.3.6). Bytes of the server that arrived with
 * the response of the proxy can still be read from the socket.
 *
 * @throws An Error that names the option or variable of the proxy, never its URL; the signal's reason.
 */
export async function openTunnel(
  { url, ca, namedBy }: ChosenProxy,
  { host, port }: Address,
  signal: AbortSignal,
): Promise<Socket> {
  const request = await loadRequest(url);
  signal.throwIfAborted();
  const to = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const proxyHost = url.hostname.replace(/^\[|\]$/g, "");
  const options: VerifiedRequest = {
    method: "CONNECT",
    host: proxyHost,
    // Otherwise Node would use the header `host`, which names the server behind the proxy.
    servername: ipVersion(proxyHost) === 0 ? withoutFinalDot(proxyHost) : "",
    port: url.port || (url.protocol === "https:" ? 443 : 80),
    path: to,
    headers: { host: to, ...proxyAuthorization(url) },
    // A pool of tunnels would outlive the session.
    agent: false,
  };
  if (ca !== undefined) options.ca = Buffer.from(ca);
  return await opened(request(options), url, namedBy, signal);
}

function opened(asked: ClientRequest, url: URL, namedBy: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const abort = (): void => fail(signal.reason);
    const fail = (error: unknown): void => {
      signal.removeEventListener("abort", abort);
      asked.destroy();
      reject(error);
    };
    signal.addEventListener("abort", abort, { once: true });
    asked.on("error", (error) => fail(proxyError(namedBy, error)));
    // A proxy without CONNECT responds as a web server does.
    asked.on("response", ({ statusCode }) => fail(refuseTunnel(namedBy, statusCode ?? 0)));
    asked.on("connect", ({ statusCode = 0 }: IncomingMessage, socket: Socket, head: Buffer) => {
      signal.removeEventListener("abort", abort);
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        return reject(refuseTunnel(namedBy, statusCode));
      }
      socket.on("error", () => undefined);
      // The server may send first.
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    sendAfterHandshake(asked, url);
  });
}

function proxyError(namedBy: string, error: Error): Error {
  const text = `the proxy that ${namedBy} names: ${tlsReason(error)}`;
  if (!tlsError(error)) return new Error(text);
  const fix = isWithoutTls(error)
    ? "it does not speak TLS: write http: in its URL"
    : "the option proxy takes the certificates to trust: { url, ca }";
  return new ConnectError("PROXY_REJECTED", `${text}; ${fix}`);
}

function refuseTunnel(namedBy: string, status: number): Error {
  const proxy = `the proxy that ${namedBy} names`;
  if (status === 407) {
    const fix = "write them into its URL";
    return new ConnectError("PROXY_REJECTED", `${proxy} asks for a user and a password (407); ${fix}`);
  }
  const said = `${proxy} did not open a tunnel: it answered with HTTP status ${status}`;
  // Other 4xx responses are rules of the proxy; everything else may be temporary.
  const isRule = status >= 400 && status < 500 && status !== 429;
  return isRule ? new ConnectError("PROXY_REJECTED", said) : new Error(said);
}

function proxyAuthorization(url: URL): { [name: string]: string } {
  const plain = proxyUser(url) ?? ":";
  if (plain === ":") return {};
  return { "proxy-authorization": `Basic ${Buffer.from(plain).toString("base64")}` };
}
