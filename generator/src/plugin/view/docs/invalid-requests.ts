import {
  code,
  joined,
  literal,
  propertyName,
  proseLine,
  type Code,
  type FindLink,
} from "../../../kit/code/code.js";
import type { GuideMethod } from "../../../kit/guide/service.js";
import type { GuideMessage } from "../../../kit/guide/types.js";
import type { GuideTypes } from "../../../kit/complete-guide.js";
import { describeContents, listLimits } from "./fields.js";

/** Requests that the rules of a method refuse, in items: those that lack something, and those that break a rule. None if nothing is stated. */
export function describeInvalidRequests(
  method: GuideMethod,
  types: GuideTypes,
  linkOf: FindLink,
): readonly Code[] {
  const request = types.message(method.request);
  if (!request) return [];
  const parts = partsOf(request, types);
  const lacking = parts.map((part) => ({ ...part, names: requiredOf(part.message, part.path) }));
  const always = lacking.flatMap(({ names, isOptional }) => (isOptional ? [] : names));
  const rules = parts.flatMap(({ message, path }) =>
    listLimits(message).map((limit) => {
      const text = proseLine(limit, linkOf);
      return path === "" ? text : code`in \`${path}\`: ${text}`;
    }),
  );
  const hasLimits = parts.some(({ message }) => message.fields.some(({ limits = [] }) => limits.length > 0));
  return [
    ...(always.length > 0 ? [code`one without ${joined(always, ", ")}`] : []),
    ...lacking.flatMap(({ names, isOptional, path }) =>
      isOptional && names.length > 0 ? [code`one with \`${path}\` and without ${joined(names, ", ")}`] : [],
    ),
    ...(hasLimits ? [literal("one with a value outside the limits in the table")] : []),
    ...rules.map((rule) => code`one that breaks the rule: ${rule}`),
  ];
}

interface Part {
  readonly message: GuideMessage;
  /** The property of the request that holds it; empty for the request itself. */
  readonly path: Code;
  /** A request may be without it. */
  readonly isOptional: boolean;
}

/** A request, and the messages that it holds at once: what is in lists is only checked if it is there. */
function partsOf(request: GuideMessage, types: GuideTypes): readonly Part[] {
  return [
    { message: request, path: literal(""), isOptional: false },
    ...request.fields.flatMap((field): readonly Part[] => {
      const message = field.isList ? undefined : describeContents(field, types);
      const isOptional = !field.isRequired || field.oneof !== undefined;
      return message ? [{ message, path: propertyName(field.property), isOptional }] : [];
    }),
  ];
}

/** The required parts of a message: fields, and oneofs of which one member must be set. */
function requiredOf({ fields, oneofs = [] }: GuideMessage, path: Code): readonly Code[] {
  const inside = path === "" ? literal("") : code`${path}.`;
  const required = [
    ...fields.filter(({ isRequired, oneof }) => isRequired && oneof === undefined),
    ...oneofs.filter(({ isRequired }) => isRequired),
  ];
  return required.map(({ property }) => code`\`${inside}${propertyName(property)}\``);
}
