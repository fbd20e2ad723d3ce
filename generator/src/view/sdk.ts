import type { Api, File, Package } from "../model/api.js";
import type { Options } from "../options.js";
import { clientsView } from "./client.js";
import {
  entryView,
  facadeView,
  hasServices,
  messagesRootView,
  rootView,
  serverEntryView,
} from "./entries.js";
import { layoutOf, type Layout } from "./modules.js";
import { compilerView, manifestView } from "./package-files.js";
import { messagesReadmeView } from "./messages-readme.js";
import { readmeView } from "./readme.js";
import { indexEntries, type EntryIndex } from "./references.js";
import { serversView, serverWiringView } from "./server.js";
import { sessionView } from "./session.js";
import { tablesView } from "./tables.js";

/** A file to be made from a template. */
export interface Page {
  /** Place in the output. */
  readonly path: string;
  /** The template below templates/, without `.hbs`. */
  readonly template: string;
  readonly view: object;
}

/** Every file of an SDK but for the message modules. A template's path is the path of its output. */
export function sdkPages(api: Api, options: Options, runtimeVersion: string): Page[] {
  const layout = layoutOf(options);
  if (!options.hasCodecs) return messagePages(withoutServices(api), options, runtimeVersion, layout);
  const index = indexEntries(api);
  return [
    ...api.packages.flatMap((one) => packagePages(one, index, layout)),
    source(layout, "session", sessionView(api, options, layout)),
    source(layout, "index", rootView(api, index, options, layout)),
    source(layout, "services", facadeView(api, options, layout)),
    ...(options.hasServers ? serverPages(api, options, layout) : []),
    ...(options.packageName === undefined ? [] : manifestPages(api, options, runtimeVersion)),
  ];
}

/** Messages alone: types, tables and masks. */
function messagePages(api: Api, options: Options, runtimeVersion: string, layout: Layout): Page[] {
  const index = indexEntries(api);
  return [
    ...api.packages.flatMap((one) => packagePages(one, index, layout)),
    source(layout, "index", messagesRootView(layout)),
    ...(options.packageName === undefined
      ? []
      : [
          {
            path: "package.json",
            template: "sdk/package.json",
            view: manifestView(api, options, runtimeVersion),
          },
          { path: "tsconfig.json", template: "sdk/tsconfig.json", view: compilerView(options) },
          { path: "README.md", template: "messages/README.md", view: messagesReadmeView(api, options) },
        ]),
  ];
}

/** The API without what is called; files and packages with nothing else are gone. */
function withoutServices(api: Api): Api {
  const packages = api.packages
    .map((one) => ({
      ...one,
      files: one.files.filter((file) => file.hasCodecs).map((file) => ({ ...file, services: [] })),
    }))
    .filter(({ files }) => files.length > 0);
  return { ...api, packages };
}

function packagePages(one: Package, index: EntryIndex, layout: Layout): Page[] {
  return [
    ...one.files.flatMap((file) => filePages(file, layout)),
    {
      path: `${layout.root}${one.directory}/index.ts`,
      template: "sdk/src/[package]/index.ts",
      view: entryView(one, index, layout),
    },
  ];
}

function filePages(file: File, layout: Layout): Page[] {
  const page = (kind: "tables" | "client", view: object): Page => ({
    path: `${layout.root}${file.module}.${kind}.ts`,
    template: `sdk/src/[package]/[file].${kind}.ts`,
    view,
  });
  return [
    ...(file.messages.length > 0 ? [page("tables", tablesView(file, layout))] : []),
    ...(file.services.length > 0 ? [page("client", clientsView(file, layout))] : []),
  ];
}

function serverPages(api: Api, options: Options, layout: Layout): Page[] {
  const withServices = api.packages.filter(hasServices);
  return [
    source(layout, "server", serverWiringView(api, options, layout)),
    ...withServices.map((one) => ({
      path: `${layout.root}${one.directory}/index.server.ts`,
      template: "sdk/src/[package]/index.server.ts",
      view: serverEntryView(one, layout),
    })),
    ...withServices.flatMap(({ files }) =>
      files
        .filter((file) => file.services.length > 0)
        .map((file) => ({
          path: `${layout.root}${file.module}.server.ts`,
          template: "sdk/src/[package]/[file].server.ts",
          view: serversView(file, layout),
        })),
    ),
  ];
}

function source({ root }: Layout, name: string, view: object): Page {
  return { path: `${root}${name}.ts`, template: `sdk/src/${name}.ts`, view };
}

function manifestPages(api: Api, options: Options, runtimeVersion: string): Page[] {
  return [
    { path: "package.json", template: "sdk/package.json", view: manifestView(api, options, runtimeVersion) },
    { path: "tsconfig.json", template: "sdk/tsconfig.json", view: compilerView(options) },
    { path: "README.md", template: "sdk/README.md", view: readmeView(api, options) },
  ];
}
