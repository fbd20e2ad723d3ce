import type { Method, Service } from "../../model/api.js";
import type { MaskPath } from "../../model/mask-paths.js";
import {
  code,
  joined,
  markdown,
  json,
  literal,
  ModuleImports,
  plainName,
  propertyName,
  prose,
  type Code,
  type LinkOf,
} from "../../../kit/code/code.js";
import { forms, methodView, repetitionText } from "../method.js";
import { startsOperation } from "../operation.js";
import { behaviorText, deprecationText, fieldViews } from "./fields.js";
import { builderCode, methodExample } from "./examples.js";
import { messageLink } from "./links.js";
import type { DocsSource } from "./docs-source.js";

/** A table of more paths than this is not read. */
const maxPaths = 150;

/** The section of a method. */
export function methodSection(
  method: Method,
  service: Service,
  { guide, layout }: DocsSource,
  linkOf: LinkOf,
) {
  const imports = new ModuleImports("docs", layout, []);
  const view = methodView(method, service, imports);
  const text = prose(method.doc.text, linkOf);
  const paths = guide.maskPaths.get(method.request.typeName) ?? [];
  const fieldsOf = ({ typeName }: Method["request"]) => {
    const type = guide.types.get(typeName);
    return type?.kind === "message" ? fieldViews(type, linkOf) : [];
  };
  const table = (message: Method["request"], fields = fieldsOf(message)) => ({
    type: messageLink(message, linkOf),
    fields,
    hasFields: fields.length > 0,
  });
  return {
    name: propertyName(method.local),
    text: text !== "" && text,
    deprecated: method.doc.deprecated !== undefined && deprecationText(method.doc.deprecated, linkOf),
    /** `create(request: Init<CreateDiskRequest>, options?: CallOptions): OperationCall<Operation>` */
    signatures: signaturesOf(view),
    /** What the method does that its signature does not say. */
    facts: listFacts(method, service, linkOf),
    example: methodExample(method, guide),
    request: table(method.request),
    response: startsOperation(method) ? table(method.response, []) : table(method.response),
    masks: method.isUpdate && paths.length > 0 && masksView(paths),
  };
}

function signaturesOf(view: ReturnType<typeof methodView>): readonly Code[] {
  const { local, parameter, request, callOptions, answer, update, paged } = view;
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

function listFacts(method: Method, service: Service, linkOf: LinkOf): readonly Code[] {
  const facts: Code[] = [];
  const { kind, pages, isUpdate, isDelete } = method;
  if (startsOperation(method)) {
    facts.push(code`Starts a long-running operation; \`wait()\` of its answer waits for the end.`);
    const resource = isDelete ? undefined : service.resourceReading?.get.response;
    if (resource)
      facts.push(code`\`resource()\` of its answer waits, and reads the ${messageLink(resource, linkOf)}.`);
    const { response } = method.operation.named?.response ?? {};
    if (response)
      facts.push(code`\`result()\` of its answer waits, and gives the ${messageLink(response, linkOf)}.`);
  }
  if (forms[kind].streamsAnswers) facts.push(code`The server answers with a stream.`);
  if (forms[kind].streamsRequests) facts.push(code`The client sends a stream.`);
  if (pages)
    facts.push(code`Answers page by page; \`${propertyName(pages.local)}\` gives the items of all pages.`);
  if (isUpdate)
    facts.push(
      code`Replaces the whole resource; with \`resetMask\` it changes what the request carries, and clears what the mask names.`,
    );
  facts.push(markdown(repetitionText(method, service)));
  return facts;
}

/** What a reset mask of an update can name. */
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
