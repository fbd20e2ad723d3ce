/**
 * Describes the API as plain data. This folder decides once which files and services are generated, the endpoint of
 * each, the role of each method, and all names in the output. Views see only the types of the result, in `api.ts`.
 */
import type { DescFile, DescMessage, DescMethod, DescService } from "@bufbuild/protobuf";
import {
  findMissingUpdateFields,
  findModify,
  findOperationGet,
  isNamedOperation,
  isServiceError,
  isTokenExchange,
  isUnstable,
  readOperationTypes,
  readAnnotations,
  type Annotations,
} from "@stratus/convention";
import type { InputForms } from "../codecs/input-forms.js";
import type { AnnotationsOf } from "../codecs/module.js";
import type { RulesOfMessages } from "../codecs/rule-data.js";
import type { CodecNames } from "../codecs/names.js";
import { Problems } from "../../kit/problem.js";
import type { Schema } from "../read/schema.js";
import { isSharedType, listTypes } from "../source/shared-types.js";
import type {
  Api,
  File,
  Message,
  Method,
  Modify,
  OperationUse,
  Package,
  Service,
  SharedType,
} from "./api.js";
import { describeResources } from "./aip.js";
import { findUnmatchedOptions } from "./unmatched-options.js";
import { findModuleCycles } from "./import-cycles.js";
import { describeCommands } from "./commands.js";
import { descriptorFiles } from "./descriptor-files.js";
import { describeDeprecation, describeDoc } from "./docs.js";
import { findMissingServices, findMissingMessages, hasCodecs } from "./missing-content.js";
import { findEndpoints, type EndpointRules, type Endpoints } from "./endpoints.js";
import { withNested } from "./file-graph.js";
import { describeInputs, type InputContext } from "./inputs.js";
import { describeFieldTypes } from "./fields.js";
import { describeMethods, type MethodContext } from "./methods.js";
import type { RecordedNames } from "./name-registry.js";
import { findPinnedNames } from "./pinned-names.js";
import { decideNames, type ChosenNames, type Names } from "./names.js";
import { plainService } from "./plain.js";
import { describePickUp, describeResourceReading, isNamedReaderOf, OperationReaders } from "./operations.js";
import { describeRules } from "./rules.js";
import { selectFiles, type Filter, type Selection, type Wired } from "./selection.js";
import { describeWiring } from "./wiring.js";

/** The API, and the inputs of the codec generator. */
export interface Described {
  readonly api: Api;
  /** Files with messages or enums, each after what it imports. */
  readonly codecFiles: readonly DescFile[];
  /** Files that have a module: those, and files with services alone if clients are generated. */
  readonly moduleFiles: readonly DescFile[];
  /** The names of what is in them. */
  readonly names: Pick<
    Names,
    "json" | "module" | "type" | "property" | "values" | "input" | "whole" | "registry"
  >;
  /** The names that only a names file explains, as the text of one; undefined if there are none. */
  readonly pinnedNames: string | undefined;
  /** The API as encoded descriptors, for tools. */
  readonly descriptors: readonly Uint8Array[];
  /** Text of the deprecation of a part of a file; undefined where it is not deprecated. */
  readonly deprecationOf: (element: Parameters<typeof describeDeprecation>[0]) => string | undefined;
  /** Returns the annotations of a field. */
  readonly annotationsOf: AnnotationsOf;
  /** All that the API states about its messages. */
  readonly annotations: Annotations;
  /** The rules of messages that have some. */
  readonly rulesOf: RulesOfMessages;
  /** How the types of calls differ from those of messages. */
  readonly inputs: InputForms;
}

/**
 * Answers every question about the API, once.
 * @throws Problems where an option names what the API does not have, the API has no services, or one without an endpoint.
 */
export function describeApi(
  schema: Schema,
  codec: CodecNames,
  rules: ChosenNames & EndpointRules & Filter & Purpose,
): Described {
  const useless = findUnmatchedOptions(schema.files, rules);
  if (useless.length > 0) throw new Problems(useless);
  const isCalled = rules.hasClients ?? true;
  const selection = selectFiles(schema, rules, isCalled ? wiredOf(schema) : nothingWired);
  const endpoints = findEndpoints(selection.services, schema, rules);
  const problems = isCalled
    ? [...endpoints.problems, ...findMissingServices(schema, selection, rules)]
    : findMissingMessages(selection);
  if (problems.length > 0) throw new Problems(problems);
  const names = decideNames(selection.files, codec, rules, rules.recorded);
  const annotations = readAnnotations(schema.options);
  const { options } = schema;
  const called = isCalled ? selection.services : [];
  const { kind } = endpoints;
  const inputs = describeInputs(called, { annotations, options, required: rules.required, kind });
  const own = { ...rules, names, inputs };
  const services = describeServices(schema, selection, own, endpoints, annotations);
  const cycles = findModuleCycles(selection.files, names, services);
  const packages = describePackages(selection, { names, options, isCalled }, services, cycles);
  return {
    api: {
      packages,
      wiring: describeWiring(selection, { names, options, kind }, [...services.values()]),
    },
    codecFiles: selection.files.filter(hasCodecs),
    moduleFiles: selection.files.filter(
      (file) => hasCodecs(file) || (isCalled && file.services.some((one) => selection.services.has(one))),
    ),
    descriptors: descriptorFiles(schema, isCalled ? selection : { ...selection, services: new Set() }),
    names,
    pinnedNames: findPinnedNames(selection.files, { codec, rules, options, isCalled }, names),
    deprecationOf: (element) => describeDeprecation(element, schema.options),
    annotationsOf: annotations.field,
    annotations,
    rulesOf: describeRules(selection.files, annotations),
    inputs,
  };
}

