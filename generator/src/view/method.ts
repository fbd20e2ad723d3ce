import type { Doc, Method, MethodKind, Pages, Service } from "../model/api.js";
import {
  code,
  docBlock,
  generic,
  identifier,
  member,
  objectOf,
  propertyName,
  string,
  type Code,
  type ModuleImports,
} from "../code/code.js";
import { operationCallType, startsOperation, wiringCode } from "./operation.js";
import { replyCode, replyType, typeCode, type Moment } from "./reply.js";

/** An rpc as it goes over the wire: what the template of a client needs to define it. */
export type DefinitionView = {
  /** Name as a property of an object. */
  readonly local: Code;
  /** `Method<GetInstanceRequest, Instance, "unary">` */
  readonly type: Code;
  readonly defineMethod: Code;
  readonly service: Code;
  readonly rpc: Code;
  readonly kind: Code;
  readonly request: Code;
  readonly reply: Code;
  /** What the definition says beyond the types. */
  readonly flags: Code | false;
};

/** An rpc as it is called: the view of the partial `method`. */
export type MethodView = {
  readonly doc: Code;
  /** Name as a member of a class. */
  readonly local: Code;
  /** `request`, or `requests` where the client streams. */
  readonly parameter: Code;
  /** The request as the runtime takes it. */
  readonly argument: Code;
  /** `Init<GetInstanceRequest>` */
  readonly request: Code;
  readonly callOptions: Code;
  /** What a call gives: `Call<Instance>`. */
  readonly answer: Code;
  /** The method of the runtime that makes the call. */
  readonly form: Code;
  /** The types of request and reply, which the compiler need not infer then. */
  readonly types: Code;
  /** The definition of the rpc. */
  readonly definition: Code;
  /** How the operation is read that the rpc starts. */
  readonly wiring: Code | false;
  readonly update: UpdateView | false;
  readonly paged: PagedView | false;
};

/** The two ways in which an update is called: with the whole resource, or with an explicit reset mask. */
type UpdateView = {
  readonly whole: Code;
  readonly maskedDoc: Code;
  readonly options: Code;
};

/** Pages as one run of items: the view of the partial `paged`. */
type PagedView = {
  readonly doc: Code;
  readonly local: Code;
  readonly request: Code;
  readonly callOptions: Code;
  readonly answer: Code;
  /** The types of request and reply, and the property with the items. */
  readonly types: Code;
  readonly definition: Code;
  readonly items: Code;
};

/** The definition of an rpc. */
export function definitionView(
  method: Method,
  service: Service,
  imports: ModuleImports,
  moment: Moment,
): DefinitionView {
  const flags = flagsOf(method);
  const parts = [imports.type(method.request.type), replyType(method, imports), string(method.kind)];
  return {
    local: propertyName(method.local),
    type: generic(imports.runtimeType("Method"), parts),
    defineMethod: imports.runtimeValue("defineMethod"),
    service: identifier(service.constant),
    rpc: string(method.rpc),
    kind: string(method.kind),
    request: typeCode(method.request.type, imports, moment),
    reply: replyCode(method, imports, moment),
    flags: flags.length > 0 && objectOf(flags),
  };
}

/** The expression that gives an rpc's definition. */
export function definitionCode({ methodsName }: Service, { local }: Pick<Method, "local">): Code {
  return code`${identifier(methodsName.name)}${member(local)}`;
}

/** A method of a client. */
export function methodView(method: Method, service: Service, imports: ModuleImports): MethodView {
  const type = imports.type(method.request.type);
  const init = code`${imports.runtimeType("Init")}<${type}>`;
  const { streamsRequests, form } = forms[method.kind];
  const parameter = streamsRequests ? code`requests` : code`request`;
  const isOperation = startsOperation(method);
  return {
    doc: docBlock(method.doc),
    local: propertyName(method.local),
    parameter,
    // An implementation that takes any object: compared with its overloads, deep trees are more than the compiler does.
    argument: method.isUpdate ? code`request as ${init}` : parameter,
    request: streamsRequests
      ? code`${imports.global("AsyncIterable")}<${init}> | ${imports.global("Iterable")}<${init}>`
      : init,
    callOptions: imports.runtimeType("CallOptions"),
    answer: answerType(method, service, imports),
    form: isOperation ? code`operation` : form,
    types: code`${type}, ${replyType(method, imports)}`,
    definition: definitionCode(service, method),
    wiring: isOperation && wiringCode(method, service, imports),
    update: method.isUpdate && updateView(method.doc, type, imports),
    paged: method.pages !== undefined && pagedView(method, method.pages, service, imports),
  };
}

const forms: Readonly<Record<MethodKind, { readonly form: Code; readonly streamsRequests: boolean }>> = {
  unary: { form: code`unary`, streamsRequests: false },
  serverStreaming: { form: code`serverStream`, streamsRequests: false },
  clientStreaming: { form: code`clientStream`, streamsRequests: true },
  bidiStreaming: { form: code`bidiStream`, streamsRequests: true },
};

function answerType(method: Method, service: Service, imports: ModuleImports): Code {
  if (startsOperation(method)) return operationCallType(method, service, imports);
  const isStream = method.kind === "serverStreaming" || method.kind === "bidiStreaming";
  return code`${imports.runtimeType(isStream ? "ServerStream" : "Call")}<${replyType(method, imports)}>`;
}

function updateView(doc: Doc, type: Code, imports: ModuleImports): UpdateView {
  return {
    whole: code`${imports.runtimeType("Whole")}<${type}>`,
    maskedDoc: docBlock(maskedDoc(doc)),
    options: code`${imports.runtimeType("UpdateOptions")}<${type}>`,
  };
}

function maskedDoc(doc: Doc): Doc {
  const text =
    "With an explicit reset mask, which names the fields to clear where the request does not carry them.";
  return { ...doc, text: doc.text.trim() === "" ? text : `${doc.text.trimEnd()}\n\n${text}` };
}

function pagedView(method: Method, pages: Pages, service: Service, imports: ModuleImports): PagedView {
  const item = imports.type(pages.item.type);
  const request = imports.type(method.request.type);
  const reply = replyType(method, imports);
  const items = string(pages.items);
  const resource = method.reply === "resourcePage" && code`${imports.runtimeType("Resource")}<${item}>`;
  return {
    doc: docBlock({
      text: `All items of \`${method.local}\`, page after page; \`.pages()\` returns the pages.`,
      deprecated: method.doc.deprecated,
    }),
    local: propertyName(pages.local),
    request: code`${imports.runtimeType("Init")}<${request}>`,
    callOptions: imports.runtimeType("CallOptions"),
    answer: code`${imports.runtimeType("PagedCall")}<${resource || item}, ${reply}>`,
    types: code`${request}, ${reply}, ${items}`,
    definition: definitionCode(service, method),
    items,
  };
}

function flagsOf({ isReadOnly, isUpdate, doc }: Method): [string, Code][] {
  const flags: [string, Code][] = [];
  if (isReadOnly) flags.push(["readOnly", code`true`]);
  if (isUpdate) flags.push(["update", code`true`]);
  return [...flags, ...deprecationFlag(doc)];
}

/** What the definition of a method or a service says where it is deprecated. */
export function deprecationFlag({ deprecated }: Doc): [string, Code][] {
  return deprecated === undefined ? [] : [["deprecated", string(deprecated.trim())]];
}
