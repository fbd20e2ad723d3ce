import type { Api, Package, Service } from "../model/api.js";
import type { Options } from "../options.js";
import {
  docBlock,
  exportAllFrom,
  exportFrom,
  exportNothingFrom,
  identifier,
  propertyName,
  type Code,
  type Imported,
} from "../code/code.js";
import { entriesNamedBy, entriesOfErrors, type EntryIndex } from "./references.js";
import { ModuleImports, relativeImport, type Layout } from "./modules.js";
import { sessionNames } from "./session.js";

/** What the template of a package's entry needs. */
export interface EntryView {
  readonly doc: Code;
  readonly exports: readonly Code[];
}

/** The entry of a proto package: all that its files export. */
export function entryView(one: Package, index: EntryIndex, layout: Layout): EntryView {
  const { name, directory, files } = one;
  const from = `${directory}/index`;
  const modules = files.flatMap((file) => [
    ...(file.hasCodecs ? [file.module] : []),
    ...(file.messages.length > 0 ? [`${file.module}.tables`] : []),
    ...(file.services.length > 0 ? [`${file.module}.client`] : []),
  ]);
  return {
    doc: docBlock({ text: name === "" ? "What has no proto package." : `The proto package \`${name}\`.` }),
    exports: [
      ...modules.sort().map((module) => exportAllFrom(relativeImport(from, module, layout))),
      ...referTo(from, entriesNamedBy(one, index), layout),
    ],
  };
}

/** The entry of a proto package's servers, which clients never load. */
export function serverEntryView({ name, directory, files }: Package, layout: Layout): EntryView {
  const modules = files.filter((file) => file.services.length > 0).map((file) => `${file.module}.server`);
  const of = name === "" ? "services without a proto package" : `the services of \`${name}\``;
  return {
    doc: docBlock({ text: `Servers of ${of}.` }),
    exports: modules
      .sort()
      .map((module) => exportAllFrom(relativeImport(`${directory}/index.server`, module, layout))),
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
function referTo(from: string, directories: readonly string[], layout: Layout): Code[] {
  const entries = ["index", ...directories.map((directory) => `${directory}/index`)];
  return entries
    .filter((entry) => entry !== from)
    .map((entry) => exportNothingFrom(relativeImport(from, entry, layout)));
}

/** What the template of the root entry needs. */
export interface RootView {
  readonly exports: readonly Code[];
}

/** What programs use of the runtime: values. */
const doorValues = (
  "Mask Metadata OperationHandle OptionsError commandToken durationFromMs durationToMs environmentToken " +
  "fileToken fromJson mock mockTransport parseMask serviceAccount staticToken timestampFromDate toDate " +
  "toJson tokenFromFunction"
).split(" ");

/**
 * What programs use of the runtime: types. All that signatures of clients name are
 * among them, since a strict installer hides the runtime from programs.
 */
const doorTypes = (
  "AccessToken AnyType AttemptEndEvent AttemptEvent Call CallEndEvent CallError CallErrorInit CallEvent CallOptions " +
  "CallResponse ClientOptions Clock CommandTokenOptions Credentials ErrorCode FromJsonOptions Hooks Init " +
  "Interceptor JsonObject JsonValue LogFields Logger MaskBuilder MaskInput MaskPath MaskSelector " +
  "MessageTable MessageType MetadataInit MetadataValue Method MockContext MockHandlers ModifyOptions Next " +
  "OperationCall OutgoingCall PagedCall Reply Resource ResourceOperation ResourceOperationCall " +
  "ResourcePage RetryEvent RetryOptions RetryType ServerStream ServiceAccountIdentity " +
  "ServiceAccountOptions Session SessionOptions StatusDetail StreamResponse Timeouts TlsOptions " +
  "ToJsonOptions TokenContext TokenEvent TokenFunction Transport UpdateOptions WaitEndEvent WaitEvent " +
  "WaitOptions Whole"
).split(" ");

/** The root entry: session, credentials and errors. A name of the session's goes before one of the runtime's. */
export function rootView(api: Api, index: EntryIndex, options: Options, layout: Layout): RootView {
  const { session, error, options: sessionOptions } = sessionNames(options);
  const own = new Set([session, error, sessionOptions]);
  const list = (names: readonly string[], isTypeOnly: boolean): Imported[] =>
    names.filter((name) => !own.has(name)).map((name) => ({ name, isTypeOnly }));
  return {
    exports: [
      exportFrom(relativeImport("index", "session", layout), [
        ...[session, error].map((name) => ({ name, isTypeOnly: false })),
        { name: sessionOptions, isTypeOnly: true },
      ]),
      exportFrom(layout.door, [...list(doorValues, false), ...list(doorTypes, true)]),
      ...referTo("index", entriesOfErrors(api, index), layout),
    ],
  };
}

const messageValues = (
  "ImmutableFieldError Mask MaskPathError MaskSyntaxError applyUpdate deriveMask diffMask durationFromMs durationToMs " +
  "fill fromJson parseMask timestampFromDate toDate toJson"
).split(" ");

const messageTypes =
  "AnyType FromJsonOptions Init JsonObject JsonValue MaskInput MaskPath MessageTable ToJsonOptions".split(
    " ",
  );

/** The root entry where there are messages alone: what programs use of the runtime. */
export function messagesRootView({ door }: Layout): RootView {
  const names = [
    ...messageValues.map((name) => ({ name, isTypeOnly: false })),
    ...messageTypes.map((name) => ({ name, isTypeOnly: true })),
  ];
  return { exports: [exportFrom(door, names)] };
}

/** What the template of the facade needs. */
export interface FacadeView {
  readonly imports: readonly Code[];
  readonly facade: Code;
  readonly session: Code;
  readonly packages: readonly FacadePackageView[];
}

interface FacadePackageView {
  readonly doc: Code;
  readonly name: Code;
  readonly property: Code;
  readonly services: readonly FacadeServiceView[];
}

interface FacadeServiceView {
  readonly doc: Code;
  readonly property: Code;
  readonly client: Code;
  /** False where the client must be told its endpoint. */
  readonly hasEndpoint: boolean;
}

/** The facade over all services. */
export function facadeView(api: Api, options: Options, layout: Layout): FacadeView {
  const facade = `${options.sessionName}Services`;
  const withServices = api.packages.filter(hasServices);
  const declared = [facade, ...withServices.map((one) => one.facade)];
  const imports = new ModuleImports("services", layout, declared, ["ClientOptions", "Session"]);
  imports.doorTypes("ClientOptions", "Session");
  const directories = withServices.map(({ directory }) => directory);
  const packages = withServices.map((one) => ({
    doc: docBlock({ text: `Services of the package \`${one.name}\`, each made when it is first used.` }),
    name: identifier(one.facade),
    property: propertyName(one.property),
    services: one.files.flatMap((file) => file.services).map((service) => serviceView(service, imports)),
  }));
  return {
    facade: identifier(facade),
    session: identifier(options.sessionName),
    packages,
    imports: [...imports.lines(), ...referTo("services", directories, layout)],
  };
}

function serviceView(service: Service, imports: ModuleImports): FacadeServiceView {
  return {
    doc: docBlock(service.doc),
    property: propertyName(service.property),
    client: imports.value(service.client),
    hasEndpoint: service.endpoint !== undefined,
  };
}
