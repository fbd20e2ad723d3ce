/** Reads the endpoint of a service (docs/conventions.md, "Addresses"). */
import type { DescService } from "@bufbuild/protobuf";
import type { CustomOptions } from "../base/options.js";

/** The option that holds the name of a service in the API's domain. */
export const nameOption = "api_service_name";

/** The option of google/api/client.proto that says where a service is that is not part of the API's domain. */
export const hostOption = "default_host";

/**
 * The endpoint of a service: a name in the API's domain or a separate host, with or without a port. The text is the
 * option's value, unvalidated.
 */
export interface Endpoint {
  readonly kind: "name" | "host";
  readonly text: string;
}

/**
 * The service promises idempotency keys (docs/conventions.md, "Idempotency"): it is addressed by a name in the API's
 * domain, which is how an API says that it follows the convention. A service without an endpoint, such as an operation
 * service, promises what the services of its API do.
 */
export function promisesKeys(
  endpoint: Endpoint | undefined,
  others: Iterable<Endpoint | undefined>,
): boolean {
  return endpoint === undefined
    ? [...others].some((other) => other?.kind === "name")
    : endpoint.kind === "name";
}

/**
 * The endpoint of a service by its options; of two the name counts. Undefined
 * where it has neither, as an operation service.
 *
 * @param option simple name of the option that holds the name; `api_service_name` by default
 */
export function readEndpoint(
  service: DescService,
  options: CustomOptions,
  option = nameOption,
): Endpoint | undefined {
  const name = options.text(service, option);
  if (name !== undefined) return { kind: "name", text: name };
  const host = options.text(service, hostOption);
  return host === undefined ? undefined : { kind: "host", text: host };
}
