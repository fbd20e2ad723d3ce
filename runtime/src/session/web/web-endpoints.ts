import { isLoopback } from "../../calls/endpoint/loopback.js";
import type { Endpoint, ServiceEndpoint } from "../../calls/endpoint/endpoint.js";
import { invalidOption, OptionsError } from "../../base/text/options-error.js";

/** The options that decide where services are. */
interface Where {
  readonly baseUrl?: string | undefined;
  readonly endpoint?: ((service: string) => string) | undefined;
  readonly insecure?: boolean | undefined;
}

/** The endpoints of services over `fetch`. */
export class WebEndpoints {
  readonly #where: Where;
  readonly #known = new Map<string, Endpoint>();

  /** @throws An OptionsError if `baseUrl` cannot be one. */
  constructor(where: Where) {
    this.#where = where;
    if (where.baseUrl !== undefined) requireUrl(where.baseUrl, "baseUrl", where);
  }

  /**
   * The endpoint of a service; the same object for the same one.
   *
   * @throws An OptionsError if the function of the options gives no URL for it.
   */
  find(service: ServiceEndpoint): Endpoint {
    const name = typeof service === "object" ? service.host : service;
    const known = this.#known.get(name);
    if (known) return known;
    const { baseUrl, endpoint } = this.#where;
    const url =
      endpoint === undefined
        ? requireUrl(baseUrl, "baseUrl", this.#where)
        : requireUrl(endpoint(name), `endpoint(${JSON.stringify(name)})`, this.#where);
    const found = toEndpoint(name, url);
    this.#known.set(name, found);
    return found;
  }

  /** Returns the endpoint of a service that states no endpoint: at `baseUrl`, or by its full name. */
  atSession(typeName: string): Endpoint {
    return this.find(typeName);
  }
}

function toEndpoint(name: string, url: URL): Endpoint {
  return {
    name,
    host: url.hostname,
    authority: url.host,
    target: url.href.replace(/\/+$/, ""),
    address: { host: url.hostname, port: Number(url.port) || (url.protocol === "http:" ? 80 : 443) },
    isOverridden: true,
  };
}

/** A user, a password or a query in a URL is written down by everything on the way. */
function requireUrl(text: unknown, option: string, { insecure }: Where): URL {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const url =
    typeof text === "string" && URL.canParse(text, location?.href)
      ? new URL(text, location?.href)
      : undefined;
  const isHttp = url?.protocol === "https:" || url?.protocol === "http:";
  if (!url || !isHttp || url.username || url.password || url.search || url.hash) {
    throw invalidOption(
      option,
      `write a URL without user, query and fragment, such as "https://api.example.com"`,
    );
  }
  if (url.protocol === "https:" || insecure || isLoopback(url.hostname)) return url;
  throw new OptionsError(
    "INSECURE",
    `${option}: tokens would go to ${url.host} unencrypted; write https:, or insecure: true if nobody else is on the way`,
    { option },
  );
}
