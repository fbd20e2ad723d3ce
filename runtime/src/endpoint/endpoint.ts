import { OptionsError } from "../error/options-error.js";
import { parseAddress, targetOf, type Address } from "./address.js";
import { isHostName, requireHostName } from "./host-name.js";

/** Where a service is called. */
export interface Endpoint {
  /** Value of `api_service_name`: `tokens.iam`. */
  readonly name: string;
  /** Host name that the server is known by, and that its certificate must carry. */
  readonly host: string;
  /** The `:authority` of every call: `tokens.iam.api.example.com:443`. */
  readonly authority: string;
  /** What is dialled, in gRPC's words. */
  readonly target: string;
  /** Whether something else is dialled than the authority says. */
  readonly isOverridden: boolean;
}

/** What decides where services are. */
export interface EndpointOptions {
  readonly apiDomain: string;
  /** Address of every service in place of its own. */
  readonly address?: string | undefined;
  /** Addresses of single services, by `api_service_name`. */
  readonly addresses?: { readonly [name: string]: string } | undefined;
}

/**
 * The endpoints of one session, `{api_service_name}.{api_domain}:443` each
 * (conventions, section 1). An override changes what is dialled; the authority
 * stays, so that a local emulator sees what a real server would.
 */
export class Endpoints {
  readonly #apiDomain: string;
  readonly #address: Address | undefined;
  readonly #addresses: ReadonlyMap<string, Address>;
  readonly #known = new Map<string, Endpoint>();

  /** Throws an OptionsError where a name or an address cannot be one. */
  constructor({ apiDomain, address, addresses = {} }: EndpointOptions) {
    this.#apiDomain = requireHostName(apiDomain, "apiDomain", "api.example.com");
    this.#address = address === undefined ? undefined : parseAddress(address, "endpoint");
    this.#addresses = new Map(
      Object.entries(addresses).map(([name, text]) => [
        requireHostName(name, "endpoints", "compute"),
        parseAddress(text, `endpoints[${JSON.stringify(name)}]`),
      ]),
    );
  }

  /** The endpoint of a service by its `api_service_name`; the same object for the same name. */
  find(name: string): Endpoint {
    const known = this.#known.get(name);
    if (known) return known;
    const host = `${requireHostName(name, "endpoint", "compute")}.${this.#apiDomain}`;
    if (!isHostName(host)) throw new OptionsError(`endpoint: "${host}" is longer than a DNS name may be`);
    const override = this.#addresses.get(name) ?? this.#address;
    const endpoint: Endpoint = {
      name,
      host,
      authority: `${host}:443`,
      target: targetOf(override ?? { host, port: 443 }),
      isOverridden: override !== undefined,
    };
    this.#known.set(name, endpoint);
    return endpoint;
  }
}
