import type { DescMessage, DescMethod, DescService } from "@bufbuild/protobuf";
import type { CustomOptions } from "../read/custom-options.js";
import type { Source } from "../source/source.js";
import type { MessageRef, Method, MethodKind, Name, Pages } from "./api.js";
import { secondWord, startsWithWord } from "../text/casing.js";
import { describeDoc } from "./docs.js";
import { isAdapted } from "./fields.js";
import type { Names } from "./names.js";
import { findItems, isResource } from "./shapes.js";

/** What a method's model is made from. */
export interface MethodContext {
  readonly names: Names;
  readonly source: Source;
  readonly options: CustomOptions;
  /** How the operation that a method returns is read again. */
  readonly findReader: (method: DescMethod) => Name | undefined;
}

/** The rpcs of a service in the order of the proto file. */
export function describeMethods(service: DescService, context: MethodContext): Method[] {
  return service.methods.map((method) => describeMethod(method, context));
}

function describeMethod(method: DescMethod, { names, source, options, findReader }: MethodContext): Method {
  const kind = kinds[method.methodKind];
  const pages = describePages(method, names);
  return {
    rpc: method.name,
    local: names.rpc(method),
    doc: describeDoc(method, source, options),
    kind,
    request: refer(method.input, names),
    response: refer(method.output, names),
    reply: describeReply(method),
    isReadOnly: isReadOnly(method),
    isUpdate: kind === "unary" && isUpdate(method, options),
    pages,
    operation: kind === "unary" ? findReader(method) : undefined,
    isDelete: startsWithWord(method.name, ["delete"]),
  };
}

const kinds: Readonly<Record<DescMethod["methodKind"], MethodKind>> = {
  unary: "unary",
  server_streaming: "serverStreaming",
  client_streaming: "clientStreaming",
  bidi_streaming: "bidiStreaming",
};

/** A message as methods use it. */
export function refer(message: DescMessage, names: Names): MessageRef {
  return { typeName: message.typeName, type: names.type(message), table: names.table(message) };
}

function describePages(method: DescMethod, names: Names): Pages | undefined {
  const items = findItems(method);
  if (!items?.message || isAdapted(items.message)) return undefined;
  return { local: names.all(method), items: names.property(items), item: refer(items.message, names) };
}

function describeReply(method: DescMethod): Method["reply"] {
  if (isResource(method.output)) return "resource";
  const items = findItems(method)?.message;
  return items && isResource(items) ? "resourcePage" : "message";
}

const noSideEffects = 1;

/**
 * `Get` and `List` at a word boundary, or `idempotency_level = NO_SIDE_EFFECTS`.
 * `GetOrCreate` and `GetAndLock` change something, so they are none.
 */
function isReadOnly(method: DescMethod): boolean {
  if (method.idempotency === noSideEffects) return true;
  return (
    startsWithWord(method.name, ["get", "list"]) && !["or", "and"].includes(secondWord(method.name) ?? "")
  );
}

/** Called `Update`, or marked UPDATER; marked UNSPECIFIED it is none. */
function isUpdate(method: DescMethod, options: CustomOptions): boolean {
  const behaviors = options.enumNames(method, "method_behavior");
  if (behaviors.includes("UPDATER")) return true;
  return method.name === "Update" && !behaviors.includes("UNSPECIFIED");
}
