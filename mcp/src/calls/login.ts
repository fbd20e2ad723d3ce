import { environmentVariable, loginSetting, type Sdk, type Settings } from "@stratus/dynamic-client";

/** Describes where the credentials of an API come from, without any secret. */
export function loginText(api: {
  readonly sdk: Sdk;
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
}): string {
  const { sdk, settings, env } = api;
  const variable = environmentVariable(sdk.session.name, "token");
  if (env[variable]) return variable;
  const key = loginSetting(settings);
  // Arguments of a command may be secret.
  if (key === "tokenCommand") return `tokenCommand ${settings.tokenCommand?.split(/\s/, 1)[0]}`;
  if (key === "applicationDefault") return key;
  return key === undefined ? "no login" : `${key} ${settings[key]}`;
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
