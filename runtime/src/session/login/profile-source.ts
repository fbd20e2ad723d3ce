import type { Credentials } from "../auth/credentials.js";
import type { TlsOptions } from "../../network/transport/tls-options.js";

/** The options of a session that a profile of a platform's own configuration file sets. */
export interface ProfileOptions {
  /** The name of the profile, for messages. Default: the one that was asked for. */
  readonly name?: string | undefined;
  /** The domain of the API. Default: the SDK's. */
  readonly apiDomain?: string | undefined;
  /** The address of all services. */
  readonly endpoint?: string | undefined;
  /** Addresses of single services. */
  readonly endpoints?: { readonly [serviceName: string]: string } | undefined;
  /** Whether to call `endpoint` and `endpoints` without TLS. Default: false. */
  readonly insecure?: boolean | undefined;
  /** Certificates that replace Node's root certificates. */
  readonly tls?: TlsOptions | undefined;
  /** The default parent of requests. */
  readonly parentId?: string | undefined;
  /** The credentials. Calls of a profile without credentials fail. */
  readonly credentials?: Credentials | undefined;
}

/** A configuration file that another program writes, such as a platform's own command line. */
export interface ProfileSource {
  /**
   * The path of the file: absolute, or below the user's home folder (`~/.acme/config.yaml`). The file must belong to
   * this user alone (mode 0600), and must not be a link.
   */
  readonly file: string;
  /** The name of the profile. Default: the variable `<SESSION>_PROFILE`, else the one that `read` chooses. */
  readonly name?: string | undefined;
  /**
   * Returns the options of a profile from the text of the file. It throws an Error if the profile does not exist.
   *
   * @param name The name of the profile. Undefined for the one that the file says is current.
   */
  readonly read: (text: string, name: string | undefined) => ProfileOptions;
}
