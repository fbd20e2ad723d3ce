import { builtIn } from "../auth/built-in.js";
import { cachedToken } from "../auth/cache/cached-token.js";
import { commandToken } from "../auth/command-token.js";
import type { AccessToken, Credentials } from "../auth/credentials.js";
import { federatedToken } from "../auth/federated-token.js";
import { fileToken, rereadAfterMs } from "../auth/local-token.js";
import { metadataToken } from "../auth/metadata-token.js";
import { readPrivateFile } from "../auth/private-file.js";
import { serviceAccount } from "../auth/service-account.js";
import { OptionsError } from "../../base/text/options-error.js";
import { splitCommand } from "../../base/text/split-command.js";
import { StoredLoginCredentials } from "./stored-login-credentials.js";
import type { ProfileSettings } from "./profile-settings.js";

/** The package and the profile whose credentials the settings select. */
export interface CredentialsOwner {
  /** The name of the SDK's package. */
  readonly packageName: string;
  /** The name of the profile. */
  readonly profile: string;
}

/**
 * Returns the credentials that settings select. Tokens that take a request are kept on disk, where programs, command lines
 * and agents share them.
 *
 * @throws An OptionsError if the settings select none.
 */
export function profileCredentials(settings: ProfileSettings, owner: CredentialsOwner): Credentials {
  const { tokenFile, tokenCommand, serviceAccountFile, federatedTokenFile, loginFile } = settings;
  if (tokenFile !== undefined)
    return isOwnTokenFile(tokenFile, owner) ? privateToken(tokenFile) : fileToken(tokenFile);
  if (tokenCommand !== undefined) {
    const [program = "", ...args] = splitCommand(tokenCommand);
    // The cache hands a token to everybody who names its account, so the account is as narrow as its source.
    const account = JSON.stringify([owner.packageName, owner.profile, tokenCommand]);
    return cachedToken(commandToken({ command: [program, ...args] }), { account });
  }
  if (serviceAccountFile !== undefined) return cachedToken(serviceAccount.fromFile(serviceAccountFile));
  if (federatedTokenFile !== undefined) return cachedToken(federatedToken.fromFile(federatedTokenFile));
  if (loginFile !== undefined)
    return new StoredLoginCredentials(loginFile, { ca: readCa(settings.ca), proxy: settings.proxy });
  if (settings.metadataToken !== undefined) return metadataToken(settings.metadataToken);
  if (settings.applicationDefault === true)
    throw new OptionsError(
      "UNSUPPORTED",
      "the profile uses the Application Default Credentials, which need an optional package; pass credentials: applicationDefault() of @stratus/runtime/application-default",
      { option: "credentials" },
    );
  throw new OptionsError("OPTION_MISSING", "the settings select no credentials", { option: "credentials" });
}

/** Whether `login` wrote a token file, by its name. Files of others, such as those of clusters, have the modes that they have. */
function isOwnTokenFile(path: string, { profile }: CredentialsOwner): boolean {
  return builtIn.paths().basename(path) === `${profile}.token`;
}

/** Credentials that read a token from a file of this user alone. */
function privateToken(path: string): Credentials {
  return {
    description: `the token file ${path}`,
    async fetchToken(): Promise<AccessToken> {
      const file = readPrivateFile(path);
      if (file && file.fault === undefined) return { token: file.text, expiresInMs: rereadAfterMs };
      const [code, fault] = file ? [file.code, file.fault] : ["FILE_UNREADABLE", "cannot be read (ENOENT)"];
      throw new OptionsError(
        code === "INSECURE" ? "INSECURE" : "FILE_UNREADABLE",
        `it ${fault}; log in again`,
      );
    },
  };
}

function readCa(path: string | undefined): string | undefined {
  return path === undefined ? undefined : builtIn.filesNow().readFileSync(path, "utf8");
}
