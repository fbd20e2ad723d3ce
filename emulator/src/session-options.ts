/** Options of a session of an SDK that calls an emulator. */
export interface EmulatorSession {
  /** The host and port of the gRPC server. */
  readonly endpoint: string;
  /** Set if the emulator serves plain text. */
  readonly insecure?: true;
  /** Set if the emulator serves TLS: its certificate. */
  readonly tls?: { readonly ca: string };
  /** The domain of the API. Left out for plain gRPC, whose sessions do not have this option. */
  readonly apiDomain: string;
  /** The interval between two reads of an operation, in milliseconds. Left out for plain gRPC. */
  readonly pollIntervalMs?: number;
  /** Credentials that the emulator issues a token for whenever the session needs one. */
  readonly credentials: {
    readonly description: string;
    fetchToken(): Promise<{ readonly token: string }>;
  };
}

/** The facts of an emulator that a session needs. */
interface EmulatorFacts {
  readonly address: string;
  readonly apiDomain: string;
  readonly certificatePem: string | undefined;
  /** Whether the API is plain gRPC. */
  readonly isPlain: boolean;
  readonly issueToken: () => string;
}

const pollIntervalMs = 20;

/** Returns the options of a session that calls an emulator. */
export function sessionOptions(facts: EmulatorFacts): EmulatorSession {
  const { address, apiDomain, certificatePem, isPlain, issueToken } = facts;
  return {
    endpoint: address,
    ...(certificatePem === undefined ? { insecure: true } : { tls: { ca: certificatePem } }),
    ...((isPlain ? {} : { apiDomain, pollIntervalMs }) as Pick<
      EmulatorSession,
      "apiDomain" | "pollIntervalMs"
    >),
    credentials: {
      description: "a token of the emulator",
      fetchToken: async () => ({ token: issueToken() }),
    },
  };
}
