import type { RestOperation, RestParameter } from "../../model/rest-api.js";
import type { GuideMessages } from "./messages.js";

/**
 * The effect of a call, by its method (RFC 9110, section 9.3): nothing but the method says that GET and HEAD change nothing,
 * and POST may do anything.
 */
export function effectOf(method: string): "act" | "change" | "destroy" | "readByName" {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS" || method === "QUERY")
    return "readByName";
  if (method === "PUT" || method === "PATCH") return "change";
  return method === "DELETE" ? "destroy" : "act";
}

/** An operation as the guide has it; what is undefined is left out. */
export function operationData(word: string, operation: RestOperation, messages: GuideMessages) {
  const { label, methodName, description, isDeprecated, parameters, body, answer, pages, method, path } =
    operation;
  const request = `${label}.request`;
  const form = body?.forms[0];
  messages.add(request, [
    ...parameters.map((one) => parameterData(one, request, messages)),
    ...(form
      ? [
          {
            name: "body",
            property: "body",
            place: "body",
            ...messages.form(form.type, `${request}.body`),
            text: "",
            isRequired: body.isRequired ? true : undefined,
          },
        ]
      : []),
  ]);
  return {
    word,
    rpc: label,
    local: methodName,
    kind: answer.kind === "events" || answer.kind === "lines" ? "serverStreaming" : "unary",
    text: description.trim(),
    deprecated: isDeprecated ? "" : undefined,
    request,
    response: answer.kind === "nothing" ? undefined : messages.form(answer.type, `${label}.answer`),
    http: { method, path },
    pages: pages && {
      local: pages.all.methodName,
      items: pages.items,
      type: messages.form(pages.itemType, `${label}.item`).type,
    },
  };
}

function parameterData(parameter: RestParameter, request: string, messages: GuideMessages) {
  const { name, argument, place, type, description, isDeprecated, isRequired, shape } = parameter;
  return {
    name,
    property: argument,
    place,
    ...messages.counted(messages.form(type, `${request}.${name}`), shape),
    text: description.trim(),
    deprecated: isDeprecated ? "" : undefined,
    isRequired: isRequired || place === "path" ? true : undefined,
    limits: messages.limits(shape),
  };
}
