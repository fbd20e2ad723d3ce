import type { GuideJson, GuideLogin } from "@stratus/runtime/guide";
import { type CapturedCall, environmentVariable, hasLogin } from "@stratus/dynamic-client";
import { shellQuote } from "../text/shell-quote.js";
import type { Context } from "./context.js";

/** The call that a command line of another program makes. */
export interface CurlInput {
  readonly context: Context;
  readonly captured: CapturedCall;
  /** The request, with secrets hidden unless they may be shown. */
  readonly content: GuideJson;
  /** The body of a REST call. */
  readonly body: GuideJson | undefined;
}

/**
 * Returns the `curl` command of a REST call, or the `grpcurl` command of a gRPC call. It takes the token from the environment
 * variable of the SDK.
 */
export function curlLine({ context, captured, content, body }: CurlInput): string {
  const { settings } = context;
  if (captured.protocol === "rest") {
    const data = body === undefined ? [] : ["-H", "'content-type: application/json'", "-d", quoted(body)];
    const headers = [...loginArguments(context), ...headerArguments(captured)];
    return ["curl", "-X", captured.verb, ...headers, ...data, shellQuote(captured.url)].join(" ");
  }
  const isStream = Array.isArray(content);
  const messages = isStream ? content.map((one: GuideJson) => JSON.stringify(one)).join("\n") : content;
  const { target, authority, path } = captured;
  return [
    "grpcurl",
    ...(settings.insecure === true ? ["-plaintext"] : []),
    ...(authority === target ? [] : ["-authority", shellQuote(authority)]),
    ...loginArguments(context),
    ...headerArguments(captured),
    "-d",
    isStream ? shellQuote(String(messages)) : quoted(content),
    shellQuote(target),
    path.replace(/^\//, ""),
  ].join(" ");
}

function headerArguments({ headers }: CapturedCall): readonly string[] {
  return headers.flatMap(([name, value]) => ["-H", shellQuote(`${name}: ${value}`)]);
}

function quoted(value: GuideJson): string {
  return shellQuote(JSON.stringify(value ?? {}));
}

/** Returns the arguments with the credentials, which the shell takes from the environment. */
function loginArguments({ sdk, settings, host }: Context): readonly string[] {
  const variable = environmentVariable(sdk.session.name, "token");
  const wanted = settings.authScheme?.split(",") ?? [];
  const logins = sdk.session.logins ?? [];
  const login = logins.find(({ name }) => wanted.includes(name)) ?? logins[0];
  if (login?.kind === "basic") return ["-u", `"$${variable}"`];
  const { kind = "bearer", key } = login ?? ({} as Partial<GuideLogin>);
  const secret = `"$${variable}"`;
  if (key !== undefined && kind === "headerKey") return ["-H", shellQuote(`${key}: `) + secret];
  if (key !== undefined && kind === "cookieKey") return ["-b", shellQuote(`${key}=`) + secret];
  if (key !== undefined && kind === "queryKey") return ["--url-query", shellQuote(`${key}=`) + secret];
  const needsNone = sdk.session.kind === "grpc" || (sdk.isRest && login === undefined);
  if (kind !== "bearer" || (needsNone && !hasLogin(settings) && !host.env[variable])) return [];
  return ["-H", `"authorization: Bearer $${variable}"`];
}
