import {
  code,
  firstSentence,
  identifier,
  link,
  npmName,
  plainName,
  type Code,
} from "../../../kit/code/code.js";
import type { Package, Service } from "../../model/api.js";
import type { Page } from "../../../kit/render/page.js";
import { endpointMarkdown } from "../endpoint.js";
import { entryName } from "../entry-name.js";
import { sessionNames } from "../session.js";
import { messageLink } from "./links.js";
import { folderOf, relativeLink } from "./places.js";
import type { DocsSource } from "./docs-source.js";

/** Every service and every page of types, with what a service is for. */
export function indexPage(from: DocsSource): Page {
  const { index } = from.places;
  return { path: index, template: "sdk/docs/README.md", view: indexView(from, folderOf(index)) };
}

/** The same for language models, as https://llmstxt.org has it. */
export function llmsPage(from: DocsSource): Page {
  return { path: "llms.txt", template: "sdk/llms.txt", view: indexView(from, "") };
}

function indexView({ api, options, places, folder }: DocsSource, own: string) {
  const place = folder ?? own;
  const linkOf = places.linksFrom(place);
  const names = sessionNames(options);
  const packageName = options.packageName ?? "";
  const serviceView = (service: Service) => ({
    link: link(plainName(service.name), relativeLink(place, places.service(service))),
    endpoint: endpointMarkdown(service.endpoint),
    text: summaryOf(service, linkOf),
  });
  const packageView = ({ name, directory, files }: Package) => {
    const services = files.flatMap((file) => file.services);
    return {
      name: name !== "" && plainName(name),
      entry: entryName(packageName, directory),
      types: link(code`types`, relativeLink(place, places.types(name))),
      hasServices: services.length > 0,
      services: services.map(serviceView),
    };
  };
  return {
    packageName: npmName(packageName),
    session: identifier(names.session),
    error: identifier(names.error),
    serviceErrors: api.wiring.serviceErrors.map((one) => messageLink(one, linkOf)),
    runtime: npmName(options.runtime),
    packages: api.packages.map(packageView),
  };
}

function summaryOf({ doc }: Service, linkOf: Parameters<typeof firstSentence>[1]): Code {
  const text = firstSentence(doc.text, linkOf);
  if (doc.deprecated === undefined) return text;
  return text === "" ? code`Deprecated.` : code`Deprecated. ${text}`;
}
