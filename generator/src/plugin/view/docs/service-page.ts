import { code, identifier, joined, link, plainName, prose, string } from "../../../kit/code/code.js";
import type { GuideService } from "../../../kit/guide/service.js";
import type { Page } from "../../../kit/render/page.js";
import { endpointMarkdown } from "../endpoint.js";
import { entryName } from "../entry-name.js";
import { type DocsPackage, simpleName } from "./docs-package.js";
import type { DocsSource } from "./docs-source.js";
import { declaredText, deprecationText, sinceText } from "./fields.js";
import { modifySections, pickUpSection } from "./helper-sections.js";
import { typeLink } from "./links.js";
import { methodSection } from "./method-section.js";
import { pageFolder, relativeLink } from "./places.js";

/** Creates the page of a service: its purpose, its client, and its methods. */
export function servicePage(service: GuideService, { directory, name }: DocsPackage, from: DocsSource): Page {
  const { index, places, types } = from;
  const { session } = index;
  const path = places.service(service.name);
  const folder = pageFolder(path);
  const linkOf = places.linksFrom(folder);
  const text = prose(service.text, linkOf);
  return {
    path,
    template: "sdk/docs/[package]/[service].md",
    view: {
      name: plainName(simpleName(service.name)),
      index: link(code`All services`, relativeLink(folder, places.index)),
      text: text !== "" && text,
      deprecated: service.deprecated !== undefined && deprecationText(service, linkOf),
      since: joined(sinceText(service), ""),
      declared: declaredText(places.sourceOf(service.name), service.line),
      typeName: plainName(service.name),
      client: identifier(service.client),
      endpoint: endpointMarkdown(service),
      types: link(code`all of its package`, relativeLink(folder, places.types(name))),
      /** The program whose `client` the examples of the methods use. */
      session: identifier(session?.name ?? ""),
      root: string(index.package.name),
      entry: string(entryName(index.package.name, directory)),
      /** False if the program must pass the endpoint to the client. */
      hasEndpoint: service.endpoint !== undefined || service.isAtSession === true,
      methods: service.methods.map((method) => methodSection(method, service, from, linkOf)),
      modifies: modifySections(service, from),
      pickUp: service.pickUp !== undefined && pickUpSection(service.pickUp),
      error: identifier(session?.error ?? ""),
      serviceErrors: (session?.serviceErrors ?? []).map((one) => typeLink(one, types, linkOf)),
    },
  };
}
