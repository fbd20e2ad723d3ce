import { code, firstSentence, identifier, link, npmName, plainName, type Code } from "../../code/code.js";
import type { Package, Service } from "../../model/api.js";
import type { Page } from "../../render/page.js";
import { endpointMarkdown } from "../endpoint.js";
import { entryName } from "../entry-name.js";
import { sessionNames } from "../session.js";
import { messageLink } from "./links.js";
import { folderOf, relativeLink } from "./places.js";
import type { DocsSource } from "./docs-source.js";

/** What the templates of the index and of `llms.txt` need. */
export type IndexView = {
  readonly packageName: Code;
  readonly session: Code;
  readonly error: Code;
  readonly serviceErrors: readonly Code[];
  readonly runtime: Code;
  readonly packages: readonly PackageView[];
};

type PackageView = {
  /** Full name of the proto package. */
  readonly name: Code | false;
  readonly entry: Code;
  readonly types: Code;
  readonly hasServices: boolean;
  readonly services: readonly { readonly link: Code; readonly endpoint: Code; readonly text: Code }[];
};

/** Every service and every page of types, with what a service is for. */
export function indexPage(from: DocsSource): Page<IndexView> {
  const { index } = from.places;
  return { path: index, template: "sdk/docs/README.md", view: indexView(from, folderOf(index)) };
}

/** The same for language models, as https://llmstxt.org has it. */
export function llmsPage(from: DocsSource): Page<IndexView> {
  return { path: "llms.txt", template: "sdk/llms.txt", view: indexView(from, "") };
}

function indexView({ api, options, places, folder }: DocsSource, own: string): IndexView {
  const place = folder ?? own;
  const linkOf = places.linksFrom(place);
  const names = sessionNames(options);
  const packageName = options.packageName ?? "";
  const serviceView = (service: Service): PackageView["services"][number] => ({
    link: link(plainName(service.name), relativeLink(place, places.service(service))),
    endpoint: endpointMarkdown(service.endpoint),
    text: summaryOf(service, linkOf),
  });
  const packageView = ({ name, directory, files }: Package): PackageView => {
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
