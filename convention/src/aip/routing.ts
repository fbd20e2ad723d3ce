/** Builds the header `x-goog-request-params`, which routes a request by the values of its fields (AIP-4222). */
import type { DescMethod } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { CustomOptions } from "../base/options.js";
import { messageIn, messagesIn, textIn } from "./reflected.js";

/** A field whose value routes a request. */
export interface RoutingParameter {
  /** Path of the field in the request, by proto names: `secret.name`. */
  readonly field: string;
  /** Selects the part of the value that counts, and its key: `{project_id=projects/*}/**`. Undefined for all of it, under its path. */
  readonly template: string | undefined;
}

/**
 * The fields that route the requests of a method, in the order of the API: those of `google.api.routing`, which may be
 * none, else the variables in the paths of `google.api.http`. A method whose requests are streamed has none.
 */
export function readRouting(method: DescMethod, options: CustomOptions): readonly RoutingParameter[] {
  if (method.methodKind !== "unary" && method.methodKind !== "server_streaming") return [];
  const explicit = options.message(method, "google.api.routing");
  if (explicit !== undefined) {
    return messagesIn(explicit, "routing_parameters").map((one) => ({
      field: textIn(one, "field"),
      template: textIn(one, "path_template") || undefined,
    }));
  }
  const http = options.message(method, "google.api.http");
  const fields = http === undefined ? [] : bindingsOf(http).flatMap(variablesOf);
  return [...new Set(fields)].map((field) => ({ field, template: undefined }));
}

function bindingsOf(rule: ReflectMessage): ReflectMessage[] {
  return [rule, ...messagesIn(rule, "additional_bindings")];
}

/** `{secret.name=projects/*}` in the path of a rule, whichever verb it has. */
function variablesOf(rule: ReflectMessage): string[] {
  const custom = messageIn(rule, "custom");
  const verbs = ["get", "put", "post", "delete", "patch"].map((verb) => textIn(rule, verb));
  const paths = [...verbs, custom === undefined ? "" : textIn(custom, "path")];
  return paths.flatMap((path) =>
    [...path.matchAll(/\{([A-Za-z_][\w.]*)(?:=[^{}]*)?\}/g)].map(([, name = ""]) => name),
  );
}
