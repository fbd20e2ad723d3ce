import { Interop, staticToken, type InteropOptions } from "../../../generated/interop/index.js";
import { TestServiceClient, UnimplementedServiceClient } from "../../../generated/interop/testing/index.js";
import { testCertificate } from "../../../runtime/src/fixture/tls.fixture.js";

/** A server that cases run against. */
export interface Target {
  readonly address: string;
  /** Whether it speaks TLS, with the certificate of the tests. */
  readonly isSecure: boolean;
  /** Whether its service learns if a request was compressed, and refuses one that is not what it says. */
  readonly seesCompression: boolean;
  /** What it can compress: single messages, all answers to a compressed request, or nothing. */
  readonly compresses: "each" | "alike" | "nothing";
}

/** A session with a server, and its clients. */
export interface Line extends AsyncDisposable {
  readonly tests: TestServiceClient;
  readonly others: UnimplementedServiceClient;
}

/**
 * Opens a session with a target. It repeats nothing, so that no failure hides behind a retry; the names are those
 * of the certificate.
 */
export function lineTo({ address, isSecure }: Target, options: Partial<InteropOptions> = {}): Line {
  const session = new Interop({
    apiDomain: "store.api.example.com",
    endpoint: address,
    ...(isSecure ? { tls: { ca: testCertificate } } : { insecure: true }),
    credentials: staticToken("interop-token"),
    retry: false,
    timeoutMs: 60_000,
    attemptTimeoutMs: 60_000,
    ...options,
  });
  const endpoint = "things";
  return {
    tests: new TestServiceClient(session, { endpoint }),
    others: new UnimplementedServiceClient(session, { endpoint }),
    [Symbol.asyncDispose]: () => session.close({ graceMs: 100 }),
  };
}

/** One case, by its name in gRPC's descriptions of interop tests. It rejects where something is wrong. */
export interface InteropCase {
  readonly name: string;
  /** Why the case has no meaning for a target; undefined where it has. */
  skip?(target: Target): string | undefined;
  run(target: Target): Promise<void>;
}
