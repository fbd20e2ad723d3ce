/**
 * Endpoints: from the API's domain, a service's own host and the options of a session to the authority of a call
 * and the address to connect to. All names are validated here, before a token is sent to them.
 *
 * @module
 */
import { invalidOption, OptionsError } from "../../base/text/options-error.js";
import { type Address, grpcTarget, parseAddress, parseTarget } from "./address.js";
import { isFullHostName, requireDomain, requireHostName, withoutFinalDot } from "./host-name.js";

/** The host of a service outside the API's domain. */
export interface HostEndpoint {
  /** Value of `google.api.default_host`: `pubsub.googleapis.com`, with a port unless it is 443. */
  readonly host: string;
}

/** The endpoint of a service: its `api_service_name` in the API's domain, or a host. */
export type ServiceEndpoint = string | HostEndpoint;

/** The endpoint of a service. */
export interface Endpoint {
  /** Value of `api_service_name`: `tokens.iam`; the host and port of a service that has its own host. */
  readonly name: string;
  /** Host name or IP address of the server, without a final dot. Its certificate must contain it. */
  readonly host: string;
  /** The `:authority` of every call: `tokens.iam.api.example.com:443`. */
  readonly authority: string;
  /** The address to connect to as a gRPC target: `dns:///tokens.iam.api.example.com:443`. */
  readonly target: string;
  /** The address to connect to. */
  readonly address: Address;
  /** Whether the client connects to another address than that of the authority. */
  readonly isOverridden: boolean;
}

/** The options that determine endpoints. */
interface EndpointOptions {
  /** Undefined if every service states its host. */
  readonly apiDomain: string | undefined;
  /** The address that replaces those of all services. */
  readonly address?: string | undefined;
  /** Addresses that replace those of single services, by `api_service_name` or by host. */
  readonly addresses?: { readonly [name: string]: string } | undefined;
}

/**
 * The endpoints of one session. The authority of a service is `{api_service_name}.{api_domain}:443` (conventions,
 * section 1), or its own host. An override changes the address to connect to and leaves the authority, so a local
 * emulator sees the same authority as a real server.
 */
export class Endpoints {
  readonly #apiDomain: string | undefined;
  readonly #address: Address | undefined;
  readonly #addresses: ReadonlyMap<string, Address>;
  readonly #known = new Map<string, Endpoint>();
  /** The endpoint of services without a host: the Unix socket of all services, if the session has no API domain. */
  readonly withoutHost: Endpoint | undefined;
  readonly #ofSession: Endpoint | undefined;

  /** @throws An OptionsError if a name or an address cannot be one. */
  constructor({ apiDomain, address, addresses = {} }: EndpointOptions) {
    this.#apiDomain = apiDomain === undefined ? undefined : requireDomain(apiDomain, "apiDomain");
    this.#address = address === undefined ? undefined : parseTarget(address, "endpoint");
    this.#addresses = new Map(
      Object.entries(addresses).map(([name, text]) => [
        requireKey(name),
        parseTarget(text, `endpoints[${JSON.stringify(name)}]`),
      ]),
    );
    this.#ofSession = sessionEndpoint(this.#address);
    this.withoutHost = apiDomain === undefined ? socketEndpoint("localhost", this.#address) : undefined;
  }

  /**
   * Returns the endpoint of a service by its `api_service_name` or its host. The same service gets the same object.
   *
   * @throws An OptionsError if the name is not a host name, or if it needs an API domain and the session has none.
   */
  find(service: ServiceEndpoint): Endpoint {
    // A host may have the name of another service.
    const key = typeof service === "object" ? `//${service.host}` : service;
    const known = this.#known.get(key);
    if (known) return known;
    const endpoint = typeof service === "object" ? this.#atHost(service.host) : this.#inDomain(service);
    this.#known.set(key, endpoint);
    return endpoint;
  }

  /** Returns the endpoint of the services that are called at the session's address; undefined if the session has none. */
  atSession(): Endpoint | undefined {
    return this.#ofSession;
  }

  #atHost(name: string): Endpoint {
    const own = parseAddress(name, "host of the service");
    const host = authorityHost(own.host);
    const override = this.#addresses.get(host.toLowerCase()) ?? this.#address;
    return makeEndpoint(name, host, own, override);
  }

  #inDomain(name: string): Endpoint {
    const first = requireHostName(name, "endpoint", "notes");
    const override = this.#addresses.get(name.toLowerCase()) ?? this.#address;
    if (this.#apiDomain === undefined) {
      const endpoint = socketEndpoint(name, override);
      if (endpoint) return endpoint;
      throw new OptionsError(
        "OPTION_MISSING",
        `apiDomain is needed to call the endpoint "${first}", such as { apiDomain: "api.example.com" }`,
        { option: "apiDomain" },
      );
    }
    const host = `${first}.${this.#apiDomain}`;
    if (!isFullHostName(host)) throw invalidOption("endpoint", `"${host}" is longer than a DNS name may be`);
    return makeEndpoint(name, withoutFinalDot(host), { host, port: 443 }, override);
  }
}

function makeEndpoint(name: string, host: string, own: Address, override: Address | undefined): Endpoint {
  const address = override ?? own;
  return {
    name,
    host: host.replace(/^\[|\]$/g, ""),
    authority: `${host}:${own.port}`,
    target: grpcTarget(address),
    address,
    isOverridden: override !== undefined,
  };
}

/** Returns the endpoint of the services at an address. Their authority is that of the address, as gRPC has it. */
function sessionEndpoint(address: Address | undefined): Endpoint | undefined {
  if (address === undefined) return undefined;
  if (address.socketPath !== undefined) return socketEndpoint("localhost", address);
  const host = authorityHost(address.host);
  return makeEndpoint(`${host}:${address.port}`, host, address, address);
}

/** Returns the endpoint of a service without a host at a Unix socket. Its authority is that of gRPC. */
function socketEndpoint(name: string, address: Address | undefined): Endpoint | undefined {
  if (address?.socketPath === undefined) return undefined;
  const host = "localhost";
  return { name, host, authority: host, target: grpcTarget(address), address, isOverridden: true };
}

/** Returns the host of an authority: without a final dot, and without the zone of this machine (RFC 6874, section 4). */
function authorityHost(host: string): string {
  return host.includes(":") ? `[${host.replace(/%.*$/, "")}]` : withoutFinalDot(host);
}

/** Returns the key of the option `endpoints`, which is the name or the own host of a service. */
function requireKey(name: string): string {
  if (name.endsWith("]")) return authorityHost(parseAddress(name, "endpoints").host).toLowerCase();
  return requireHostName(withoutFinalDot(name), "endpoints", "notes").toLowerCase();
}
