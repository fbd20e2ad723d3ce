/** A client, a server or both that the runner tests. */
export interface Half {
  readonly name: string;
  /** What of the table of features it supports, for people. */
  readonly axes: string;
  /** The file that says it to the runner. */
  readonly features: string;
  /** The argument of `client.ts`, if it is tested. The runner has a reference client. */
  readonly client?: "web" | "node";
  /** The argument of `server.ts`, if it is tested. The runner has a reference server. */
  readonly server?: "web" | "grpc" | "nginx" | "proxy";
  /** Patterns of the cases to run. Default: all. */
  readonly run?: readonly string[];
  /** The file with the patterns of cases that fail, and why. */
  readonly knownFailing?: string;
}

/** The suites that break no protocol. Proxies refuse the requests of the others. */
const lawful = ["Basic/**", "Errors/**", "Duplicate Metadata/**", "Deadline Propagation/**"];

export const halves: readonly Half[] = [
  {
    name: "the session over `fetch`",
    axes: "Connect (protobuf, JSON), gRPC-web; HTTP/1.1, and both versions with TLS; identity, gzip; unary, streams of responses",
    features: "web-session",
    client: "web",
  },
  {
    name: "the session of Node",
    axes: "gRPC over HTTP/2, with TLS and without; identity, gzip; all kinds of streams",
    features: "node-session",
    client: "node",
  },
  {
    name: "`webHandler`",
    axes: "all three protocols, protobuf and JSON; HTTP/1.1 and HTTP/2, with TLS and without; identity, gzip; all kinds of streams",
    features: "web-handler",
    server: "web",
  },
  {
    name: "services in a server of grpc-js",
    axes: "gRPC over HTTP/2, with TLS and without; identity, gzip; all kinds of streams",
    features: "grpc-server",
    server: "grpc",
    knownFailing: "grpc-server",
  },
  {
    name: "`webHandler` behind nginx",
    axes: "Connect, gRPC-web; HTTP/1.1, and both versions with TLS; cases that break no protocol",
    features: "web-session",
    server: "nginx",
    run: [...lawful, "Connect with GET/**"],
  },
  {
    name: "the session over `fetch`, nginx and `webHandler`",
    axes: "the same",
    features: "web-session",
    client: "web",
    server: "nginx",
    run: [...lawful, "Connect with GET/**"],
  },
  {
    name: "the session over `fetch`, `@grpc-web/proxy` and services in a server of grpc-js",
    axes: "gRPC-web over HTTP/1.1; cases that break no protocol",
    features: "web-proxy",
    client: "web",
    server: "proxy",
    run: lawful,
  },
];
