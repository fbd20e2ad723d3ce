import {
  code,
  joined,
  literal,
  propertyName,
  proseLine,
  type Code,
  type LinkOf,
} from "../../../kit/code/code.js";
import type { GuideMethod } from "../../../kit/guide/service.js";
import type { GuideMessage } from "../../../kit/guide/types.js";
import type { GuideTypes } from "../../../kit/guide/whole.js";
import { insideOf, limitsOf } from "./fields.js";

/** Requests that the rules of a method refuse, in items: those that lack something, and those that break a rule. None if nothing is stated. */
export function refusalsOf(method: GuideMethod, types: GuideTypes, linkOf: LinkOf): readonly Code[] {
  const request = types.message(method.request);
  if (!request) return [];
  const parts = partsOf(request, types);
  const lacking = parts.flatMap(({ message, path }) => requiredOf(message, path));
  const rules = parts.flatMap(({ message, path }) =>
    limitsOf(message).map((limit) => {
      const text = proseLine(limit, linkOf);
      return path === "" ? text : code`in \`${path}\`: ${text}`;
    }),
  );
  const hasLimits = parts.some(({ message }) => message.fields.some(({ limits = [] }) => limits.length > 0));
  return [
    ...(lacking.length > 0 ? [code`one without ${joined(lacking, ", ")}`] : []),
    ...(hasLimits ? [literal("one with a value outside the limits in the table")] : []),
    ...rules.map((rule) => code`one that breaks the rule: ${rule}`),
  ];
}

interface Part {
  readonly message: GuideMessage;
  /** The property of the request that holds it; empty for the request itself. */
  readonly path: Code;
}

/** A request, and the messages that it holds at once: what is in lists is only checked if it is there. */
function partsOf(request: GuideMessage, types: GuideTypes): readonly Part[] {
  return [
    { message: request, path: literal("") },
    ...request.fields.flatMap((field): readonly Part[] => {
      const message = field.isList ? undefined : insideOf(field, types);
      return message ? [{ message, path: propertyName(field.property) }] : [];
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
