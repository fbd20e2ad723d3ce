import type { Doc, Method, MethodKind, Pages, Service } from "../model/api.js";
import {
  arrayOf,
  code,
  docBlock,
  generic,
  identifier,
  objectOf,
  propertyName,
  string,
  type Code,
  type ModuleImports,
} from "../../kit/code/code.js";
import type { GuideRepetition } from "../../kit/guide/service.js";
import { definitionCode } from "./definition.js";
import { extensionCode, maskedView, repetitionOfAip } from "./aip.js";
import { operationCallType, startsOperation, wiringCode } from "./operation.js";
import { withParagraphs } from "./paragraphs.js";
import { replyCode, replyType, typeCode, type Moment } from "./reply.js";
import { hiddenInListText, updateView } from "./update.js";

/** The definition of an rpc, as it is sent. */
export function definitionView(method: Method, service: Service, imports: ModuleImports, moment: Moment) {
  const flags = flagsOf(method, imports);
  const parts = [imports.type(method.request.type), replyType(method, imports), string(method.kind)];
  return {
    /** Name as a property of an object. */
    local: propertyName(method.local),
    /** `Method<GetInstanceRequest, Instance, "unary">` */
    type: generic(imports.runtimeType("Method"), parts),
    defineMethod: imports.runtimeValue("defineMethod"),
    service: identifier(service.constant),
    rpc: string(method.rpc),
    kind: string(method.kind),
    request: typeCode(method.request.type, imports, moment),
    reply: replyCode(method, imports, moment),
    /** Flags in the definition that the types do not contain. */
    flags: flags.length > 0 && objectOf(flags),
  };
}

/** An rpc as it is called: the view of the partial `method`. */
export function methodView(method: Method, service: Service, imports: ModuleImports) {
  const type = imports.type(method.request.type);
  const init = inputCode(method, imports);
  const { streamsRequests, form } = forms[method.kind];
  const parameter = streamsRequests ? code`requests` : code`request`;
  const isOperation = startsOperation(method);
  const pages = method.pages !== undefined && pagedView(method, method.pages, service, imports);
  return {
    doc: docBlock(withRepetition(method, service)),
    /** Name as a member of a class. */
    local: propertyName(method.local),
    /** `request`, or `requests` where the client streams. */
    parameter,
    /** The request as the runtime takes it. */
    // An implementation that takes any object: compared with its overloads, deep trees are more than the compiler does.
    argument: method.isUpdate || method.aip?.masked ? code`request as ${initOf(type, imports)}` : parameter,
    /** `MessageInit<GetInstanceRequest>` or `CreateInstanceInput` */
    request: streamsRequests
      ? code`${imports.global("AsyncIterable")}<${init}> | ${imports.global("Iterable")}<${init}>`
      : init,
    callOptions: callOptionsType(service, imports),
    /** Type of the result of a call: `Call<Instance>`. */
    answer: answerType(method, service, imports),
    /** The method of the runtime that makes the call. */
    form: isOperation ? code`operation` : pages ? code`list` : form,
    /** The types of request and reply, which the compiler need not infer then. */
    types: pages ? pages.types : code`${type}, ${replyType(method, imports)}`,
    /** The property with the items of a page. */
    items: pages && pages.items,
    /** The definition of the rpc. */
    definition: definitionCode(service, method),
    /** How the operation is read that the rpc starts. */
    wiring: isOperation && wiringCode(method, service, imports),
    update: method.isUpdate && updateView(method, service, imports),
    masked: method.aip?.masked !== undefined && maskedView(method, method.aip.masked, init, imports),
    paged: pages,
  };
}

/** Type of the options of a call. Plain gRPC has neither parents nor, unless a key header is stated, idempotency keys. */
function callOptionsType({ isPlain, hasKeys }: Service, imports: ModuleImports): Code {
  return imports.runtimeType(isPlain && !hasKeys ? "PlainCallOptions" : "CallOptions");
}

/** Type of what a call takes; of an Update, a part of it. */
export function inputCode({ request, input, whole }: Method, imports: ModuleImports): Code {
  return input ? imports.type(input) : initOf(imports.type(whole ?? request.type), imports);
}

function initOf(type: Code, imports: ModuleImports): Code {
  return generic(imports.runtimeType("MessageInit"), [type]);
}

/** How messages go, by the kind of a method: which way they stream, and what of the runtime makes the call. */
export const forms: Readonly<
  Record<
    MethodKind,
    { readonly form: Code; readonly streamsRequests: boolean; readonly streamsAnswers: boolean }
  >
