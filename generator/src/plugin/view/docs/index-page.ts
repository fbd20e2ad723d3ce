import {
  code,
  firstSentence,
  identifier,
  link,
  npmName,
  plainName,
  type Code,
  type FindLink,
} from "../../../kit/code/code.js";
import type { GuideService } from "../../../kit/guide/service.js";
import type { Page } from "../../../kit/render/page.js";
import { endpointMarkdown } from "../endpoint.js";
import { entryName } from "../entry-name.js";
import { type DocsPackage, simpleName } from "./docs-package.js";
import type { DocsSource } from "./docs-source.js";
import { typeLink } from "./links.js";
import { pageFolder, relativeLink } from "./places.js";

/** Every service and every page of types, with what a service is for. */
export function indexPage(from: DocsSource): Page {
  const { index } = from.places;
  return { path: index, template: "sdk/docs/README.md", view: indexView(from, pageFolder(index)) };
}

function indexView({ index, packages, types, places }: DocsSource, place: string) {
  const linkOf = places.linksFrom(place);
  const { name: packageName, runtime = "" } = index.package;
  const { name: session = "", error = "", serviceErrors = [] } = index.session ?? {};
  const serviceView = (service: GuideService) => ({
    link: link(plainName(simpleName(service.name)), relativeLink(place, places.service(service.name))),
    endpoint: endpointMarkdown(service),
    text: summaryOf(service, linkOf),
  });
  const packageView = ({ name, directory, services }: DocsPackage) => ({
    name: name !== "" && plainName(name),
    entry: entryName(packageName, directory),
    types: link(code`types`, relativeLink(place, places.types(name))),
    hasServices: services.length > 0,
    services: services.map(serviceView),
  });
  return {
    packageName: npmName(packageName),
    session: identifier(session),
    error: identifier(error),
    serviceErrors: serviceErrors.map((one) => typeLink(one, types, linkOf)),
    runtime: npmName(runtime),
    isPlain: index.session?.kind === "grpc",
    packages: packages.map(packageView),
  };
}

function summaryOf({ text, deprecated }: GuideService, linkOf: FindLink): Code {
  const summary = firstSentence(text, linkOf);
  if (deprecated === undefined) return summary;
  return summary === "" ? code`Deprecated.` : code`Deprecated. ${summary}`;
}
