/**
 * The model as pages: for each file of an SDK its template, and a view with exactly the words that the template
 * prints. Views decide nothing about the API; the model did. They spell types and expressions, and collect
 * the imports of a file from the names that they print.
 */
import type { Api, File } from "../model/api.js";
import type { Options } from "../options.js";
import type { Page } from "../../kit/render/page.js";
import { hasServices, messagesRootPage, packageEntryPage, rootPage, serverEntryPage } from "./entries.js";
import { facadePage } from "./facade.js";
import { messagesReadmePage } from "./messages-readme.js";
import { layoutOf, type Layout } from "./modules.js";
import { packagePages, type Surroundings } from "./package-files.js";
import { readmePage } from "./readme.js";
import { indexEntries } from "./references.js";
import { serversPage, serverWiringPage } from "./server.js";
import { resourceNamesPages } from "./resource-names.js";
import { sessionPage } from "./session.js";
import { webMessagesPage, webPage } from "./web.js";

/** Every file of an SDK but for the modules of its proto files. A template's path is the path of its output. */
export function sdkPages(api: Api, options: Options, surroundings: Surroundings): Page[] {
  const layout = layoutOf(options);
  if (!options.hasClients) return messagePages(withoutServices(api), options, surroundings, layout);
  const index = indexEntries(api);
  return [
    ...api.packages.map((one) => packageEntryPage(one, index, layout)),
    ...api.packages.flatMap((one) => resourceNamesPages(one, layout)),
    sessionPage(api, options, layout),
    rootPage(api, index, options, layout),
    webPage(api, index, options, layout),
    webMessagesPage(layout),
    facadePage(api, options, layout),
    ...(options.hasServers ? serverPages(api, options, layout) : []),
    ...(options.packageName === undefined
      ? []
      : [...packagePages(api, options, surroundings), readmePage(api, options, surroundings)]),
  ];
}

/** Messages alone: types and tables, and codecs unless they are not wanted. */
function messagePages(api: Api, options: Options, surroundings: Surroundings, layout: Layout): Page[] {
  const index = indexEntries(api);
  return [
    ...api.packages.map((one) => packageEntryPage(one, index, layout)),
    messagesRootPage(api, layout),
    ...(options.packageName === undefined
      ? []
      : [...packagePages(api, options, surroundings), messagesReadmePage(api, options)]),
  ];
}

/** The API without what is called; files and packages with nothing else are gone. */
function withoutServices(api: Api): Api {
  const packages = api.packages
    .map((one) => ({
      ...one,
      files: one.files.filter(hasTypes).map((file) => ({ ...file, services: [] })),
    }))
    .filter(({ files }) => files.length > 0);
  return { ...api, packages };
}

/** Whether the file declares types, or exports types of the runtime. */
function hasTypes({ hasCodecs, messages }: File): boolean {
  return hasCodecs || messages.length > 0;
}

function serverPages(api: Api, options: Options, layout: Layout): Page[] {
  const withServices = api.packages.filter(hasServices);
  const files = withServices.flatMap((one) => one.files).filter((file) => file.services.length > 0);
  return [
    serverWiringPage(api, options, layout),
    ...withServices.map((one) => serverEntryPage(one, layout)),
    ...files.map((file) => serversPage(file, layout)),
  ];
}
