/**
 * The guide of an SDK: the API in words, as plain data (docs/reference/guide.md). The files in the folder `guide` of a package are
 * printed of it, and so is all documentation: whatever these say is in the guide.
 */
import { summaryText } from "../../../kit/code/code.js";
import type { GuideFile } from "../../../kit/guide/service.js";
import {
  formatIndexLine,
  trueOrUndefined,
  listOrUndefined,
  type CompleteGuide,
} from "../../../kit/complete-guide.js";
import type { Api, File, Package, Service } from "../../model/api.js";
import type { Examples } from "../../model/examples.js";
import type { DescribedTypes } from "../../model/guide-types.js";
import type { Options } from "../../options.js";
import { resolveLayout } from "../modules.js";
import { sessionNames } from "../session.js";
import { findApiId } from "./api-id.js";
import { serviceData } from "./service-data.js";

/** The inputs of a guide. */
export interface GuideSource {
  readonly api: Api;
  readonly types: DescribedTypes;
  readonly examples: Examples;
}

/** Describes an API. */
export function describeGuide({ api, types, examples }: GuideSource, options: Options): CompleteGuide {
  const { packageName, packageVersion, sessionName, hasClients, runtime } = options;
  const all = api.packages.flatMap((one) => one.files.map((file) => ({ file, one })));
  const from = { types, examples, layout: resolveLayout(options) };
  const files = all
    .map(({ file, one }) => [file.module, fileData(file, one, hasClients, from)] as const)
    .filter(([, { services, messages, enums }]) => [services, messages, enums].some(isFilled));
  return {
    index: {
      version: 1,
      protocol: "grpc",
      id: findApiId(packagesOf(api, hasClients)) || undefined,
      package: { name: packageName ?? sessionName, version: packageVersion, runtime },
      session: hasClients
        ? sessionData(
            api,
            all.flatMap(({ file }) => file.services),
            options,
          )
        : undefined,
      services: (hasClients ? all : [])
        .flatMap(({ file }) => file.services.map((one) => entryData(one, file)))
        .sort((a, b) => (a.words < b.words ? -1 : 1)),
    },
    files: new Map(files),
  };
}

/** The packages with services, or all if there are none. */
function packagesOf({ packages }: Api, hasClients: boolean): readonly string[] {
  const serving = packages.filter(({ files }) => hasClients && files.some((one) => one.services.length > 0));
  return (serving.length === 0 ? packages : serving).map(({ name }) => name);
}

function isFilled(part: object): boolean {
  return Object.keys(part).length > 0;
}

function sessionData(
  { wiring }: Api,
  services: readonly Service[],
  options: Options,
): CompleteGuide["index"]["session"] {
  const { session, error } = sessionNames(options);
  const hosts = services.flatMap(({ endpoint }) => (endpoint?.kind === "host" ? [endpoint.text] : []));
  return {
    name: session,
    error,
    addresses: listOrUndefined(
      options.apiDomain === undefined ? [...new Set(hosts)].toSorted() : [options.apiDomain],
    ),
    kind: wiring.kind,
    needsApiDomain: trueOrUndefined(options.apiDomain === undefined && !wiring.hasOwnHosts),
    browserLogin: browserLogin(options),
    hasServiceAccounts: trueOrUndefined(wiring.tokenExchange !== undefined),
    serviceErrors: listOrUndefined(wiring.serviceErrors.map(({ typeName }) => typeName)),
  };
}

function browserLogin({ loginIssuer: issuer, loginClientId: clientId, loginScopes }: Options) {
  return issuer === undefined || clientId === undefined
    ? undefined
    : { issuer, clientId, scopes: loginScopes.join(" ") };
}

function entryData({ words, typeName, doc, methods }: Service, { module }: File) {
  return {
    words: words.join(" "),
    name: typeName,
    module,
    text: summaryText(doc.text),
    isDeprecated: trueOrUndefined(doc.deprecated !== undefined),
    methods: methods.map(({ command: { word, role, effect }, doc: { text, deprecated } }) =>
      formatIndexLine({
        word,
        role: role === "unknown" ? "other" : role,
        effect,
        isDeprecated: deprecated !== undefined,
        text: summaryText(text),
      }),
    ),
  };
}

/** All that describes a file beside itself. */
interface FileSource extends Pick<GuideSource, "types" | "examples"> {
  readonly layout: ReturnType<typeof resolveLayout>;
}

/** All that a proto file declares. */
function fileData(
  file: File,
  { name, directory }: Package,
  hasClients: boolean,
  from: FileSource,
): GuideFile {
  const { types } = from;
  const own = types.in(file.module);
  const parts = {
    services: hasClients ? file.services.map((one) => serviceData(one, from)) : [],
    // Compilers make a union of the elements of a list, which for thousands of them is too much; not so of members.
    messages: byName(own.messages, (one) => types.message(one)),
    enums: byName(own.enums, (one) => types.enum(one)),
  };
  return {
    source: file.source,
    package: name,
    entry: `./${directory}`,
    uses: usedModules(file, parts, types),
    ...parts,
  };
}

function byName<T>(names: readonly string[], find: (name: string) => T | undefined): Record<string, T> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const one = find(name);
      return one === undefined ? [] : [[name, one] as const];
    }),
  );
}

/** The other modules whose types are named, in their order. */
function usedModules(
  { module }: File,
  { services, messages }: Pick<GuideFile, "services" | "messages">,
  types: DescribedTypes,
): readonly string[] {
  const named = [
    ...Object.values(messages).flatMap(({ fields }) => fields.map(({ type }) => type)),
    ...services.flatMap(({ methods }) =>
      methods.flatMap(({ request, response, operation }) => [
        request,
        response?.type,
        operation?.result,
        operation?.progress,
      ]),
    ),
  ];
  const modules = new Set(named.flatMap((one) => types.moduleOf(one ?? "") ?? []));
  modules.delete(module);
  return [...modules].sort();
}
