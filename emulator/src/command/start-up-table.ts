import type { Emulator } from "../emulator.js";

/** What is printed when the emulator has started: where it listens, and each service with its endpoint. */
export function startUpTable(emulator: Emulator): string {
  const rows = emulator.api.services.map(({ desc, endpoint, ownHost, readsOperations, methods }) => {
    const unknown = methods.filter(({ name }) => !emulator.answers(name)).map(({ desc: { name } }) => name);
    return {
      service: desc.typeName,
      endpoint:
        endpoint === undefined
          ? readsOperations
            ? "every endpoint"
            : ownHost === undefined
              ? "none: api_service_name is missing"
              : `none: it lives at ${ownHost}`
          : `${endpoint}.${emulator.apiDomain}:443`,
      methods: `${methods.length - unknown.length} of ${methods.length}`,
      missing: unknown.length === 0 ? "" : `  needs a handler: ${unknown.join(", ")}`,
    };
  });
  const serviceWidth = Math.max(7, ...rows.map(({ service }) => service.length));
  const endpointWidth = Math.max(8, ...rows.map(({ endpoint }) => endpoint.length));
  const lines = rows.map(
    ({ service, endpoint, methods, missing }) =>
      `  ${service.padEnd(serviceWidth)}  ${endpoint.padEnd(endpointWidth)}  ${methods}${missing}`,
  );
  return [
    `gRPC            ${emulator.address} (${emulator.certificatePem === undefined ? "plain text" : "TLS"})`,
    `token exchange  ${emulator.authUrl}/oauth2/token/exchange`,
    "",
    `  ${"service".padEnd(serviceWidth)}  ${"endpoint".padEnd(endpointWidth)}  methods`,
    ...lines,
    "",
  ].join("\n");
}
