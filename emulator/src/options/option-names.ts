import type { HeaderNames } from "../descriptors/header-names.js";
import { type NamesOf, requireKnownNames } from "../text/known-names.js";
import type { ServerCertificate } from "../tls/certificate.js";
import type { EmulatorOptions } from "./options.js";
import { numberOptions } from "./settings.js";

const ofEmulators: NamesOf<EmulatorOptions> = {
  sdk: true,
  protos: true,
  image: true,
  registry: true,
  ...numberOptions,
  host: true,
  apiDomain: true,
  anyAuthority: true,
  cors: true,
  headers: true,
  conflict: true,
  neverNull: true,
  validate: true,
  serviceAccounts: true,
  federatedAccounts: true,
  stateFile: true,
  tls: true,
  clock: true,
  random: true,
  cwd: true,
};
const ofHeaders: NamesOf<HeaderNames> = { idempotencyKey: true, resetMask: true };
const ofCertificates: NamesOf<ServerCertificate> = { certificatePem: true, keyPem: true };

/**
 * Refuses names that the options do not have, before anything is read or listened on.
 *
 * @throws an Error that names the option, and the one that was likely meant
 */
export function checkOptionNames(options: EmulatorOptions): void {
  requireKnownNames(options, ofEmulators, "startEmulator");
  const { headers, tls } = options;
  if (headers !== undefined) requireKnownNames(headers, ofHeaders, "startEmulator: headers");
  if (tls !== undefined && tls !== "generate") requireKnownNames(tls, ofCertificates, "startEmulator: tls");
}
