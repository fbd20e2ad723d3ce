import type { Credentials } from "./credentials.js";
import {
  federated,
  type FederatedTokenFunction,
  type FederatedTokenOptions,
  programToken,
} from "./federation.js";
import { readVariable, readTokenFile } from "./local-token.js";
import { subjectDigest } from "./subject.js";

/**
 * Credentials that exchange a token of an external identity provider, such as a cluster or a CI system, for an
 * access token (conventions, section 8.2). No key needs to be stored. The external token is read at each login and
 * not cached.
 */
export const federatedToken = {
  /** A token in a file, which another program keeps fresh. It is read at each login. */
  fromFile(path: string, options: FederatedTokenOptions = {}): Credentials {
    const source = `federated token file ${path}`;
    return federated(source, ({ signal }) => readTokenFile(path, signal, source), options, subjectDigest);
  },

  /** A token in an environment variable. It is read at each login. */
  fromEnvironment(variable: string, options: FederatedTokenOptions = {}): Credentials {
    const source = `federated token in ${variable}`;
    return federated(source, () => readVariable(variable), options, subjectDigest);
  },

  /** A token that a function of the program gives. It is called at each login. */
  fromFunction(get: FederatedTokenFunction, options: FederatedTokenOptions = {}): Credentials {
    return federated(programToken, async ({ signal }) => get({ signal }), options, subjectDigest);
  },
};
