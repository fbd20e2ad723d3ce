import { create, toBinary } from "@bufbuild/protobuf";
import { type FileDescriptorProto, FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import type { Server, ServiceDefinition, UntypedServiceImplementation } from "@grpc/grpc-js";
import type { CorsHeaders, NodeHandler } from "@stratus/runtime/server";
import type { Cloud } from "../cloud.js";
import type { Settings } from "../options/settings.js";
import { register } from "../server/grpc-adapter.js";
import type { Pipeline } from "../server/pipeline.js";

/** The dependencies of calls with Connect and gRPC-web. */
interface WebParts {
  readonly cloud: Cloud;
  readonly settings: Settings;
  /** Accepts any authority, because a page calls all services at one. */
  readonly pipeline: Pipeline;
}

/**
 * Handles calls with Connect and gRPC-web over HTTP/1.1. The packages for them are loaded at the first call, because most programs
 * make none.
 */
export function webProtocols(parts: WebParts): NodeHandler {
  let loading: Promise<NodeHandler> | undefined;
  return (request, response) => {
    loading ??= load(parts);
    loading.then(
      (handler) => handler(request, response),
      (error: unknown) => {
        response.statusCode = 500;
        response.setHeader("content-type", "text/plain; charset=utf-8");
        response.end(`Connect and gRPC-web cannot be served: ${String(error)}\n`);
      },
    );
  };
}

async function load({ cloud: { api }, pipeline, settings }: WebParts): Promise<NodeHandler> {
  const { webHandler } = await import("@stratus/runtime/server");
  const files = [...api.registry.files].map(({ proto }) => encoded(proto));
  const descriptors = { files, sdk: { name: "", version: "" }, session: "", apiDomain: settings.apiDomain };
  const add = (server: Pick<Server, "addService">): void => {
    const definition: Record<string, ServiceDefinition[string]> = {};
    const implementation: Record<string, UntypedServiceImplementation[string]> = {};
    for (const method of api.methods.values()) {
      const path = `/${method.name}`;
      const taken: Pick<Server, "register"> = {
        register(_path, handler, write, read, type) {
          definition[path] = {
            path,
            requestStream: type === "clientStream" || type === "bidi",
            responseStream: type === "serverStream" || type === "bidi",
            requestSerialize: pass,
            requestDeserialize: read,
            responseSerialize: (value) => write(value as never),
            responseDeserialize: pass,
          };
          implementation[path] = handler as UntypedServiceImplementation[string];
          return true;
        },
      };
      register(
        taken,
        path,
        method.desc.methodKind,
        (call) => pipeline.respond(method, call),
        () => pipeline.headersOf(method),
      );
    }
    server.addService(definition, implementation);
  };
  const cors = { origins: settings.cors, headers: await pageHeaders(settings) };
  return webHandler(descriptors, add, { cors, maxReceiveBytes: settings.maxRequestBytes });
}

function encoded(proto: FileDescriptorProto): string {
  return Buffer.from(toBinary(FileDescriptorProtoSchema, create(FileDescriptorProtoSchema, proto))).toString(
    "base64",
  );
}

function pass(bytes: Buffer): Buffer {
  return bytes;
}

/** Returns the headers that pages may send and read, with the header names of this API. */
export async function pageHeaders(settings: Settings): Promise<CorsHeaders> {
  const { corsHeaders } = await import("@stratus/runtime/server");
  return corsHeaders({ headers: settings.headers });
}
