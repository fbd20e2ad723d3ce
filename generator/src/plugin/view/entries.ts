import type { Api, Package, SharedType } from "../model/api.js";
import type { Options } from "../options.js";
import {
  docBlock,
  exportAllFrom,
  exportFrom,
  exportNothingFrom,
  relativeImport,
  type Code,
} from "../../kit/code/code.js";
import type { Page } from "../../kit/render/page.js";
import type { Layout } from "./modules.js";
import { entriesNamedBy, entriesOfErrors, sharedNames, type EntryIndex } from "./references.js";
import { resourceNamesModule } from "./resource-names.js";
import { sessionNames } from "./session.js";

/** The entry of a proto package: all that its files export. */
export function packageEntryPage(one: Package, index: EntryIndex, layout: Layout): Page {
  const { name, directory, files } = one;
  const from = `${directory}/index`;
  const modules = files
    .filter(({ hasCodecs, services }) => hasCodecs || services.length > 0)
    .map(({ module }) => module)
    .concat(one.resources.length > 0 ? [resourceNamesModule(one)] : []);
  return {
    path: `${layout.root}${from}.ts`,
    template: "sdk/src/[package]/index.ts",
    view: {
      /** The purpose of the entry point. */
      doc: docBlock({
        text: name === "" ? "Everything without a proto package." : `The proto package \`${name}\`.`,
      }),
      exports: [
        ...sharedExports(one.shared, layout),
        ...modules.sort().map((module) => exportAllFrom(relativeImport(from, module, layout.extension))),
        ...referTo(from, entriesNamedBy(one, index), layout),
      ],
    },
  };
}

/** The well-known types of a package that the runtime has, under the names that they have in the SDK. */
function sharedExports(shared: readonly SharedType[], { messages, hasJsonTypes }: Layout): Code[] {
  const names = [
    ...shared.map(({ type }) => ({ ...type, isTypeOnly: false })),
    ...(hasJsonTypes ? shared.map(({ json }) => ({ ...json, isTypeOnly: true })) : []),
  ];
  if (names.length === 0) return [];
  const exported = names.map(({ name, shared: own = name, isTypeOnly }) => ({
    name: own,
    alias: own === name ? undefined : name,
    isTypeOnly,
  }));
  return [exportFrom(messages, exported)];
}

/** The entry of a proto package's servers, which clients never load. */
export function serverEntryPage({ name, directory, files }: Package, layout: Layout): Page {
  const from = `${directory}/index.server`;
  const modules = files.filter((file) => file.services.length > 0).map((file) => `${file.module}.server`);
  const of = name === "" ? "services without a proto package" : `the services of \`${name}\``;
  return {
    path: `${layout.root}${from}.ts`,
    template: "sdk/src/[package]/index.server.ts",
    view: {
      doc: docBlock({ text: `Servers of ${of}.` }),
      exports: modules.sort().map((module) => exportAllFrom(relativeImport(from, module, layout.extension))),
    },
  };
}

/** The package has something to call. */
export function hasServices({ files }: Package): boolean {
  return files.some((file) => file.services.length > 0);
}

/**
 * Entries that hold the types which the declarations of a module name. A compiler
 * that writes declarations of a program, with types it has inferred, can only name
 * a type by an entry that the program has loaded.
 */
export function referTo(from: string, directories: readonly string[], layout: Layout): Code[] {
  const entries = ["index", ...directories.map((directory) => `${directory}/index`)];
  return entries
    .filter((entry) => entry !== from)
    .map((entry) => exportNothingFrom(relativeImport(from, entry, layout.extension)));
}

/**
 * The root entry: session, options and error of the API, and all that programs use of the runtime. A strict
 * installer hides the runtime from programs, so that what signatures of clients name must be found here. A name
 * of the session's goes before one of the runtime's, as `export *` has it.
 */
export function rootPage(api: Api, index: EntryIndex, options: Options, layout: Layout): Page {
  const { session, error, options: sessionOptions } = sessionNames(options);
  return rootEntry(
    layout,
    "What programs need whatever they call: session, errors, credentials, masks and times.",
    [
      exportFrom(relativeImport("index", "session", layout.extension), [
        ...[session, error, "mock"].map((name) => ({ name, isTypeOnly: false })),
        { name: sessionOptions, isTypeOnly: true },
      ]),
      exportAllFrom(layout.sdk),
      ...aipTypes(api, layout),
      ...namedInRoot(api, layout, [session, error, sessionOptions, "mock"]),
      ...referTo("index", entriesOfErrors(api, index), layout),
    ],
  );
}

/** The types that signatures of clients name where an API follows AIP. */
function aipTypes({ packages }: Api, { aip }: Layout): Code[] {
  const hasMasks = packages
    .flatMap(({ files }) => files.flatMap(({ services }) => services.flatMap(({ methods }) => methods)))
    .some((method) => method.aip?.masked !== undefined);
  const hasNames = packages.some(({ resources }) => resources.length > 0);
  const names = [...(hasMasks ? maskTypes : []), ...(hasNames ? nameTypes : [])];
  return names.length > 0
    ? [
        exportFrom(
          aip,
          names.map((name) => ({ name, isTypeOnly: true })),
        ),
      ]
    : [];
}

const maskTypes = [
  "FieldMapPath",
  "FieldMaskBuilder",
  "FieldMaskInput",
  "FieldMaskOptions",
  "FieldPath",
  "MaskedModifyOptions",
  "MaskedPreview",
  "PathOf",
  "WholeUpdate",
] as const;
const nameTypes = ["ResourceName", "ResourceNames"] as const;

/** Creates the root entry point of a package with messages alone: everything of the runtime that programs use. */
export function messagesRootPage(api: Api, layout: Layout): Page {
  return rootEntry(layout, "What messages are used with: JSON, masks and times.", [
    exportAllFrom(layout.sdk),
    ...namedInRoot(api, layout, []),
  ]);
}

/**
 * Returns the well-known types that the API uses, which the root entry point exports unless the name is taken. A
 * compiler that writes an inferred type takes the shortest import path, which would lead to the runtime without them.
 */
export function namedInRoot(api: Api, layout: Layout, taken: readonly string[]): Code[] {
  const names = sharedNames(api);
  const shared = api.packages.flatMap((one) => one.shared);
  const named = shared.filter(({ type }) => names.has(type.name) && !taken.includes(type.name));
  return sharedExports(named, { ...layout, hasJsonTypes: false });
}

function rootEntry(layout: Layout, text: string, exports: readonly Code[]): Page {
  return {
    path: `${layout.root}index.ts`,
    template: "sdk/src/index.ts",
    view: { doc: docBlock({ text }), exports },
  };
}
