import { request } from "node:http";
import type { AccessToken, TokenContext } from "../auth/credentials.js";

/** The time in which a metadata server must answer, in milliseconds. */
const limitMs = 3_000;

/** Longest answer that is read, in UTF-16 code units; one with a token is far shorter. */
const maxAnswerLength = 64 * 1024;

/** Name and value of the header that such a server asks for, and answers with. */
const flavor = ["metadata-flavor", "Google"] as const;

type Answer = { readonly [name: string]: unknown };
type Limits = Pick<TokenContext, "signal" | "clock">;

/**
 * A token of the account that the machine runs as, by its metadata server.
 *
 * @throws An Error if there is no such server, or it gives no token.
 */
export async function fetchMetadataToken(scopes: readonly string[], limits: Limits): Promise<AccessToken> {
  const host = process.env["GCE_METADATA_HOST"] || "metadata.google.internal";
  const path = `/computeMetadata/v1/instance/service-accounts/default/token?scopes=${encodeURIComponent(scopes.join(","))}`;
  const answer = await get(`http://${host}${path}`, limits);
  const { access_token: token, expires_in: seconds } = answer;
  if (typeof token !== "string") throw new Error(`the metadata server ${host} gave no access token`);
  return { token, expiresInMs: typeof seconds === "number" ? seconds * 1000 : undefined };
}

function get(url: string, { signal, clock }: Limits): Promise<Answer> {
  return new Promise((done, fail) => {
    const end = (why: string, cause?: unknown): void => {
      cancelLimit();
      asked.destroy();
      fail(
        new Error(
          `there is no file with credentials, and no metadata server: ${why}; run \`gcloud auth application-default login\`, or name a file in GOOGLE_APPLICATION_CREDENTIALS`,
          { cause },
        ),
      );
    };
    // An agent of its own: the common one goes by a proxy if the environment tells Node so.
    const options = { agent: false, headers: { [flavor[0]]: flavor[1] }, signal } as const;
    const asked = request(url, options, (response) => {
      if (response.headers[flavor[0]] !== flavor[1]) return end(`${url} is another server`);
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
        if (text.length > maxAnswerLength) end("its answer is too long");
      });
      response.on("error", (error) => end("its answer broke off", error));
      response.on("end", () => {
        if (response.statusCode !== 200) return end(`it answered with ${response.statusCode}`);
        cancelLimit();
        try {
          done(JSON.parse(text) as Answer);
        } catch {
          end("its answer is not JSON");
        }
      });
    });
    const cancelLimit = clock.after(limitMs, () => end(`no answer within ${limitMs} ms`));
    asked.on("error", (error) => end(error.message, error));
    asked.end();
  });
}
