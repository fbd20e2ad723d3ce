import type { Method, Service } from "../../model/api.js";
import { commentText } from "./comment-text.js";

/** A service as the guide has it; what is undefined is left out. */
export function serviceData(service: Service) {
  const { typeName, client, endpoint, doc, hasKeys, modify, pickUp, methods } = service;
  return {
    name: typeName,
    client: client.name,
    endpoint,
    text: commentText(doc.text),
    deprecated: doc.deprecated,
    hasKeys,
    methods: methods.map((one) => methodData(one, service)),
    modify: modify && {
      local: modify.local,
      preview: modify.preview,
      get: modify.get.command.word,
      update: modify.update.command.word,
    },
    pickUp: pickUp && { local: pickUp.local, operation: pickUp.operation.typeName },
  };
}

function methodData(method: Method, service: Service) {
  const { command, rpc, local, kind, doc, request, response, pages, isUpdate } = method;
  return {
    word: command.word,
    rpc,
    local,
    kind,
    text: commentText(doc.text),
    deprecated: doc.deprecated,
    request: request.typeName,
    response: { kind: "message", type: response.typeName },
    id: command.idField,
    pages: pages && { local: pages.local, items: pages.items, type: pages.item.typeName },
    operation: operationData(method, service),
    hasMask: isUpdate ? true : undefined,
  };
}

/** The types that an operation leads to: those that it names, or the resource that it is on. */
function operationData({ operation, isDelete }: Method, { resourceReading }: Service) {
  if (!operation) return undefined;
  const { named } = operation;
  const resource = isDelete ? undefined : resourceReading?.get.response;
  return {
    result: named ? named.response?.response.typeName : resource?.typeName,
    progress: named?.metadata?.typeName,
  };
}
