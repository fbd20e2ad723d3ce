import type { Package, Service } from "../../model/api.js";
import { code, identifier, link, plainName, prose, string } from "../../../kit/code/code.js";
import type { Page } from "../../../kit/render/page.js";
import { endpointMarkdown } from "../endpoint.js";
import { entryName } from "../entry-name.js";
import { sessionNames } from "../session.js";
import type { DocsSource } from "./docs-source.js";
import { deprecationText } from "./fields.js";
import { messageLink } from "./links.js";
import { modifySection, pickUpSection } from "./helper-sections.js";
import { methodSection } from "./method-section.js";
import { folderOf, relativeLink } from "./places.js";

/** The page of a service: what it is for, how it is called, and each of its methods. */
export function servicePage(service: Service, { directory, name }: Package, from: DocsSource): Page {
  const { api, places, options } = from;
  const path = places.service(service);
  const folder = from.folder ?? folderOf(path);
  const linkOf = places.linksFrom(folder);
  const text = prose(service.doc.text, linkOf);
  const names = sessionNames(options);
  const packageName = options.packageName ?? "";
  return {
    path,
    template: "sdk/docs/[package]/[service].md",
    view: {
      name: plainName(service.name),
      index: link(code`All services`, relativeLink(folder, places.index)),
      text: text !== "" && text,
      deprecated: service.doc.deprecated !== undefined && deprecationText(service.doc.deprecated, linkOf),
      typeName: plainName(service.typeName),
      client: identifier(service.client.name),
      endpoint: endpointMarkdown(service.endpoint),
      types: link(code`all of its package`, relativeLink(folder, places.types(name))),
      /** The program whose `client` the examples of the methods use. */
      session: identifier(names.session),
      root: string(packageName),
      entry: string(entryName(packageName, directory)),
      needsApiDomain: options.apiDomain === undefined && !api.wiring.hasOwnHosts,
      hasServiceAccounts: api.wiring.tokenExchange !== undefined,
      /** False where the client must be told its endpoint. */
      hasEndpoint: service.endpoint !== undefined,
      methods: service.methods.map((method) => methodSection(method, service, from, linkOf)),
      modify: service.modify !== undefined && modifySection(service.modify, service, from),
      pickUp: service.pickUp !== undefined && pickUpSection(service.pickUp, service, from),
      error: identifier(names.error),
      serviceErrors: api.wiring.serviceErrors.map((one) => messageLink(one, linkOf)),
    },
  };
}
