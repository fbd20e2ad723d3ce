import type { GuideEffect } from "../../../kit/guide/guide.js";
import type { GuideMethod, GuideRepetition } from "../../../kit/guide/service.js";
import type { GuideField } from "../../../kit/guide/types.js";
import { trueOrUndefined } from "../../../kit/complete-guide.js";
import type { RestOperation, RestParameter } from "../../model/rest-api.js";
import { type GuideMessages, selectAnnotations } from "./guide-messages.js";

/**
 * Returns the effect of a call by its method (RFC 9110, section 9.3): GET and HEAD change nothing, and POST may do
 * anything.
 */
export function methodEffect(method: string): GuideEffect {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS" || method === "QUERY")
    return "readByName";
  if (method === "PUT" || method === "PATCH") return "change";
  return method === "DELETE" ? "destroy" : "act";
}

/** Returns whether a failed attempt is retried (RFC 9110, section 9.2.2). */
function findRepetition({ method, idempotencyKey }: RestOperation): GuideRepetition {
  if (methodEffect(method) === "readByName") return "read";
  if (idempotencyKey !== undefined) return "sameKey";
  return method === "POST" || method === "PATCH" ? "no" : "idempotent";
}

/** Creates the guide's data of an operation. */
export function createGuideMethod(
  word: string,
  operation: RestOperation,
  messages: GuideMessages,
): GuideMethod {
  const {
    label,
    methodName,
    description,
    isDeprecated,
    parameters,
    body,
    response,
    pagination,
    method,
    path,
  } = operation;
  const request = `${label}.request`;
  const form = body?.mediaTypes[0];
  messages.add(request, [
    ...parameters.map((one) => createGuideField(one, request, messages)),
    ...(form
      ? [
          {
            name: "body",
            property: "body",
            place: "body",
            ...messages.toForm(form.type, `${request}.body`),
            text: "",
            isRequired: trueOrUndefined(body.isRequired),
          } as const,
        ]
      : []),
  ]);
  return {
    word,
    rpc: label,
    local: methodName,
    kind: response.kind === "events" || response.kind === "lines" ? "serverStreaming" : "unary",
    text: description.trim(),
    deprecated: isDeprecated ? "" : undefined,
    request,
    response: response.kind === "nothing" ? undefined : messages.toForm(response.type, `${label}.answer`),
    http: { method, path },
    repetition: findRepetition(operation),
    pages: pagination && {
      local: pagination.all.methodName,
      items: pagination.items?.length === 1 ? pagination.items[0] : undefined,
      type: messages.toForm(pagination.itemType, `${label}.item`).type,
    },
  };
}

function createGuideField(parameter: RestParameter, request: string, messages: GuideMessages): GuideField {
  const { name, argument, location, type, description, isDeprecated, isRequired, shape, annotations } =
    parameter;
  return {
    name,
    property: argument,
    place: location,
    ...messages.toIntegerForm(messages.toForm(type, `${request}.${name}`), shape),
    text: description.trim(),
    deprecated: isDeprecated ? "" : undefined,
    isRequired: trueOrUndefined(isRequired || location === "path"),
    limits: messages.describeLimits(shape),
    ...selectAnnotations(annotations),
  };
}