> = {
  unary: { form: code`unary`, streamsRequests: false, streamsAnswers: false },
  serverStreaming: { form: code`serverStream`, streamsRequests: false, streamsAnswers: true },
  clientStreaming: { form: code`clientStream`, streamsRequests: true, streamsAnswers: false },
  bidiStreaming: { form: code`bidiStream`, streamsRequests: true, streamsAnswers: true },
};

function answerType(method: Method, service: Service, imports: ModuleImports): Code {
  if (startsOperation(method)) return operationCallType(method, service, imports);
  if (method.pages) return pagesType("ListCall", method, method.pages, imports);
  const call = forms[method.kind].streamsAnswers ? "ServerStream" : "Call";
  return code`${imports.runtimeType(call)}<${replyType(method, imports)}>`;
}

/** The comment of a method, with what it means for a failed attempt if the method changes something. */
function withRepetition(method: Method, service: Service): Doc {
  if (method.isReadOnly && repetitionOfAip(method.aip) === undefined) return method.doc;
  return withParagraphs(method.doc, [
    repetitionOfAip(method.aip) ?? repetitionWords[repetitionOf(method, service)],
    ...hiddenInListText(method, service),
  ]);
}

/** Whether a failed attempt of a method is repeated (docs/conventions.md, "Idempotency"). */
export function repetitionOf(
  {
    kind,
    isReadOnly,
    isIdempotent,
    aip,
  }: Pick<Method, "kind" | "isReadOnly" | "isIdempotent"> & Partial<Pick<Method, "aip">>,
  { hasKeys }: Pick<Service, "hasKeys">,
): GuideRepetition {
  if (forms[kind].streamsRequests) return "once";
  if (aip?.requestId) return "sameKey";
  if (aip?.config) return aip.config.retry ? "idempotent" : "no";
  if (isReadOnly) return "read";
  if (hasKeys) return "sameKey";
  return isIdempotent ? "idempotent" : "no";
}

/** The same in words. */
export const repetitionWords: Readonly<Record<GuideRepetition, string>> = {
  once: "Not retried, since its requests are read once.",
  read: "Changes nothing, so it is retried.",
  sameKey: "Changes data; it is retried with the same idempotency key.",
  idempotent: "Idempotent, so it is retried.",
  no: "Not retried once it may have reached the server, since the API does not state that repeating it is safe.",
};

/** Pages as one run of items: the view of the partial `paged`. */
function pagedView(method: Method, pages: Pages, service: Service, imports: ModuleImports) {
  const request = imports.type(method.request.type);
  const reply = replyType(method, imports);
  const items = string(pages.items);
  return {
    doc: docBlock({
      text: `All items of \`${method.local}\`, page after page; \`.pages()\` returns the pages.`,
      deprecated: method.doc.deprecated,
    }),
    local: propertyName(pages.local),
    request: inputCode(method, imports),
    callOptions: callOptionsType(service, imports),
    answer: pagesType("PagedCall", method, pages, imports),
    /** The types of request and reply, and the property with the items. */
    types: code`${request}, ${reply}, ${items}`,
    definition: definitionCode(service, method),
    items,
  };
}

/** `PagedCall<Resource<Instance>, ResourcePage<ListInstancesResponse>>` */
function pagesType(
  call: "ListCall" | "PagedCall",
  method: Method,
  pages: Pages,
  imports: ModuleImports,
): Code {
  const item = imports.type(pages.item.type);
  const resource = method.reply === "resourcePage" && code`${imports.runtimeType("Resource")}<${item}>`;
  return code`${imports.runtimeType(call)}<${resource || item}, ${replyType(method, imports)}>`;
}

function flagsOf(
  { isReadOnly, hasNoSideEffects, isIdempotent, isUpdate, parentTypes, doc, aip }: Method,
  imports: ModuleImports,
): [string, Code][] {
  const flags: [string, Code][] = [];
  if (isReadOnly) flags.push(["readOnly", code`true`]);
  else if (isIdempotent) flags.push(["idempotent", code`true`]);
  if (hasNoSideEffects) flags.push(["noSideEffects", code`true`]);
  if (isUpdate) flags.push(["update", code`true`]);
  if (parentTypes.length > 0) flags.push(["parentTypes", arrayOf(parentTypes.map((one) => string(one)))]);
  const extension = aip && extensionCode(aip, imports);
  return [
    ...flags,
    ...deprecationFlag(doc),
    ...(extension ? [["extension", extension] as [string, Code]] : []),
  ];
}

/** Returns the flag of a deprecated method or service in its definition. */
export function deprecationFlag({ deprecated }: Doc): [string, Code][] {
  return deprecated === undefined ? [] : [["deprecated", string(deprecated.trim())]];
}
