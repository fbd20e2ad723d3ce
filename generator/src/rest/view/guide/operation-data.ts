import type { GuideEffect } from "../../../kit/guide/guide.js";
import type { GuideMethod, GuideRepetition } from "../../../kit/guide/service.js";
import type { GuideField } from "../../../kit/guide/types.js";
import { trueOrUndefined } from "../../../kit/whole-guide.js";
import type { RestOperation, RestParameter } from "../../model/rest-api.js";
import { type GuideMessages, saidOf } from "./messages.js";

/**
 * The effect of a call, by its method (RFC 9110, section 9.3): nothing but the method says that GET and HEAD change nothing,
 * and POST may do anything.
 */
export function effectOf(method: string): GuideEffect {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS" || method === "QUERY")
    return "readByName";
  if (method === "PUT" || method === "PATCH") return "change";
  return method === "DELETE" ? "destroy" : "act";
}

/** Whether a failed attempt is repeated (RFC 9110, section 9.2.2). */
function repetitionOf({ method, idempotencyKey }: RestOperation): GuideRepetition {
  if (effectOf(method) === "readByName") return "read";
  if (idempotencyKey !== undefined) return "sameKey";
  return method === "POST" || method === "PATCH" ? "no" : "idempotent";
}

/** An operation as the guide has it. */
export function operationData(word: string, operation: RestOperation, messages: GuideMessages): GuideMethod {
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
            isRequired: trueOrUndefined(body.isRequired),
          } as const,
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
    repetition: repetitionOf(operation),
    pages: pages && {
      local: pages.all.methodName,
      items: pages.items,
      type: messages.form(pages.itemType, `${label}.item`).type,
    },
  };
}

function parameterData(parameter: RestParameter, request: string, messages: GuideMessages): GuideField {
  const { name, argument, place, type, description, isDeprecated, isRequired, shape, said } = parameter;
  return {
    name,
    property: argument,
    place,
    ...messages.counted(messages.form(type, `${request}.${name}`), shape),
    text: description.trim(),
    deprecated: isDeprecated ? "" : undefined,
    isRequired: trueOrUndefined(isRequired || place === "path"),
    limits: messages.limits(shape),
    ...saidOf(said),
  };
}
