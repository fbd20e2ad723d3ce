/**
 * Endpoints: from the API's domain, a service's own host and the options of a session to the authority of a call
 * and the address to connect to. All names are validated here, before a token is sent to them.
 *
 * @module
 */
import { invalidOption, OptionsError } from "../../base/text/options-error.js";
import { type Address, isHostName, parseAddress, requireHostName, grpcTarget } from "./address.js";

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
  /** Host name of the server. Its certificate must contain it. */
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

  /** @throws An OptionsError if a name or an address cannot be one. */
  constructor({ apiDomain, address, addresses = {} }: EndpointOptions) {
    this.#apiDomain =
      apiDomain === undefined ? undefined : requireHostName(apiDomain, "apiDomain", "api.example.com");
    this.#address = address === undefined ? undefined : parseAddress(address, "endpoint");
    this.#addresses = new Map(
      Object.entries(addresses).map(([name, text]) => [
        requireHostName(name, "endpoints", "compute"),
        parseAddress(text, `endpoints[${JSON.stringify(name)}]`),
      ]),
    );
  }

  /**
   * Returns the endpoint of a service by its `api_service_name` or its host. The same service gets the same object.
   *
   * @throws An OptionsError if the name is not a host name, or if it needs an API domain and the session has none.
   */
  find(service: ServiceEndpoint): Endpoint {
    const isOwn = typeof service === "object";
    const name = isOwn ? service.host : service;
    // A host may have the name of another service.
    const key = isOwn ? `//${name}` : name;
    const known = this.#known.get(key);
    if (known) return known;
    const own = isOwn ? ownAddress(name) : this.#inDomain(name);
    const override = this.#addresses.get(isOwn ? own.host : name) ?? this.#address;
    const endpoint: Endpoint = {
      name,
      host: own.host,
      authority: `${own.host}:${own.port}`,
      target: grpcTarget(override ?? own),
      address: override ?? own,
      isOverridden: override !== undefined,
    };
    this.#known.set(key, endpoint);
    return endpoint;
  }

  #inDomain(name: string): Address {
    const first = requireHostName(name, "endpoint", "compute");
    if (this.#apiDomain === undefined) {
      throw new OptionsError(
        "OPTION_MISSING",
        `apiDomain is needed to call the endpoint "${first}", such as { apiDomain: "api.example.com" }`,
        { option: "apiDomain" },
      );
    }
    const host = `${first}.${this.#apiDomain}`;
    if (!isHostName(host)) throw invalidOption("endpoint", `"${host}" is longer than a DNS name may be`);
    return { host, port: 443 };
  }
}

/** Parses the address of a service that has its own host. */
function ownAddress(text: string): Address {
  const { host, port } = parseAddress(text, "host of the service");
  return { host: requireHostName(host, "host of the service", "pubsub.googleapis.com"), port };
}
