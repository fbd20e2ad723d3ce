import { environmentVariable, type Sdk, type Settings } from "@stratus/dynamic-client";

/** The settings that name a login, in the order of their priority. */
const loginSettings = ["tokenFile", "tokenCommand", "serviceAccountFile", "federatedTokenFile"] as const;

/** Describes where the credentials of an API come from, without any secret. */
export function loginText(api: {
  readonly sdk: Sdk;
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
}): string {
  const { sdk, settings, env } = api;
  const variable = environmentVariable(sdk.session.name, "token");
  if (env[variable]) return variable;
  const key = loginSettings.find((one) => settings[one] !== undefined);
  // Arguments of a command may be secret.
  if (key === "tokenCommand") return `tokenCommand ${settings.tokenCommand?.split(/\s/, 1)[0]}`;
  if (key !== undefined) return `${key} ${settings[key]}`;
  return settings.applicationDefault === true ? "applicationDefault" : "no login";
}

/** Returns the subject of a token that is a JWT (RFC 7519, section 4.1.2). */
export function jwtSubject(token: string): string | undefined {
  try {
    const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
    const { sub } = JSON.parse(payload) as { readonly sub?: unknown };
    return typeof sub === "string" ? sub.slice(0, 200) : undefined;
  } catch {
    return undefined;
  }
}
