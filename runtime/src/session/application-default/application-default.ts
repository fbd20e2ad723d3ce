import type * as Library from "google-auth-library";
import type { AccessToken, Credentials, TokenContext } from "../auth/credentials.js";
import { errorText } from "../../base/text/value-text.js";
import { refuseUnverifiedTls } from "../../network/transport/fetch/platform-fetch.js";
import { OptionsError, requireKnownNames } from "../../base/text/options-error.js";
import { findCredentialsFile, type CredentialsFile, readQuotaProject } from "./credentials-file.js";
import { fetchMetadataToken } from "./metadata-server.js";

/** Options of {@link applicationDefault}. All of them may be left out. */
export interface ApplicationDefaultOptions {
  /** Scopes of the tokens. Default: those that the API asks for (`google.api.oauth_scopes`). */
  readonly scopes?: readonly string[] | undefined;
  /** Project that calls are charged to, in the header `x-goog-user-project`. Default: the environment's, else the file's. */
  readonly quotaProject?: string | undefined;
  /**
   * Runs the program that a file of workload identity may name. Default false: such a file is refused. The library wants it
   * said by the environment as well: `GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES=1` (AIP-4117).
   */
  readonly allowExecutable?: boolean | undefined;
}

const known: Record<keyof ApplicationDefaultOptions, true> = {
  scopes: true,
  quotaProject: true,
  allowExecutable: true,
};

/**
 * Returns Google's application default credentials. They come from the first of these that exists:
 *
 * - the file that `GOOGLE_APPLICATION_CREDENTIALS` names (a service account, workload identity, impersonation);
 * - the file that `gcloud auth application-default login` writes;
 * - the metadata server of the machine. The client asks it for at most 3 s, and never through a proxy.
 *
 * @throws An OptionsError if an option cannot work.
 */
export function applicationDefault(options: ApplicationDefaultOptions = {}): Credentials {
  requireKnownNames(options, Object.keys(known), "applicationDefault");
  return {
    description: "application default credentials",
    async fetchToken(context) {
      const file = await findCredentialsFile(process.env);
      const scopes = options.scopes ?? context.scopes ?? [];
      if (scopes.length === 0) {
        throw new OptionsError(
          "OPTION_MISSING",
          "applicationDefault: the API names no scopes; write { scopes: [...] }, such as https://www.googleapis.com/auth/cloud-platform",
          { option: "scopes" },
        );
      }
      const token = file
        ? await tokenOf(file, scopes, options, context)
        : await fetchMetadataToken(scopes, context);
      const quotaProject = options.quotaProject ?? readQuotaProject(process.env, file);
      return quotaProject === undefined
        ? token
        : { ...token, metadata: { "x-goog-user-project": quotaProject } };
    },
  };
}

async function tokenOf(
  { path, contents }: CredentialsFile,
  scopes: readonly string[],
  { allowExecutable = false }: ApplicationDefaultOptions,
  { clock }: TokenContext,
): Promise<AccessToken> {
  if (runsProgram(contents) && !allowExecutable) {
    throw new OptionsError(
      "INSECURE",
      `applicationDefault: ${path} names a program to run; write { allowExecutable: true } if you trust it`,
      { option: "allowExecutable" },
    );
  }
  // The library does not verify servers then.
  refuseUnverifiedTls("https:");
  const { GoogleAuth } = await loadLibrary();
  const client = await new GoogleAuth({ credentials: contents, scopes: [...scopes] }).getClient();
  const { token } = await client.getAccessToken().catch((error: unknown) => {
    // Not as the cause: the library's error has the request, with all that proves who asks.
    throw new Error(errorText(error));
  });
  if (!token) throw new Error(`${path} gave no access token`);
  const { expiry_date: expiresAtMs } = client.credentials;
  return expiresAtMs ? { token, expiresInMs: Math.max(0, expiresAtMs - clock.epochMs()) } : { token };
}

/** Whether a file, or one within it whose account it impersonates by, has a program run. */
function runsProgram(contents: unknown): boolean {
  if (typeof contents !== "object" || contents === null) return false;
  const { credential_source: source, source_credentials: within } = contents as CredentialsFile["contents"];
  return (typeof source === "object" && source !== null && "executable" in source) || runsProgram(within);
}

async function loadLibrary(): Promise<Pick<typeof Library, "GoogleAuth">> {
  try {
    return await import("google-auth-library");
  } catch (error) {
    throw new OptionsError(
      "PACKAGE_MISSING",
      "applicationDefault: install google-auth-library, version 10, which reads the file",
      {
        cause: error,
      },
    );
  }
}