/** The choices that affect the description. */
export interface Purpose {
  /** False for messages alone, which nobody calls: services may be without endpoints, or missing. */
  readonly hasClients?: boolean;
  /** Types say what is required, or comments alone; undefined for types if the version of a package is stable. */
  readonly required?: InputContext["required"];
  /** The names that earlier releases gave, and the versions that added elements. */
  readonly recorded?: RecordedNames | undefined;
}

const nothingWired: Wired = {
  isReader: () => false,
  isReaderOf: () => false,
  typesOf: () => [],
  isExchange: () => false,
  hasErrors: () => false,
};

const wiredOf = ({ options, types }: Schema): Wired => ({
  isReader: (service) => findOperationGet(service) !== undefined,
  isReaderOf: isNamedReaderOf,
  isExchange: (service) => service.methods.some(isTokenExchange),
  hasErrors: (file) => file.messages.flatMap(withNested).some(isServiceError),
  typesOf: (method) => {
    if (!isNamedOperation(method.output)) return [];
    const { response, metadata } = readOperationTypes(method, options, types);
    return [response, metadata].filter((type) => type !== undefined);
  },
});

function describeServices(
  schema: Schema,
  { services }: Selection,
  {
    names,
    inputs,
    configuration,
    recorded,
  }: Pick<MethodContext, "names" | "inputs" | "configuration"> & Pick<Purpose, "recorded">,
  { kind, byService, keyed }: Endpoints,
  annotations: Annotations,
): ReadonlyMap<DescService, Service> {
  const readers = new OperationReaders(services, byService, { names, schema });
  const findOperation = (method: DescMethod): OperationUse | undefined => readers.use(method);
  const commands = describeCommands(services, schema, recorded);
  const { source, options, types } = schema;
  const context = {
    names,
    inputs,
    source,
    options,
    types,
    configuration,
    findOperation,
    commandOf: commands.method,
  };
  return new Map(
    [...services].map((service): [DescService, Service] => {
      const methods = describeMethods(service, context);
      const operationReader = readers.describe(service);
      const described: Service = {
        typeName: service.typeName,
        name: service.name,
        words: commands.service(service),
        doc: describeDoc(service, schema.source, schema.options),
        endpoint: byService.get(service),
        isAtSession: byService.get(service) === undefined && operationReader === undefined,
        isPlain: kind === "grpc",
        hasKeys: keyed.has(service),
        ...names.service(service),
        methods,
        operationReader,
        modify: describeModify(service, methods, context, annotations),
        pickUp: describePickUp(service, methods, names),
        resourceReading: describeResourceReading(service, methods, names),
      };
      return [service, kind === "grpc" ? plainService(described) : described];
    }),
  );
}

function describeModify(
  service: DescService,
  methods: readonly Method[],
  { names, options }: MethodContext,
  annotations: Annotations,
): Modify | undefined {
  const found = findModify(service, options);
  const get = found && methods[service.methods.indexOf(found.get)];
  const update = found && methods[service.methods.indexOf(found.update)];
  if (!get || !update) return undefined;
  return {
    local: names.modify(service),
    preview: names.previewModify(service),
    get,
    update,
    missing: findMissingUpdateFields(found, annotations),
  };
}

function describePackages(
  { files }: Selection,
  { names, options, isCalled }: Pick<MethodContext, "names" | "options"> & { readonly isCalled: boolean },
  services: ReadonlyMap<DescService, Service>,
  cycles: ReadonlyMap<string, ReadonlySet<string>>,
): Package[] {
  const sorted = files.toSorted((a, b) => (names.module(a) < names.module(b) ? -1 : 1));
  const updated = requestsOfUpdates(services);
  return [...new Set(files.map(({ proto }) => proto.package))].sort().map((name) => {
    const own = sorted.filter(({ proto }) => proto.package === name);
    return {
      name,
      ...names.package(name),
      isUnstable: isUnstable(`.${name}`),
      files: own.map((file) => ({
        ...describeFile(file, names, services, updated),
        cycle: cycles.get(names.module(file)) ?? noModules,
      })),
      shared: describeShared(own, names),
      resources: isCalled ? describeResources(own, { names, options }) : [],
    };
  });
}

const noModules: ReadonlySet<string> = new Set();

/** The types of a package's files that the runtime has. */
function describeShared(files: readonly DescFile[], names: Names): SharedType[] {
  return files
    .flatMap(listTypes)
    .filter(isSharedType)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((desc) => ({ type: names.type(desc), json: names.json(desc) }));
}

function describeFile(
  file: DescFile,
  names: Names,
  services: ReadonlyMap<DescService, Service>,
  updated: ReadonlySet<string>,
): Omit<File, "cycle"> {
  const describeMessages = (message: DescMessage): Message[] => [
    {
      typeName: message.typeName,
      type: names.type(message),
      isUpdate: updated.has(message.typeName),
      fieldTypes: describeFieldTypes(message, names),
    },
    ...message.nestedMessages.flatMap(describeMessages),
  ];
  return {
    source: file.proto.name,
    module: names.module(file),
    hasCodecs: !listTypes(file).every(isSharedType),
    messages: file.messages.flatMap(describeMessages),
    services: file.services.flatMap((service) => services.get(service) ?? []),
  };
}

/** Full names of the messages that update methods take. */
function requestsOfUpdates(services: ReadonlyMap<DescService, Service>): ReadonlySet<string> {
  const updates = [...services.values()].flatMap(({ methods }) =>
    methods.filter((method) => method.isUpdate),
  );
  return new Set(updates.map((method) => method.request.typeName));
}
