import { code, ModuleImports, type Code } from "../../../kit/code/code.js";
import type { GuideMethod, GuideModify, GuideService } from "../../../kit/guide/service.js";
import { trueOrUndefined } from "../../../kit/complete-guide.js";
import type { Method, Modify, PickUp, Service } from "../../model/api.js";
import type { Examples } from "../../model/examples.js";
import { maskedHelpers, maskedModifyView, type MaskedHelper } from "../aip.js";
import { normalizeComment } from "../../../kit/text/comment-text.js";
import { methodView, repetitionOf } from "../method.js";
import { modifyView, pickUpView } from "../modify.js";
import type { Layout } from "../modules.js";
import { startsOperation } from "../operation.js";

/** All that describes a service beside itself. */
interface ServiceSource {
  readonly examples: Examples;
  readonly layout: Layout;
}

/** A service as the guide has it. */
export function serviceData(service: Service, from: ServiceSource): GuideService {
  const { typeName, client, endpoint, isAtSession, doc, hasKeys, modify, pickUp, methods } = service;
  // What signatures name is told by the page that shows them.
  const imports = new ModuleImports("guide", from.layout, []);
  const helpers = new Map(maskedHelpers(service).map((one) => [one.update, one]));
  return {
    name: typeName,
    client: client.name,
    endpoint,
    isAtSession: trueOrUndefined(isAtSession),
    text: normalizeComment(doc.text),
    deprecated: doc.deprecated,
    hasKeys,
    methods: methods.map((one) => ({
      ...methodData(one, service, imports, from.examples),
      modify: maskedModifyData(helpers.get(one), service, imports),
    })),
    modify: modify && modifyData(modify, service, imports),
    pickUp: pickUp && pickUpData(pickUp, service, imports),
  };
}

function methodData(
  method: Method,
  service: Service,
  imports: ModuleImports,
  examples: Examples,
): GuideMethod {
  const { command, rpc, local, kind, doc, request, response, pages, isUpdate, aip } = method;
  return {
    word: command.word,
    rpc,
    local,
    kind,
    signatures: signaturesOf(methodView(method, service, imports)),
    text: normalizeComment(doc.text),
    deprecated: doc.deprecated,
    request: request.typeName,
    response: { kind: "message", type: response.typeName },
    id: command.idField,
    pages: pages && { local: pages.local, items: pages.items, type: pages.item.typeName },
    operation: operationData(method, service),
    repetition: repetitionOf(method, service),
    hasMask: trueOrUndefined(isUpdate),
    fieldMask: aip?.masked?.mask.name,
    requestId: aip?.requestId?.name,
    example: examples.request(method),
  };
}

/** The types that an operation leads to: those that it names, or the resource that it is on. */
function operationData(method: Method, { resourceReading }: Service): GuideMethod["operation"] {
  if (!startsOperation(method)) return undefined;
  const { named } = method.operation;
  const resource = method.hasReadableResource ? resourceReading?.get.response : undefined;
  return {
    result: named ? named.response?.response.typeName : resource?.typeName,
    progress: named?.metadata?.typeName,
    local: named ? "result" : resource && "resource",
  };
}

/** `create(request: CreateDiskInput, options?: CallOptions): OperationCall<Operation>`, and the other ways to call a method. */
function signaturesOf(view: ReturnType<typeof methodView>): readonly Code[] {
  const { local, parameter, request, callOptions, answer, update, masked, paged } = view;
  if (masked) {
    return [
      code`${local}(request: ${request} & { ${masked.mask}: string[] }, options?: ${callOptions}): ${answer}`,
      code`${local}(request: ${masked.request}, options: ${masked.options}): ${answer}`,
      code`${local}(request: ${masked.whole}, options?: ${callOptions}): ${answer}`,
    ];
  }
  const calls = update
    ? [
        code`${local}(request: ${update.whole}, options?: ${callOptions}): ${answer}`,
        code`${local}(request: ${request}, options: ${update.options}): ${answer}`,
      ]
    : [code`${local}(${parameter}: ${request}, options?: ${callOptions}): ${answer}`];
  if (!paged) return calls;
  const { local: all, request: asked, callOptions: options, answer: items } = paged;
  return [...calls, code`${all}(request: ${asked}, options?: ${options}): ${items}`];
}

function modifyData(modify: Modify, service: Service, imports: ModuleImports): GuideModify {
  const view = modifyView(modify, service, imports);
  return helperData(modify, { ...view, options: view.modifyOptions });
}

function maskedModifyData(
  helper: MaskedHelper | undefined,
  service: Service,
  imports: ModuleImports,
): GuideMethod["modify"] {
  if (!helper) return undefined;
  const { modify, get, update } = helper;
  return helperData({ ...modify, get, update }, maskedModifyView(helper, service, imports));
}

function helperData(
  { local, preview, get, update }: Pick<Modify, "get" | "local" | "preview" | "update">,
  view: Readonly<Record<"answer" | "local" | "options" | "request" | "resource", Code>>,
): GuideModify {
  const change = code`(resource: ${view.resource}) => unknown`;
  return {
    local,
    preview,
    get: get.command.word,
    update: update.command.word,
    signature: code`${view.local}(request: ${view.request}, change: ${change}, options?: ${view.options}): ${view.answer}`,
  };
}

function pickUpData(pickUp: PickUp, service: Service, imports: ModuleImports): GuideService["pickUp"] {
  const { local, callOptions, answer } = pickUpView(pickUp, service, imports);
  return {
    local: pickUp.local,
    operation: pickUp.operation.typeName,
    signature: code`${local}(id: string, options?: ${callOptions}): ${answer}`,
  };
}
