/**
 * Descriptions that are read over the network: who may be asked, how much is read, and what is kept of it, so that
 * another run reads the same.
 */
import { errorText, Problems } from "../../kit/problem.js";

/** Bounds of what a run reads over the network. */
export interface RemoteLimits {
  readonly bytes: number;
  readonly redirects: number;
  readonly timeMs: number;
}

const usual: RemoteLimits = { bytes: 50_000_000, redirects: 10, timeMs: 30_000 };

/** The text is the address of a description, and not the path of a file. */
export function isAddress(spec: string): boolean {
  return /^https?:\/\//i.test(spec);
}

/** Reads texts by their addresses: over https, or from this machine. */
export class RemoteTexts {
  readonly #origin: string | undefined;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #limits: RemoteLimits;
  #left: number;

  /** `first`: the address whose origin gets the headers; default: nobody gets any. */
  constructor(
    first?: string,
    headers: Readonly<Record<string, string>> = {},
    limits: Partial<RemoteLimits> = {},
  ) {
    this.#origin = first === undefined ? undefined : new URL(first).origin;
    this.#headers = headers;
    this.#limits = { ...usual, ...limits };
    this.#left = this.#limits.bytes;
  }

  /** @throws Problems that name the address and the reason. */
  async read(address: string): Promise<string> {
    const url = new URL(address);
    try {
      return await this.#follow(url);
    } catch (error) {
      if (error instanceof Problems) throw error;
      const isLate = error instanceof Error && error.name === "TimeoutError";
      const why = isLate ? `there was no answer within ${this.#limits.timeMs} ms` : reasonOf(error);
      return fail(url, why, "Name an address that answers, or a file");
    }
  }

  async #follow(first: URL): Promise<string> {
    const signal = AbortSignal.timeout(this.#limits.timeMs);
    // Another origin gets no headers, and neither does anybody to whom it redirects.
    let isOwn = first.origin === this.#origin;
    let url = first;
    checkAddress(url, url);
    for (let hops = 0; ; hops++) {
      const response = await fetch(url, { redirect: "manual", signal, headers: isOwn ? this.#headers : {} });
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || location === null) {
        if (!response.ok)
          fail(url, `the answer is HTTP ${response.status}`, "Check the address, or give --header");
        return this.#text(url, response);
      }
      await response.body?.cancel();
      const isLast = hops >= this.#limits.redirects || !URL.canParse(location, url.href);
      if (isLast) fail(url, `it is a redirect, after ${hops} others`, "Name the last address");
      const next = new URL(location, url.href);
      checkAddress(next, url);
      isOwn &&= next.origin === this.#origin;
      url = next;
    }
  }

  async #text(url: URL, response: Response): Promise<string> {
    const decoder = new TextDecoder();
    let text = "";
    const reader = response.body?.getReader();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      this.#left -= next.value.length;
      if (this.#left < 0) {
        await reader?.cancel();
        fail(url, `there are more than ${this.#limits.bytes} bytes to read`, "Split the description");
      }
      text += decoder.decode(next.value, { stream: true });
    }
    return text + decoder.decode();
  }
}

/** Over the network only https can be trusted; a server of this machine is asked by whoever names it, not by others. */
function checkAddress(url: URL, from: URL): void {
  const isHttps = url.protocol === "https:";
  if (!isHttps && !(url.protocol === "http:" && isLoopback(url)))
    fail(url, "it is not https", "Use https, or a server of this machine");
  if (isLoopback(url) && !isLoopback(from))
    fail(url, "another server redirects to this machine", "Name the address itself");
  if (url.username !== "" || url.password !== "")
    fail(url, "it holds a password", "Give it by --header NAME=@VARIABLE");
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

/** The reason that `fetch` has is in the cause of its error. */
function reasonOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  return errorText(cause ?? error);
}

/** The parts behind ? and before @ are not shown: each may be a secret. */
function fail({ protocol, host, pathname }: URL, why: string, fix: string): never {
  throw new Problems([
    { code: "FILE_UNREADABLE", what: `${protocol}//${host}${pathname} cannot be read: ${why}`, fix },
  ]);
}
