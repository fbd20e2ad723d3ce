import { CallError, explained } from "../../calls/error/call-error.js";
import type { CredentialsProfile } from "./credentials.js";

/** Adds the profile to the error of a server that refused its token or the call, and how to log in again. */
export function nameProfile(error: unknown, profile: CredentialsProfile | undefined): unknown {
  if (!profile || !(error instanceof CallError)) return error;
  const what = `the credentials are those of profile ${profile.name}`;
  if (error.code === "PERMISSION_DENIED") return explained(error, what);
  return error.code === "UNAUTHENTICATED"
    ? explained(error, `${what}; to log in again: ${profile.loginCommand}`)
    : error;
}
