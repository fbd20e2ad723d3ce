import { once } from "node:events";
import { type DescMessage, fromBinary, toBinary } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { StatusError } from "../errors/status-error.js";
import { build } from "../messages/assign.js";
import { readString } from "../messages/read.js";
import type { IncomingCall, Responder } from "../server/incoming-call.js";

/** Makes what answers a method of those messages. */
export type ResponderMaker = (input: DescMessage, output: DescMessage) => Responder;

/** Answers the methods of the health service, for a server with those services. */
export function healthResponders(services: ReadonlySet<string>): Readonly<Record<string, ResponderMaker>> {
  const isServed = (service: string): boolean => service === "" || services.has(service);
  return {
    /** SERVING for the server ("") and each of its services, else NOT_FOUND. */
    Check: (input, output) =>
      async function* respond(call) {
        for await (const service of askedServices(call, input)) {
          const shown = JSON.stringify(service.slice(0, 300));
          if (!isServed(service)) throw new StatusError("NOT_FOUND", `there is no service ${shown}`);
          yield toBinary(output, build(output, { status: "SERVING" }).message);
        }
      },
    /** The state, which does not change before the server ends; then it waits for the caller to leave. */
    Watch: (input, output) =>
      async function* respond(call) {
        for await (const service of askedServices(call, input)) {
          const status = isServed(service) ? "SERVING" : "SERVICE_UNKNOWN";
          yield toBinary(output, build(output, { status }).message);
        }
        if (!call.signal.aborted) await once(call.signal, "abort");
      },
  };
}

async function* askedServices({ requests }: IncomingCall, input: DescMessage): AsyncGenerator<string> {
  for await (const bytes of requests) yield readString(reflect(input, fromBinary(input, bytes)), "service");
}
