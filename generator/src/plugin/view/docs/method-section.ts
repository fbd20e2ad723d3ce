import {
  code,
  codeSpan,
  joined,
  json,
  literal,
  markdown,
  plainName,
  propertyName,
  prose,
  type Code,
  type FindLink,
} from "../../../kit/code/code.js";
import type { GuideMethod, GuideService } from "../../../kit/guide/service.js";
import type { GuideTypes } from "../../../kit/complete-guide.js";
import { repetitionWords } from "../method.js";
import type { DocsSource } from "./docs-source.js";
import { builderCode, methodExample } from "./examples.js";
import {
  behaviorText,
  declaredText,
  deprecationText,
  fieldViews,
  requestViews,
  sinceText,
} from "./fields.js";
import { typeLink } from "./links.js";
import { findMaskPaths, type MaskPath } from "./mask-paths.js";
import { describeInvalidRequests } from "./invalid-requests.js";

/** A table of more paths than this is not read. */
const maxPaths = 150;

/** The section of a method. */
export function methodSection(
  method: GuideMethod,
  service: GuideService,
  { types, places }: DocsSource,
  linkOf: FindLink,
) {
  const text = prose(method.text, linkOf);
  const paths = method.hasMask ? findMaskPaths(method.request, types) : [];
  const table = (typeName: string, rows: typeof fieldViews, hasFields = true) => {
    const message = hasFields ? types.message(typeName) : undefined;
    const fields = message ? rows(message, types, linkOf) : [];
    return { type: typeLink(typeName, types, linkOf), fields, hasFields: fields.length > 0 };
  };
  return {
    name: propertyName(method.local),
    text: text !== "" && text,
    deprecated: method.deprecated !== undefined && deprecationText(method, linkOf),
    signatures: signaturesOf(method),
    /** Facts about the method that its signature does not show. */
    facts: [
      ...methodFacts(method, types, linkOf),
      code`Declared in ${declaredText(places.sourceOf(service.name), method.line)}.`,
    ],
    example: methodExample(method, paths, types),
    request: table(method.request, requestViews),
    refusals: describeInvalidRequests(method, types, linkOf),
    response: table(method.response?.type ?? "", fieldViews, method.operation === undefined),
    masks: paths.length > 0 && masksView(paths),
  };
}

/** The signatures of a method, as code: `create(request: Init<CreateDiskRequest>): OperationCall<Operation>`. */
export function signaturesOf({ signatures = [] }: GuideMethod): readonly Code[] {
  return signatures.map(codeSpan);
}

/** Facts about a method that its signature does not show, each as a sentence. */
export function methodFacts(method: GuideMethod, types: GuideTypes, linkOf: FindLink): readonly Code[] {
  const { kind, operation, pages, hasMask, repetition } = method;
  const facts: Code[] = [];
  if (operation) {
    facts.push(code`Starts a long-running operation; \`wait()\` of its answer waits for the end.`);
    const { local, result } = operation;
    if (local && result !== undefined) {
      const does = local === "resource" ? code`reads` : code`gives`;
      const type = typeLink(result, types, linkOf);
      facts.push(code`\`${propertyName(local)}()\` of its answer waits, and ${does} the ${type}.`);
    }
  }
  if (/^(?:server|bidi)/.test(kind)) facts.push(code`The server answers with a stream.`);
  if (/^(?:client|bidi)/.test(kind)) facts.push(code`The client sends a stream.`);
  if (pages)
    facts.push(code`Answers page by page; \`${propertyName(pages.local)}\` gives the items of all pages.`);
  if (hasMask)
    facts.push(
      code`Replaces the whole resource; with \`resetMask\` it changes what the request carries, and clears what the mask names.`,
    );
  if (repetition) facts.push(markdown(repetitionWords[repetition]));
  return [...facts, ...sinceText(method)];
}

/** Returns the paths that a reset mask of an update can name. */
function masksView(paths: readonly MaskPath[]) {
  const shown = paths.slice(0, maxPaths);
  return {
    paths: shown.map((one) => ({
      path: code`\`${joined(
        one.path.map((step) => (step === "*" ? literal("*") : plainName(step))),
        ".",
      )}\``,
      builder: code`\`${builderCode(one)}\``,
      text: joined(one.behaviors.map(behaviorText), " "),
    })),
    /** How many are left out. */
    more: paths.length > maxPaths && json(paths.length - maxPaths),
  };
}
