import { isServiceError, isTokenExchange, readScopes } from "@stratus/convention";
import type { Service, Wiring } from "./api.js";
import { withNested } from "./file-graph.js";
import { refer } from "./message-ref.js";
import type { MethodContext } from "./methods.js";
import type { Selection } from "./selection.js";

/** Describes what a session is wired to. In the order of full names, so that the first of several is always the same. */
export function describeWiring(
  { files, services }: Selection,
  { names, options, kind }: Pick<MethodContext, "names" | "options"> & Pick<Wiring, "kind">,
  described: readonly Service[],
): Wiring {
  const kinds = new Set(described.map(({ endpoint }) => endpoint?.kind));
  const errors = files.flatMap((file) => file.messages.flatMap(withNested)).filter(isServiceError);
  const exchanges = [...services].flatMap((service) => service.methods.filter(isTokenExchange));
  const [exchange] = exchanges.sort((a, b) => (a.parent.typeName < b.parent.typeName ? -1 : 1));
  return {
    kind,
    serviceErrors: errors
      .sort((a, b) => (a.typeName < b.typeName ? -1 : 1))
      .map((message) => refer(message, names)),
    hasOwnHosts: !kinds.has("name"),
    hasUpdates: described.some(({ methods }) => methods.some(({ isUpdate }) => isUpdate)),
    scopes: [...new Set([...services].flatMap((service) => readScopes(service, options)))].sort(),
    tokenExchange:
      exchange && kind !== "grpc"
        ? { methods: names.service(exchange.parent).methodsName, local: names.rpc(exchange) }
        : undefined,
  };
}
