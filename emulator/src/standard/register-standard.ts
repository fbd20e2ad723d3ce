/**
 * Registers the standard services of gRPC servers: health and reflection. They do not belong to the API and bypass the
 * pipeline.
 */
import type { Server } from "@grpc/grpc-js";
import type { FileRegistry } from "@bufbuild/protobuf";
import { ServiceErrors } from "../errors/service-errors.js";
import { register } from "../server/grpc-adapter.js";
import type { Responder } from "../server/incoming-call.js";
import { asStatusError, CallFailure, toWireError } from "../server/wire-error.js";
import { DescriptorIndex } from "./descriptor-index.js";
import { healthResponders, type ResponderMaker } from "./health.js";
import { reflectionResponder } from "./reflection.js";
import { standardServices } from "./standard-services.js";

/**
 * Registers health and reflection. They answer under any authority and ask for
 * no token, since tools call them before they know either. An API that brings
 * such a service itself keeps its own.
 *
 * @returns the paths of their methods
 */
export function registerStandardServices(server: Server, api: FileRegistry): ReadonlySet<string> {
  const paths = new Set<string>();
  const standard = standardServices();
  const index = new DescriptorIndex(api, standard);
  const responders: Readonly<Record<string, ResponderMaker>> = {
    ...healthResponders(new Set(index.services())),
    ServerReflectionInfo: reflectionResponder(index),
  };
  for (const type of standard) {
    if (type.kind !== "service" || api.getService(type.typeName) !== undefined) continue;
    for (const { name, methodKind, input, output } of type.methods) {
      const path = `/${type.typeName}/${name}`;
      const responder = responders[name]?.(input, output);
      if (responder === undefined) continue;
      register(server, path, methodKind, failing(responder, path, standard));
      paths.add(path);
    }
  }
  return paths;
}

/** Turns whatever the responder throws into an error for the wire. */
function failing(respond: Responder, method: string, registry: FileRegistry): Responder {
  const errors = new ServiceErrors(registry);
  return async function* respondOrFail(call) {
    try {
      yield* respond(call);
    } catch (error) {
      const status = asStatusError(error, call.requestId);
      throw new CallFailure(
        toWireError(status, errors, { endpoint: "", method, retryPushbackMs: undefined }),
      );
    }
  };
}
