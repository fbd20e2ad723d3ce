import { type HeaderNames, readHeaderNames } from "../descriptors/header-names.js";
import type { DescriptorSource } from "../descriptors/load.js";
import type { SdkDescriptors } from "../descriptors/sdk-descriptors.js";
import type { EmulatorOptions } from "./options.js";
import { EmulatorError } from "../text/emulator-error.js";

/** The options with defaults for those that are not set. */
export type Settings = Required<
  Omit<
    EmulatorOptions,
    | keyof DescriptorSource
    | "defaults"
    | "headers"
    | "validate"
    | "log"
    | "stateFile"
    | "tls"
    | "clock"
    | "random"
    | "cwd"
  >
> & { readonly headers: HeaderNames };

const dayMs = 24 * 60 * 60 * 1000;

/** The default, minimum and maximum of each option that is a number. */
export const numberOptions = {
  port: [0, 0, 65_535],
  httpPort: [0, 0, 65_535],
  operationDelayMs: [0, 0, Number.MAX_SAFE_INTEGER],
  retentionMs: [Infinity, 0, Infinity],
  tokenLifetimeMs: [dayMs / 2, 1, Number.MAX_SAFE_INTEGER],
  idempotencyLifetimeMs: [dayMs, 0, Number.MAX_SAFE_INTEGER],
  faultRate: [0, 0, 1],
  maxCalls: [10_000, 1, Number.MAX_SAFE_INTEGER],
  maxCallBytes: [64 * 1024 * 1024, 1, Number.MAX_SAFE_INTEGER],
  maxRequestBytes: [4 * 1024 * 1024, 1, 2 ** 31 - 1],
} as const;

type NumberOption = keyof typeof numberOptions;

/**
 * Adds the defaults and validates the values.
 *
 * @param sdk the SDK that provides the API and its default settings
 * @throws EmulatorError that names the option
 */
export function readSettings(
  options: EmulatorOptions,
  sdk?: Pick<SdkDescriptors, "apiDomain" | "generator">,
): Settings {
  const settings: Settings = {
    ...readNumbers(options),
    host: options.host ?? "127.0.0.1",
    // Authorities have no final dot.
    apiDomain: (options.apiDomain ?? sdk?.apiDomain ?? "api.example.com").replace(/\.$/, ""),
    anyAuthority: options.anyAuthority ?? false,
    cors: readOrigins(options.cors),
    headers: { ...readHeaderNames(sdk), ...options.headers },
    conflict: options.conflict ?? "refuse",
    serviceAccounts: options.serviceAccounts ?? [],
    federatedAccounts: options.federatedAccounts ?? [],
    neverNull: options.neverNull ?? [],
    scenarios: options.scenarios ?? [],
    rules: options.rules ?? {},
  };
  validateHeaders(settings.headers);
  const { apiDomain } = settings;
  // As a URL, a name that ends in a number would be an IPv4 address.
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(apiDomain) || !URL.canParse(`http://svc.${apiDomain}/`)) {
    throw new EmulatorError("OPTION_INVALID", `apiDomain: ${JSON.stringify(apiDomain)} is not a domain name`);
  }
  return settings;
}

function readOrigins(origins: readonly string[] = []): readonly string[] {
  const wrong = origins.find((text) => !URL.canParse(text) || new URL(text).origin !== text);
  if (wrong === undefined) return origins;
  throw new EmulatorError(
    "OPTION_INVALID",
    `cors: ${JSON.stringify(wrong)} is not an origin; write only scheme, host and port, such as "http://localhost:5173"`,
  );
}

function validateHeaders({ idempotencyKey, resetMask }: HeaderNames): void {
  for (const [name, value] of Object.entries({ idempotencyKey, resetMask })) {
    if (!/^[\w.-]+$/.test(value))
      throw new EmulatorError(
        "OPTION_INVALID",
        `headers.${name}: ${JSON.stringify(value)} is not a header name`,
      );
  }
  if (idempotencyKey.toLowerCase() === resetMask.toLowerCase())
    throw new EmulatorError(
      "OPTION_CONFLICT",
      `headers: ${resetMask} cannot be the header of both idempotency keys and reset masks`,
    );
}

function readNumbers(options: EmulatorOptions): Record<NumberOption, number> {
  const entries = Object.entries(numberOptions) as [NumberOption, (typeof numberOptions)[NumberOption]][];
  const numbers = entries.map(([name, [preset, min, max]]) => {
    const value = options[name] ?? preset;
    if (value >= min && value <= max) return [name, value];
    throw new EmulatorError(
      "OPTION_INVALID",
      `${name}: must be a number from ${min} to ${max}, but is ${value}`,
    );
  });
  return Object.fromEntries(numbers) as Record<NumberOption, number>;
}
