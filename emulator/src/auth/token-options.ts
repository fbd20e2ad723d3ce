import type { NamesOf } from "../text/known-names.js";

/** Options of an issued access token. */
export interface TokenOptions {
  /**
   * The account that the token authenticates. By default the role, or the first service account, or `test-user` if there is none.
   */
  readonly subject?: string;
  /** The lifetime in milliseconds. The emulator's `tokenLifetimeMs` by default. */
  readonly lifetimeMs?: number;
  /** The token, for one that is the same at each start. Random by default. */
  readonly token?: string;
  /** The role of the caller in rules, such as `viewer`. None by default. */
  readonly role?: string;
}

/** The names of the options. */
export const tokenOptionNames: NamesOf<TokenOptions> = {
  subject: true,
  lifetimeMs: true,
  token: true,
  role: true,
};
