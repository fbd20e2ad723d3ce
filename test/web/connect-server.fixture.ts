import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { create, createFileRegistry, type DescService, fromBinary } from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import { FileDescriptorSetSchema, FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import type { ConnectRouterOptions, HandlerContext, ServiceImpl } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";

/** A server of Connect's own library, over HTTP/1.1. */
export interface ConnectServer extends AsyncDisposable {
  readonly url: string;
}

/** The services of descriptors, by their names. */
export function serviceOf(files: readonly string[], typeName: string): DescService {
  const file = files.map((text) => fromBinary(FileDescriptorProtoSchema, base64Decode(text)));
  const service = createFileRegistry(create(FileDescriptorSetSchema, { file })).getService(typeName);
  if (!service) throw new Error(`there is no ${typeName}`);
  return service;
}

/** Handlers by the local names of their rpcs; messages are protobuf-es's. */
export interface Handlers {
  readonly [rpc: string]: (message: object, context: HandlerContext) => unknown;
}

/** Serves a service in all protocols of Connect's library. */
export async function connectServer(
  service: DescService,
  handlers: Handlers,
  options: ConnectRouterOptions = {},
): Promise<ConnectServer> {
  const handle = connectNodeAdapter({
    ...options,
    routes: (router) => void router.service(service, handlers as ServiceImpl<DescService>),
  });
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
