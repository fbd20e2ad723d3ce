import { once } from "node:events";
import { type DescMessage, fromBinary, toBinary } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { StatusError } from "../errors/status-error.js";
import { build } from "../messages/assign.js";
import { readString } from "../messages/read.js";
import type { IncomingCall, Responder } from "../server/incoming-call.js";

/** Answers Check: SERVING for the server ("") and each of its services, else NOT_FOUND. */
export function checkResponder(
  services: ReadonlySet<string>,
  input: DescMessage,
  output: DescMessage,
): Responder {
  return async function* respond(call) {
    for await (const service of askedServices(call, input)) {
      if (!isServed(services, service)) {
        throw new StatusError("NOT_FOUND", `there is no service ${JSON.stringify(service.slice(0, 300))}`);
      }
      yield toBinary(output, build(output, { status: "SERVING" }).message);
    }
  };
}

/** Answers Watch: the state, which does not change before the server ends; then it waits for the caller to leave. */
export function watchResponder(
  services: ReadonlySet<string>,
  input: DescMessage,
  output: DescMessage,
): Responder {
  return async function* respond(call) {
    for await (const service of askedServices(call, input)) {
      const status = isServed(services, service) ? "SERVING" : "SERVICE_UNKNOWN";
      yield toBinary(output, build(output, { status }).message);
    }
    if (!call.signal.aborted) await once(call.signal, "abort");
  };
}

async function* askedServices({ requests }: IncomingCall, input: DescMessage): AsyncGenerator<string> {
  for await (const bytes of requests) yield readString(reflect(input, fromBinary(input, bytes)), "service");
}

function isServed(services: ReadonlySet<string>, service: string): boolean {
  return service === "" || services.has(service);
}
