import {
  code,
  identifier,
  joined,
  link,
  plainName,
  prose,
  proseLine,
  type FindLink,
} from "../../../kit/code/code.js";
import type { GuideTypes } from "../../../kit/complete-guide.js";
import type { GuideService } from "../../../kit/guide/service.js";
import type { Page } from "../../../kit/render/page.js";
import { toSentence } from "../../../kit/text/sentence.js";
import { entryName } from "../entry-name.js";
import { type DocsPackage, simpleName } from "./docs-package.js";
import type { DocsSource } from "./docs-source.js";
import { methodExample } from "./examples.js";
import { deprecationText, fieldViews, listLimits } from "./fields.js";
import { modifySections, pickUpSection } from "./helper-sections.js";
import { describeInvalidRequests } from "./invalid-requests.js";
import { findMaskPaths } from "./mask-paths.js";
import { methodFacts, signaturesOf } from "./method-section.js";
import { pageFolder, relativeLink } from "./places.js";
import { valueViews } from "./types-page.js";

/** The text is read alone, so it names types and links to none. */
const noLink: FindLink = () => undefined;

/**
 * Creates the text of a service for language models: its methods, and every type that they need, once. With `llms.txt`
 * it is all that a program needs which uses the service.
 */
export function serviceText(service: GuideService, { directory }: DocsPackage, from: DocsSource): Page {
  const { index, places, types } = from;
  const path = places.textOf(service.name);
  const text = prose(service.text, noLink);
  return {
    path,
    template: "sdk/llms/[package]/[service].txt",
    view: {
      name: plainName(simpleName(service.name)),
      text: text !== "" && text,
      deprecated: service.deprecated !== undefined && deprecationText(service, noLink),
      client: identifier(service.client),
      entry: entryName(index.package.name, directory),
      llms: link(code`llms.txt`, relativeLink(pageFolder(path), "llms.txt")),
      hasEndpoint: service.endpoint !== undefined || service.isAtSession === true,
      methods: service.methods.map((method) => {
        const about = prose(method.text, noLink);
        return {
          signatures: signaturesOf(method),
          text: about !== "" && about,
          facts: joined(methodFacts(method, types, noLink), " "),
          example: methodExample(method, method.hasMask ? findMaskPaths(method.request, types) : [], types),
          refusals: describeInvalidRequests(method, types, noLink),
        };
      }),
      modifies: modifySections(service, from),
      pickUp: service.pickUp !== undefined && pickUpSection(service.pickUp),
      types: neededTypes(service, types).map((name) => {
        const entry = places.entryOf(name);
        const isElsewhere = entry !== undefined && entry !== directory;
        return { ...typeView(name, types), from: isElsewhere && entryName(index.package.name, entry) };
      }),
    },
  };
}

/** Lists the types that a program meets in requests and responses of a service, by their full names, each once. */
function neededTypes({ methods }: GuideService, types: GuideTypes): readonly string[] {
  const found = new Set(
    methods.flatMap(({ request, response, operation }) => [
      request,
      operation?.result ?? "",
      response?.type ?? "",
    ]),
  );
  // A set iterates over what is added meanwhile.
  for (const name of found)
    for (const field of types.message(name)?.fields ?? [])
      if (field.type !== undefined) found.add(field.type);
  return [...found].filter((name) => types.message(name)?.type ?? types.enum(name)?.type);
}

function typeView(name: string, types: GuideTypes) {
  const message = types.message(name);
  const one = types.enum(name);
  const text = prose((message ?? one)?.text ?? "", noLink);
  const limits = message ? listLimits(message) : [];
  return {
    name: identifier((message ?? one)?.type ?? ""),
    text: text !== "" && text,
    limits: limits.length > 0 && proseLine(toSentence(limits), noLink),
    fields: message ? fieldViews(message, types, noLink) : [],
    values: one ? valueViews(one, noLink) : [],
  };
}
