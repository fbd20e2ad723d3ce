import { request } from "node:http";
import type { AccessToken, TokenContext } from "../auth/credentials.js";

/** The time in which a metadata server must answer, in milliseconds. */
const limitMs = 3_000;

/** Name and value of the header that such a server asks for, and answers with. */
const flavor = ["metadata-flavor", "Google"] as const;

/**
 * A token of the account that the machine runs as, by its metadata server. The module for HTTP knows no proxies.
 *
 * @throws An Error if there is no such server, or it gives no token.
 */
export async function fetchMetadataToken(
  scopes: readonly string[],
  { signal }: Pick<TokenContext, "signal">,
): Promise<AccessToken> {
  const host = process.env["GCE_METADATA_HOST"] || "metadata.google.internal";
  const path = `/computeMetadata/v1/instance/service-accounts/default/token?scopes=${encodeURIComponent(scopes.join(","))}`;
  const answer = await get(`http://${host}${path}`, signal);
  const { access_token: token, expires_in: seconds } = answer;
  if (typeof token !== "string") throw new Error(`the metadata server ${host} gave no access token`);
  return { token, expiresInMs: typeof seconds === "number" ? seconds * 1000 : undefined };
}

function get(url: string, signal: AbortSignal): Promise<{ readonly [name: string]: unknown }> {
  return new Promise((done, fail) => {
    const failed = (why: string, cause?: unknown): void =>
      fail(
        new Error(
          `there is no file with credentials, and no metadata server: ${why}; run \`gcloud auth application-default login\`, or name a file in GOOGLE_APPLICATION_CREDENTIALS`,
          { cause },
        ),
      );
    const asked = request(url, { headers: { [flavor[0]]: flavor[1] }, signal }, (response) => {
      if (response.headers[flavor[0]] !== flavor[1]) return failed(`${url} is another server`);
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("error", (error) => failed("its answer broke off", error));
      response.on("end", () => {
        clearTimeout(timer);
        if (response.statusCode !== 200) return failed(`it answered with ${response.statusCode}`);
        try {
          done(JSON.parse(text) as { readonly [name: string]: unknown });
        } catch {
          failed("its answer is not JSON");
        }
      });
    });
    const timer = setTimeout(() => asked.destroy(new Error(`no answer within ${limitMs} ms`)), limitMs);
    asked.on("error", (error) => {
      clearTimeout(timer);
      failed(error.message, error);
    });
    asked.end();
  });
}
