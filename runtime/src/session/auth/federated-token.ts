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
 * Credentials of a workload that another issuer vouches for, such as a cluster, a CI system or an identity provider:
 * its token is exchanged for an access token (conventions, section 8.2), so that no key needs to be kept. The token
 * of the issuer is asked for at each login, and not kept.
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
