/**
 * The room of endpoints: from the API's domain, a service's own host and the
 * options of a session to the authority of a call and the address that is dialled.
 * All names are checked here, before a token is sent to one of them.
 *
 * @module
 */
import { invalidOption, OptionsError } from "../../base/text/options-error.js";
import { type Address, isHostName, parseAddress, requireHostName, grpcTarget } from "./address.js";

/** Where a service lives that is not part of the API's domain. */
export interface HostEndpoint {
  /** Value of `google.api.default_host`: `pubsub.googleapis.com`, with a port unless it is 443. */
  readonly host: string;
}

/** How a program says where a service is called: by its `api_service_name` in the domain of the API, or by a host. */
export type ServiceEndpoint = string | HostEndpoint;

/** Where a service is called. */
export interface Endpoint {
  /** Value of `api_service_name`: `tokens.iam`; the host and port of a service that has its own host. */
  readonly name: string;
  /** Host name that the server is known by, and that its certificate must carry. */
  readonly host: string;
  /** The `:authority` of every call: `tokens.iam.api.example.com:443`. */
  readonly authority: string;
  /** The address that is dialled, in gRPC's words: `dns:///tokens.iam.api.example.com:443`. */
  readonly target: string;
  /** The address that is dialled. */
  readonly address: Address;
  /** Whether something else is dialled than the authority says. */
  readonly isOverridden: boolean;
}

/** The options that decide where services are. */
interface EndpointOptions {
  /** Undefined if no service needs it, since all have their own hosts. */
  readonly apiDomain: string | undefined;
  /** Address of every service, instead of its own. */
  readonly address?: string | undefined;
  /** Addresses of single services, by `api_service_name` or by their own host. */
  readonly addresses?: { readonly [name: string]: string } | undefined;
}

/**
 * The endpoints of one session, `{api_service_name}.{api_domain}:443` each
 * (conventions, section 1), unless a service has its own host. An override changes what is dialled; the authority
 * stays, so that a local emulator sees what a real server would.
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
   * The endpoint of a service by its `api_service_name`, or by its own host;
   * the same object for the same one.
   *
   * @throws An OptionsError if that is not a host name, or where the name needs
   * an API domain and there is none.
   */
  find(service: ServiceEndpoint): Endpoint {
    const isOwn = typeof service === "object";
    const name = isOwn ? service.host : service;
    // Kept apart: a host may be spelt like the name of another service.
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

/** The address of a service that has its own host. */
function ownAddress(text: string): Address {
  const { host, port } = parseAddress(text, "host of the service");
  return { host: requireHostName(host, "host of the service", "pubsub.googleapis.com"), port };
}
