import { type OptionRow, splitList, textOrNothing } from "./option-row.js";

/** The options of the plugin for logins of people at an OpenID provider (docs/how-to/log-in.md). */
export const loginOptions = {
  login_issuer: {
    values: "an https URL without query and fragment",
    pattern: /^https:\/\/[^\s?#@,]{1,300}$/,
    example: "https://login.example.com",
    help: "OpenID provider at which people log in through a browser; the guide contains it, with login_client_id",
    isOfClients: true,
    read: ({ value }) => ({ loginIssuer: textOrNothing(value) }),
  },
  login_client_id: {
    values: "a client ID of printable ASCII characters",
    pattern: /^[\x21-\x2b\x2d-\x7e]{1,300}$/,
    example: "acme-cli",
    help: "client ID of the command line at that provider, a native application without a secret",
    isOfClients: true,
    read: ({ value }) => ({ loginClientId: textOrNothing(value) }),
  },
  login_scopes: {
    values: "scopes, with + between",
    pattern: /^[\x21\x23-\x2a\x2d-\x5b\x5d-\x7e]+(\+[\x21\x23-\x2a\x2d-\x5b\x5d-\x7e]+)*$/,
    default: "openid+offline_access",
    example: "openid+offline_access+cloud",
    help: "scopes that such a login requests",
    isOfClients: true,
    read: ({ value }) => ({ loginScopes: splitList(value) }),
  },
} as const satisfies Readonly<Record<string, OptionRow>>;
