import type { HeaderNames } from "../descriptors/header-names.js";
import type { LogOptions } from "../calls/format-call.js";
import { type NamesOf, requireKnownNames } from "../text/known-names.js";
import type { ServerCertificate } from "../tls/certificate.js";
import type { EmulatorOptions } from "./options.js";
import { numberOptions } from "./settings.js";

const emulatorOptions: NamesOf<EmulatorOptions> = {
  sdk: true,
  protos: true,
  image: true,
  registry: true,
  ...numberOptions,
  host: true,
  apiDomain: true,
  anyAuthority: true,
  defaults: true,
  cors: true,
  headers: true,
  conflict: true,
  neverNull: true,
  validate: true,
  log: true,
  scenarios: true,
  rules: true,
  serviceAccounts: true,
  federatedAccounts: true,
  stateFile: true,
  tls: true,
  clock: true,
  random: true,
  cwd: true,
};
const headerOptions: NamesOf<HeaderNames> = { idempotencyKey: true, resetMask: true };
const logOptions: NamesOf<LogOptions> = { level: true, format: true, write: true };
const certificateOptions: NamesOf<ServerCertificate> = { certificatePem: true, keyPem: true };

/**
 * Rejects unknown options before the emulator reads files or opens ports.
 *
 * @throws an Error that names the option, and the most similar known one
 */
export function checkOptionNames(options: EmulatorOptions): void {
  requireKnownNames(options, emulatorOptions, "startEmulator");
  const { headers, tls, log } = options;
  if (log !== undefined) requireKnownNames(log, logOptions, "startEmulator: log");
  if (headers !== undefined) requireKnownNames(headers, headerOptions, "startEmulator: headers");
  if (tls !== undefined && tls !== "generate")
    requireKnownNames(tls, certificateOptions, "startEmulator: tls");
}
