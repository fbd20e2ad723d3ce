import { systemClock } from "../../runtime/src/base/time/clock.js";
import { openSession } from "../../runtime/src/fixture/test-api.fixture.js";
import type { Session } from "../../runtime/src/session/core/session.js";
import type { SessionOptions } from "../../runtime/src/session/core/session-options.js";
import { lazyTransport } from "../../runtime/src/network/transport/lazy-transport.js";
import { grpcTransport } from "./grpc-js/grpc-transport.js";

/** A transport that the suite runs over. */
export interface Implementation {
  readonly name: "our HTTP/2" | "grpc-js";
  /** A session over it. */
  open(options: SessionOptions): Session;
}

/**
 * The transport of the runtime, and grpc-js behind the same interface: an independent
 * reading of the protocol. A test that expects another thing of each says why.
 */
export const implementations: readonly Implementation[] = [
  { name: "our HTTP/2", open: openSession },
  {
    name: "grpc-js",
    open(options) {
      const { clock = systemClock, insecure = false, tls = {}, connectTimeoutMs = 10_000 } = options;
      const settings = {
        isInsecure: insecure,
        tls,
        userAgent: options.userAgent ?? "test/1",
        maxReceiveBytes: options.maxReceiveBytes ?? 64 * 1024 * 1024,
        maxSendBytes: options.maxSendBytes ?? Infinity,
        isCompressed: options.compression === "gzip",
        keepaliveMs: Infinity,
        maxConnectionAgeMs: Infinity,
        keepaliveTimeoutMs: 10_000,
        windowBytes: 65_535,
        maxWindowBytes: 65_535,
        proxy: undefined,
      };
      const timing = { clock, connectMs: connectTimeoutMs };
      return openSession({
        ...options,
        transport: options.transport ?? lazyTransport(async () => grpcTransport(settings, timing), clock),
      });
    },
  },
];
