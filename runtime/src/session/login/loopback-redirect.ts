import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { LoginError } from "./login-error.js";

const path = "/callback";

/** The response of the provider, which a browser brings, and the page that the browser then shows. */
export interface Redirect {
  readonly parameters: URLSearchParams;
  /** Shows the outcome of the login in the browser. */
  readonly answer: (isLoggedIn: boolean) => void;
}

/** A server on this machine to which the provider sends the browser (RFC 8252, section 7.3). */
export class LoopbackRedirect {
  /** The redirect URI: `http://127.0.0.1:PORT/callback`. Its port differs from login to login. */
  readonly uri: string;
  /** The first request for it. Never rejects. */
  readonly redirect: Promise<Redirect>;
  readonly #server: Server;

  private constructor(server: Server, port: number, redirect: (host: string) => Promise<Redirect>) {
    this.#server = server;
    this.uri = `http://127.0.0.1:${port}${path}`;
    this.redirect = redirect(`127.0.0.1:${port}`);
  }

  /** Starts the server. @throws A LoginError if this machine has no free port. */
  static async listen(): Promise<LoopbackRedirect> {
    const server = createServer({ requestTimeout: 10_000 });
    await new Promise<void>((done, fail) => {
      server.once("error", (error) => fail(new LoginError("LOGIN_UNAVAILABLE", error.message)));
      // An address, since a name may be somebody else's (RFC 8252, section 8.3).
      server.listen(0, "127.0.0.1", done);
    });
    const { port } = server.address() as AddressInfo;
    return new LoopbackRedirect(
      server,
      port,
      (host) =>
        new Promise((done) => {
          let isTaken = false;
          server.on("request", (request, response) => {
            if (isTaken || !isRedirect(request, host)) return refuse(response);
            isTaken = true;
            return done({
              parameters: readParameters(request),
              answer: (isLoggedIn) => show(response, isLoggedIn),
            });
          });
        }),
    );
  }

  /** Stops the server when the browser has its page. */
  async close(): Promise<void> {
    await new Promise<void>((done) => {
      this.#server.close(() => done());
      this.#server.closeIdleConnections();
      // A page that is not fetched must not hold up the command.
      setTimeout(() => this.#server.closeAllConnections(), 1_000).unref();
    });
  }
}

/** Whether a request is that of the redirect. Other pages and programs may send requests to the port as well. */
function isRedirect({ method, headers, url = "" }: IncomingMessage, host: string): boolean {
  const [place] = url.split("?", 1);
  return method === "GET" && place === path && headers.host === host;
}

function readParameters({ url = "" }: IncomingMessage): URLSearchParams {
  return new URL(url, "http://127.0.0.1").searchParams;
}

function refuse(response: ServerResponse): void {
  response.writeHead(404, pageHeaders).end();
}

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  connection: "close",
};

function show(response: ServerResponse, isLoggedIn: boolean): void {
  const text = isLoggedIn ? "You are logged in." : "The login failed. The command line says why.";
  const page = `<!doctype html><html lang="en"><title>Login</title><p>${text} You can close this page.</p></html>`;
  response.writeHead(isLoggedIn ? 200 : 400, pageHeaders).end(page);
}
