import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Server, ServerCredentials, type ServerOptions } from "@grpc/grpc-js";
import type * as RuntimeServer from "@stratus/runtime/server";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { openFolder, type Folder } from "../compile.fixture.js";
import type * as Root from "../golden/api/expected/src/index.js";
import type * as ShopServer from "../golden/api/expected/src/shop/v1/index.server.js";
import type * as Shop from "../golden/api/expected/src/shop/v1/index.js";
import { readTree } from "../golden/tree.fixture.js";

/** The API of the golden test, generated with its servers, compiled and loaded, beside the runtime's adapter. */
export interface ShopApi extends AsyncDisposable {
  readonly root: typeof Root;
  readonly shop: typeof Shop;
  readonly server: typeof ShopServer;
  readonly runtime: typeof RuntimeServer;
  /** Starts a server with handlers, and a client of it. */
  open(handlers: Partial<ShopServer.OrderServiceHandlers>, more?: OpenMore): Promise<OpenShop>;
}

/** What a started server may be given beside its handlers. */
export interface OpenMore {
  readonly onError?: RuntimeServer.ServeOptions["onError"];
  readonly server?: ServerOptions;
}

/** A server and a client of it; both are closed at the end of `await using`. */
export interface OpenShop extends AsyncDisposable {
  readonly client: Shop.OrderServiceClient;
  readonly server: Server;
  readonly address: string;
  /** What the server's handlers did that no caller was told of. */
  readonly errors: unknown[];
}

const protos = fileURLToPath(new URL("../golden/api/protos", import.meta.url));

const usual = "session_name=Acme,strip_prefix=acme,api_domain=api.acme.example,server=true";

/** Generates, compiles and loads the API; `more` are options beside the usual ones. */
export async function loadShop(more: readonly string[] = []): Promise<ShopApi> {
  const folder = await openFolder();
  const parameter = [usual, ...more].join(",");
  const { files, error } = await generateFrom(readTree(protos), { parameter });
  if (error !== "") throw new Error(error);
  await folder.write({ ...files, "adapter.ts": 'export * from "@stratus/runtime/server";\n' });
  const complaints = await folder.compile("TypeScript 7");
  if (complaints !== "") throw new Error(complaints);
  const root = await load<typeof Root>(folder, "index.js");
  const shop = await load<typeof Shop>(folder, "shop/v1/index.js");
  const server = await load<typeof ShopServer>(folder, "shop/v1/index.server.js");
  const runtime = await load<typeof RuntimeServer>(folder, "adapter.js");
  return {
    root,
    shop,
    server,
    runtime,
    async open(handlers, { onError, server: serverOptions } = {}) {
      const grpc = new Server(serverOptions);
      const errors: unknown[] = [];
      const note = onError ?? ((thrown: unknown) => void errors.push(thrown));
      runtime.addService(grpc, server.OrderServiceServer, handlers, { partial: true, onError: note });
      const address = await listen(grpc);
      const session = new root.Acme({
        endpoint: address,
        insecure: true,
        credentials: root.staticToken("t".repeat(20)),
        retry: false,
      });
      return {
        client: new shop.OrderServiceClient(session),
        server: grpc,
        address,
        errors,
        async [Symbol.asyncDispose]() {
          grpc.forceShutdown();
          await session.close();
        },
      };
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

function load<Module>(folder: Folder, path: string): Promise<Module> {
  return import(pathToFileURL(join(folder.path, "dist", path)).href) as Promise<Module>;
}

/** Starts to listen on the loopback address. */
export function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(`127.0.0.1:${port}`),
    );
  });
}
