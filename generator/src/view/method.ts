import type { Doc, Method, Service } from "../model/api.js";
import {
  docBlock,
  generic,
  identifier,
  literal,
  member,
  objectOf,
  propertyName,
  string,
  type Code,
} from "../code/code.js";
import type { ModuleImports } from "./modules.js";
import { operationCallType, wiringCode } from "./operation.js";
import { replyType } from "./reply.js";

/** What the template of a client needs of an rpc. */
export interface MethodView {
  readonly doc: Code;
  /** Doc of the form that takes an explicit reset mask. */
  readonly maskedDoc: Code;
  /** Name as a member of a class or an object. */
  readonly local: Code;
  /** The object that holds the definitions of the service's rpcs. */
  readonly methods: Code;
  /** `.name`, to follow it. */
  readonly member: Code;
  readonly rpc: Code;
  readonly kind: Code;
  readonly request: MessageView;
  readonly response: MessageView;
  /** Type that a caller gets: `Resource<Instance>`. */
  readonly reply: Code;
  readonly isResource: boolean;
  readonly isResourcePage: boolean;
  readonly items: Code;
  /** What the definition says beyond the types; empty where it says nothing. */
  readonly flags: Code;
  readonly hasFlags: boolean;
  readonly isUpdate: boolean;
  readonly isOperation: boolean;
  readonly isUnary: boolean;
  readonly isServerStream: boolean;
  readonly isClientStream: boolean;
  readonly isBidiStream: boolean;
  readonly wiring: Code;
  /** Type of the call that starts an operation: `OperationCall<Operation>`. */
  readonly call: Code;
  readonly isPaged: boolean;
  readonly pagesDoc: Code;
  readonly all: Code;
  readonly item: Code;
}

interface MessageView {
  readonly type: Code;
  readonly table: Code;
}

/** An rpc; the imports that its code needs are added. */
export function methodView(method: Method, service: Service, imports: ModuleImports): MethodView {
  const flags = flagsOf(method);
  importDoor(method, imports);
  return {
    doc: docBlock(method.doc),
    maskedDoc: docBlock(maskedDoc(method)),
    local: propertyName(method.local),
    methods: identifier(service.methodsName.name),
    member: member(method.local),
    rpc: string(method.rpc),
    kind: string(method.kind),
    request: { type: imports.value(method.request.type), table: imports.value(method.request.table) },
    response: { type: imports.value(method.response.type), table: imports.value(method.response.table) },
    reply: replyType(method, imports),
    isResource: method.reply === "resource",
    isResourcePage: method.reply === "resourcePage",
    items: string(method.pages?.items ?? ""),
    flags: flags.length > 0 ? objectOf(flags) : literal(""),
    hasFlags: flags.length > 0,
    isUpdate: method.isUpdate,
    isOperation: method.operation !== undefined,
    isUnary: method.kind === "unary" && method.operation === undefined,
    isServerStream: method.kind === "serverStreaming",
    isClientStream: method.kind === "clientStreaming",
    isBidiStream: method.kind === "bidiStreaming",
    wiring: wiringCode(method, service, imports),
    call: operationCallType(method, service, imports),
    isPaged: method.pages !== undefined,
    pagesDoc: docBlock({
      text: `All items of \`${method.local}\`, page after page; \`.pages()\` gives the pages.`,
      deprecated: method.doc.deprecated,
    }),
    all: propertyName(method.pages?.local ?? ""),
    item: itemType(method, imports),
  };
}

function maskedDoc({ doc, isUpdate }: Method): Doc {
  if (!isUpdate) return { text: "", deprecated: undefined };
  const text =
    "With an explicit reset mask, which names the fields to clear where the request does not carry them.";
  return { ...doc, text: doc.text.trim() === "" ? text : `${doc.text.trimEnd()}\n\n${text}` };
}

function itemType({ pages, reply }: Method, imports: ModuleImports): Code {
  if (!pages) return literal("");
  const type = imports.type(pages.item.type);
  if (reply !== "resourcePage") return type;
  imports.doorTypes("Resource");
  return generic(literal("Resource"), [type]);
}

function flagsOf({ isReadOnly, isUpdate, doc }: Method): [string, Code][] {
  const flags: [string, Code][] = [];
  if (isReadOnly) flags.push(["readOnly", literal("true")]);
  if (isUpdate) flags.push(["update", literal("true")]);
  if (doc.deprecated !== undefined) flags.push(["deprecated", string(doc.deprecated.trim())]);
  return flags;
}

/** Names of the runtime that the code of a method uses. */
function importDoor({ kind, reply, isUpdate, operation, pages }: Method, imports: ModuleImports): void {
  imports.doorValues("message", ...(reply === "message" ? [] : [reply]));
  imports.doorTypes("Init", "CallOptions");
  if (kind === "serverStreaming" || kind === "bidiStreaming") imports.doorTypes("ServerStream");
  else if (!operation) imports.doorTypes("Call");
  if (isUpdate) imports.doorTypes("UpdateOptions", "Whole");
  if (pages) imports.doorTypes("PagedCall");
}
