/** Builds the header `x-goog-request-params`, which routes a request by the values of its fields (AIP-4222). */
import type { DescMethod } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { CustomOptions } from "../base/options.js";
import { getMessage, getMessages, getText } from "../base/message-value.js";

/** A field whose value routes a request. */
export interface RoutingParameter {
  /** Path of the field in the request, by proto names: `secret.name`. */
  readonly field: string;
  /** Extracts the key and the part of the value to send: `{project_id=projects/*}/**`. Undefined for the whole value, by its path. */
  readonly template: string | undefined;
}

/**
 * Lists the fields that route the requests of a method, in the order of the API: those of `google.api.routing`, which may be an
 * empty list, or else the variables in the paths of `google.api.http`. A method with streamed requests has none.
 */
export function readRouting(method: DescMethod, options: CustomOptions): readonly RoutingParameter[] {
  if (method.methodKind !== "unary" && method.methodKind !== "server_streaming") return [];
  const explicit = options.message(method, "google.api.routing");
  if (explicit !== undefined) {
    return getMessages(explicit, "routing_parameters").map((one) => ({
      field: getText(one, "field"),
      template: getText(one, "path_template") || undefined,
    }));
  }
  const http = options.message(method, "google.api.http");
  const fields = http === undefined ? [] : listBindings(http).flatMap(listVariables);
  return [...new Set(fields)].map((field) => ({ field, template: undefined }));
}

function listBindings(rule: ReflectMessage): ReflectMessage[] {
  return [rule, ...getMessages(rule, "additional_bindings")];
}

/** Lists the fields in the path of a binding with any verb: `{secret.name=projects/*}`. */
function listVariables(rule: ReflectMessage): string[] {
  const custom = getMessage(rule, "custom");
  const verbs = ["get", "put", "post", "delete", "patch"].map((verb) => getText(rule, verb));
  const paths = [...verbs, getText(custom, "path")];
  return paths.flatMap((path) =>
    [...path.matchAll(/\{([A-Za-z_][\w.]*)(?:=[^{}]*)?\}/g)].map(([, name = ""]) => name),
  );
}
