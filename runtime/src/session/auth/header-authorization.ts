import { withMetadata } from "../../calls/chain/call-copy.js";
import type { Interceptor } from "../../calls/chain/interceptor.js";
import { CallError, explained } from "../../calls/error/call-error.js";
import { Metadata } from "../../calls/rpc/metadata.js";
import type { CredentialsProfile } from "./credentials.js";
import { nameProfile } from "./profile-error.js";

/**
 * Sends the headers of credentials that have no token. A header that the caller set wins. If the session sends no
 * credentials at all and the server asks for some, the error names the option, or the profile that has none.
 */
export function headerAuthorization(
  headers: Readonly<Record<string, string>>,
  session: string,
  profile: CredentialsProfile | undefined,
): Interceptor {
  const secrets = Object.values(headers);
  const all = Metadata.from(headers);
  return (next) => (call) => {
    if (secrets.length > 0 || profile) {
      const answer = next(withMetadata(call, all.withAll(call.metadata).hiding(secrets)));
      if (!profile) return answer;
      return answer.catch((error: unknown) => {
        throw nameProfile(error, profile);
      });
    }
    return next(call).catch((error: unknown) => {
      if (
        !(error instanceof CallError) ||
        error.code !== "UNAUTHENTICATED" ||
        call.metadata.has("authorization")
      )
        throw error;
      throw explained(
        error,
        `${session} sends no credentials; pass credentials: staticToken(token), apiKey(header, value) or the like`,
      );
    });
  };
}
