import type { DescMethod, DescService } from "@bufbuild/protobuf";
import {
  findInputOnlyInList,
  findPage,
  findParentTypes,
  isDelete,
  isIdempotent,
  hasNoSideEffects,
  isReadOnly,
  isResource,
  isUpdate,
  methodBehaviors,
} from "@stratus/convention";
import type { InputForms } from "../codecs/input-forms.js";
import type { Source } from "../source/source.js";
import type { Command, Method, MethodKind, OperationUse, Pages } from "./api.js";
import { describeDoc } from "./docs.js";
import { isAdapted } from "./fields.js";
import { type AipContext, describeAip } from "./aip.js";
import { refer } from "./message-ref.js";

/** The inputs for the model of a method. */
export interface MethodContext extends AipContext {
  /** How the types of calls differ from those of messages. */
  readonly inputs: InputForms;
  readonly source: Source;
  /** The operation that a method returns. */
  readonly findOperation: (method: DescMethod) => OperationUse | undefined;
  /** A method as tools see it. */
  readonly commandOf: (method: DescMethod) => Command;
}

/** The rpcs of a service in the order of the proto file. */
export function describeMethods(service: DescService, context: MethodContext): Method[] {
  return service.methods.map((method) => describeMethod(method, context));
}

function describeMethod(method: DescMethod, context: MethodContext): Method {
  const { names, inputs, source, options, types, findOperation, commandOf } = context;
  const kind = kinds[method.methodKind];
  const pages = describePages(method, names);
  return {
    command: commandOf(method),
    rpc: method.name,
    local: names.rpc(method),
    doc: describeDoc(method, source, options),
    kind,
    request: refer(method.input, names),
    input: inputs.inputs.has(method.input) ? names.input(method.input) : undefined,
    whole: inputs.wholes.has(method.input) ? names.whole(method.input) : undefined,
    response: refer(method.output, names),
    reply: describeReply(method),
    isReadOnly: isReadOnly(method, options),
    hasNoSideEffects: hasNoSideEffects(method),
    isIdempotent: isIdempotent(method),
    isUpdate: isUpdate(method, options),
    hiddenInList: isUpdate(method, options) ? findInputOnlyInList(method.input, options) : undefined,
    pages,
    parentTypes: findParentTypes(method, options, types),
    operation: kind === "unary" ? findOperation(method) : undefined,
    hasReadableResource: !isDelete(method) && !methodBehaviors(method, options).includes("WITHOUT_GET"),
    aip: describeAip(method, context),
  };
}

const kinds: Readonly<Record<DescMethod["methodKind"], MethodKind>> = {
  unary: "unary",
  server_streaming: "serverStreaming",
  client_streaming: "clientStreaming",
  bidi_streaming: "bidiStreaming",
};

function describePages(method: DescMethod, names: MethodContext["names"]): Pages | undefined {
  const items = findPage(method);
  if (!items || isAdapted(items.message)) return undefined;
  return { local: names.all(method), items: names.property(items), item: refer(items.message, names) };
}

function describeReply(method: DescMethod): Method["reply"] {
  if (isResource(method.output)) return "resource";
  const items = findPage(method)?.message;
  return items && isResource(items) ? "resourcePage" : "message";
}
