/** Access tokens for the calls of the console. */
import { control } from "../api/control-client.js";

/** The account and the role of a call. */
export interface Caller {
  readonly subject: string;
  readonly role: string;
}

/** The tokens by caller. A reset keeps them valid, a revocation does not. */
const tokens = new Map<string, Promise<string>>();

/** Returns a token for a caller, which is made by the emulator with the first call. */
export function tokenFor({ subject, role }: Caller): Promise<string> {
  const key = JSON.stringify([subject, role]);
  const known = tokens.get(key);
  if (known !== undefined) return known;
  const made = control<{ token: string }>("/tokens", {
    ...(subject === "" ? {} : { subject }),
    ...(role === "" ? {} : { role }),
  }).then(({ token }) => token);
  tokens.set(key, made);
  made.catch(() => tokens.delete(key));
  return made;
}

/** Forgets the tokens, because they were revoked or have expired. */
export function forgetTokens(): void {
  tokens.clear();
}
