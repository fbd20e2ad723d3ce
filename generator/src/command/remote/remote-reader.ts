/**
 * Reads OpenAPI documents over the network, with limits on servers, sizes and time.
 */
import { errorText, Problems } from "../../kit/problem.js";
import { requestAt } from "./pinned-request.js";
import { resolveHost, type ResolvedHost } from "./private-addresses.js";

/** Limits for reading over the network, per run. */
export interface RemoteLimits {
  readonly maxBytes: number;
  /** The number of documents, each with its redirects. */
  readonly maxDocuments: number;
  readonly maxRedirects: number;
  readonly timeoutMs: number;
}

const usual: RemoteLimits = { maxBytes: 50_000_000, maxDocuments: 500, maxRedirects: 10, timeoutMs: 30_000 };

/** Returns whether a text is a URL, and not the path of a file. */
export function isAddress(spec: string): boolean {
  return /^https?:\/\//i.test(spec);
}

/** Reads texts by URL, over https or from this machine. */
export class RemoteReader {
  readonly #origin: string | undefined;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #limits: RemoteLimits;
  #remainingBytes: number;
  #remainingDocuments: number;
  /** Each name is resolved once, so that its server cannot name a private address after the check. */
  readonly #hosts = new Map<string, Promise<ResolvedHost>>();

  /** @param first The URL to whose origin the headers are sent; by default they are not sent. */
  constructor(
    first?: string,
    headers: Readonly<Record<string, string>> = {},
    limits: Partial<RemoteLimits> = {},
  ) {
    this.#origin = first === undefined ? undefined : new URL(first).origin;
    this.#headers = headers;
    this.#limits = { ...usual, ...limits };
    this.#remainingBytes = this.#limits.maxBytes;
    this.#remainingDocuments = this.#limits.maxDocuments;
  }

  /**
   * @param from The URL of the document that names this one. A public document must not name a private address.
   * @throws Problems that name the URL and the reason.
   */
  async read(address: string, from?: string): Promise<string> {
    const url = new URL(address);
    if (this.#remainingDocuments-- <= 0)
      fail(url, `the description has more than ${this.#limits.maxDocuments} documents`, "Join some of them");
    try {
      return await this.#follow(url, from === undefined ? undefined : new URL(from));
    } catch (error) {
      if (error instanceof Problems) throw error;
      const isLate = error instanceof Error && error.name === "TimeoutError";
      const why = isLate
        ? `the server did not respond within ${this.#limits.timeoutMs} ms`
        : readReason(error);
      return fail(url, why, "Name another URL, or a file");
    }
  }

  async #follow(first: URL, from: URL | undefined): Promise<string> {
    const signal = AbortSignal.timeout(this.#limits.timeoutMs);
    // Headers are not sent to another origin, and not to servers to which it redirects.
    let isOwn = first.origin === this.#origin;
    let url = first;
    checkAddress(url, url);
    let addresses = from
      ? await this.#refusePrivate(
          url,
          from,
          "a public document names an address of a private network or of this machine",
        )
      : [];
    for (let hops = 0; ; hops++) {
      refuseUnverifiedTls(url);
      const headers = isOwn ? this.#headers : {};
      const response = await (addresses.length > 0
        ? requestAt(url, addresses, { signal, headers })
        : fetch(url, { redirect: "manual", signal, headers }));
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || location === null) {
        if (!response.ok)
          fail(url, `the server responded with HTTP ${response.status}`, "Check the URL, or set --header");
        return this.#text(url, response);
      }
      await response.body?.cancel();
      const isLast = hops >= this.#limits.maxRedirects || !URL.canParse(location, url.href);
      if (isLast) fail(url, `it redirects after ${hops} redirects`, "Name the final URL");
      const next = new URL(location, url.href);
      checkAddress(next, url);
      addresses = await this.#refusePrivate(next, url, "a public server redirects to a private network");
      isOwn &&= next.origin === this.#origin;
      url = next;
    }
  }

  /**
   * Rejects a URL of a private network or of this machine that a public document or server names. Returns the addresses
   * to connect to; none if they need no check.
   */
  async #refusePrivate(url: URL, from: URL, why: string): Promise<ResolvedHost["addresses"]> {
    const [target, source] = [await this.#resolve(url), await this.#resolve(from)];
    if (source.isPrivate) return [];
    if (target.isPrivate)
      fail(url, why, "Copy the document beside the description, or name its URL yourself");
    return target.addresses;
  }

  #resolve(url: URL): Promise<ResolvedHost> {
    const known = this.#hosts.get(url.hostname) ?? resolveHost(url);
    this.#hosts.set(url.hostname, known);
    return known;
  }

  async #text(url: URL, response: Response): Promise<string> {
    const decoder = new TextDecoder();
    let text = "";
    const reader = response.body?.getReader();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      this.#remainingBytes -= next.value.length;
      if (this.#remainingBytes < 0) {
        await reader?.cancel();
        fail(url, `the documents have more than ${this.#limits.maxBytes} bytes`, "Split the description");
      }
      text += decoder.decode(next.value, { stream: true });
    }
    return text + decoder.decode();
  }
}

/** Rejects http, except to this machine if the user names it. A redirect must not lead to this machine. */
function checkAddress(url: URL, from: URL): void {
  const isHttps = url.protocol === "https:";
  if (!isHttps && !(url.protocol === "http:" && isLoopback(url)))
    fail(url, "it is not https", "Use https, or a server on this machine");
  if ((isLoopback(url) || isUnspecified(url)) && !isLoopback(from) && url !== from)
    fail(url, "another server redirects to this machine", "Name the URL itself");
  if (url.username !== "" || url.password !== "")
    fail(url, "it contains a password", "Send it with --header NAME=@VARIABLE");
}

/** Rejects https while Node's `fetch` does not verify certificates, because headers and queries may be secrets. */
function refuseUnverifiedTls(url: URL): void {
  if (url.protocol !== "https:" || process.env["NODE_TLS_REJECT_UNAUTHORIZED"] !== "0") return;
  const fix = "Unset it, and trust the certificates of the server by NODE_EXTRA_CA_CERTS";
  fail(url, "NODE_TLS_REJECT_UNAUTHORIZED=0 disables the verification of certificates", fix);
}

/** Whether a URL leads to this machine. Its parser has written numbers and case in one way. */
function isLoopback({ hostname }: URL): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/.test(
    hostname,
  );
}

/** Whether the system connects a URL to this machine, although the host is not a loopback address (RFC 1122, 3.2.1.3). */
function isUnspecified({ hostname }: URL): boolean {
  return hostname === "0.0.0.0" || hostname === "[::]" || hostname === "[::ffff:0:0]";
}

/** Returns the reason of an error of `fetch`, which is in its cause. */
function readReason(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  return errorText(cause ?? error);
}

/** Omits the query and credentials of the URL, because they may be secrets. */
function fail({ protocol, host, pathname }: URL, why: string, fix: string): never {
  throw new Problems([
    { code: "FILE_UNREADABLE", what: `${protocol}//${host}${pathname} cannot be read: ${why}`, fix },
  ]);
}
