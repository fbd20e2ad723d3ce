import type { Mode, Permutation } from "./expand.js";
import { esCaller } from "./es-caller.js";
import { ourGrpcCaller, ourWebCaller } from "./our-callers.js";
import { runClient, runServer, type Verdict } from "./run.js";
import { startEsServer, startOurGrpcServer, startOurWebServer } from "./servers.js";

/** A client or a server that is tried. */
export interface Half {
  readonly name: string;
  readonly mode: Mode;
  /** The file of its features. */
  readonly features: string;
  run(permutations: readonly Permutation[]): Promise<Verdict[]>;
}

/** Ours, and Connect's own for comparison. */
export const halves: readonly Half[] = [
  {
    name: "the session over fetch, as client",
    mode: "CLIENT",
    features: "web-session",
    run: (permutations) => runClient(permutations, ourWebCaller),
  },
  {
    name: "the session of Node, as client",
    mode: "CLIENT",
    features: "node-session",
    run: (permutations) => runClient(permutations, ourGrpcCaller),
  },
  {
    name: "webHandler, as server",
    mode: "SERVER",
    features: "web-handler",
    run: (permutations) => runServer(permutations, startOurWebServer),
  },
  {
    name: "addService in grpc-js, as server",
    mode: "SERVER",
    features: "grpc-server",
    run: (permutations) => runServer(permutations, startOurGrpcServer),
  },
  {
    name: "connect-es, as client",
    mode: "CLIENT",
    features: "connect-es",
    run: (permutations) => runClient(permutations, esCaller),
  },
  {
    name: "connect-es, as server",
    mode: "SERVER",
    features: "connect-es",
    run: (permutations) => runServer(permutations, startEsServer()),
  },
];
