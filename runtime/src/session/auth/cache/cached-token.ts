import { OptionsError, requireKnownNames } from "../../../base/text/options-error.js";
import type { Credentials } from "../credentials.js";
import { TokenCache } from "./token-cache.js";

/** Options of {@link cachedToken}. */
export interface CachedTokenOptions {
  /**
   * The folder of the files, which is made for this user alone, with mode 0700. One that is open to others is refused.
   * Default: `stratus/tokens` in the user's folder for caches (`$XDG_CACHE_HOME` or `~/.cache`, `~/Library/Caches`,
   * `%LOCALAPPDATA%`).
   */
  readonly folder?: string | undefined;
  /**
   * Names the account, for credentials that cannot tell it before they log in, such as `commandToken` and
   * `tokenFromFunction`: tokens of one name are given to whoever asks with this name. Default: what the credentials
   * say, as those of `serviceAccount` and `federatedToken` do.
   */
  readonly account?: string | undefined;
}

/**
 * Keeps the tokens of credentials on disk: `cachedToken(serviceAccount.fromFile("key.json"))`. A token is used for the
 * first 85 % of its lifetime, and by this account at this API alone; one that the server refuses is removed. Tokens
 * that do not say how long they live are not kept.
 *
 * @throws An OptionsError if the options cannot work.
 */
export function cachedToken(credentials: Credentials, options: CachedTokenOptions = {}): Credentials {
  requireKnownNames(options, ["folder", "account"], "cachedToken");
  const { folder, account } = options;
  if (folder === "" || account === "")
    throw new OptionsError("OPTION_INVALID", "cachedToken: folder and account are not empty");
  if (account === undefined && !credentials.identify) {
    throw new OptionsError(
      "OPTION_MISSING",
      `cachedToken: ${credentials.description} cannot tell whose tokens it gives before it has one; name the account: cachedToken(credentials, { account: "name" })`,
      { option: "account" },
    );
  }
  return new TokenCache(credentials, folder, account);
}
