import type { Api, Doc, File, OperationReader, ResourceReading, Service } from "../model/api.js";
import {
  code,
  docBlock,
  identifier,
  objectOf,
  string,
  type Code,
  type ModuleImports,
} from "../../kit/code/code.js";
import type { Part } from "../../kit/render/page.js";
import { endpointCode, endpointPhrase } from "./endpoint.js";
import { maskedHelpers, maskedModifyView } from "./aip.js";
import { definitionCode } from "./definition.js";
import { definitionView, deprecationFlag, methodView } from "./method.js";
import { modifyView, pickUpView } from "./modify.js";
import { whenLoaded, type Moment } from "./reply.js";

/** The clients of a proto file, which follow the messages in its module. */
export interface ClientSection {
  /** Names that it declares. */
  readonly declared: readonly string[];
  /** Prints the section. Collects its imports for the head of the module. */
  part(imports: ModuleImports): Part;
}

/** The clients of the proto files that have services, by the module of the file. */
export function clientSections({ packages }: Api): ReadonlyMap<string, ClientSection> {
  const files = packages.flatMap((one) => one.files).filter(({ services }) => services.length > 0);
  return new Map(files.map((file) => [file.module, clientSection(file)]));
}

function clientSection({ services, module, cycle }: File): ClientSection {
  const loading = whenLoaded((type) => type.module !== module && cycle.has(type.module));
  return {
    declared: services.flatMap(({ client, methodsName, constant, operationReader }) => [
      constant,
      client.name,
      methodsName.name,
      ...(operationReader ? [operationReader.wiring.name] : []),
    ]),
    part: (imports) => ({
      template: "sdk/src/[package]/[file].ts",
      view: { services: services.map((service) => serviceView(service, imports, loading)) },
    }),
  };
}

function serviceView(service: Service, imports: ModuleImports, loading: Moment) {
  const { endpoint, methods, operationReader, resourceReading, modify, pickUp } = service;
  const unkeyed: [string, Code][] = service.hasKeys ? [] : [["unkeyed", code`true`]];
  const isCallable = endpoint !== undefined || service.isAtSession;
  const place: [string, Code][] = service.isAtSession ? [["atSession", code`true`]] : [];
  const flags = [...unkeyed, ...place, ...deprecationFlag(service.doc)];
  return {
    constant: identifier(service.constant),
    defineService: imports.runtimeValue("defineService"),
    typeName: string(service.typeName),
    /** A name, a host, or `undefined`. */
    endpoint: endpointCode(endpoint),
    /** Flags of a deprecated service in its definition. */
    flags: flags.length > 0 && objectOf(flags),
    methodsDoc: docBlock({ text: `Definitions of the rpcs of ${service.name}.` }),
    methodsName: identifier(service.methodsName.name),
    definitions: methods.map((method) => definitionView(method, service, imports, loading)),
    reader: operationReader !== undefined && readerView(operationReader, service, imports),
    doc: docBlock(serviceDoc(service)),
    client: identifier(service.client.name),
    /** Type of the object that makes the calls; false if there are no methods. */
    caller: methods.length > 0 && imports.runtimeType("Caller"),
    reading: resourceReading !== undefined && readingView(resourceReading, service, imports),
    session: imports.runtimeType("Session"),
    clientOptions: imports.runtimeType("ClientOptions"),
    /** False if the program must pass the endpoint to the client. */
    hasEndpoint: isCallable,
    /** Type of the endpoint that the program passes. */
    serviceEndpoint: !isCallable && imports.runtimeType("ServiceEndpoint"),
    connect: imports.runtimeValue("connect"),
    methods: methods.map((method) => methodView(method, service, imports)),
    modify: modify !== undefined && modifyView(modify, service, imports),
    maskedModifies: maskedHelpers(service).map((one) => maskedModifyView(one, service, imports)),
    pickUp: pickUp !== undefined && pickUpView(pickUp, service, imports),
  };
}

/** How a running operation is read. */
function readerView(
  { wiring, get, id, operation, cancel, listing, isNamed }: OperationReader,
  service: Service,
  imports: ModuleImports,
) {
  return {
    name: identifier(wiring.name),
    /** `OperationWiring<Operation>` */
    type: code`${imports.runtimeType(isNamed ? "NamedOperationWiring" : "OperationWiring")}<${imports.type(operation.type)}>`,
    wireOperations: imports.runtimeValue(isNamed ? "wireNamedOperations" : "wireOperations"),
    get: definitionCode(service, { local: get }),
    request: objectOf([[id, code`id`]]),
    cancel: cancel !== undefined && {
      method: definitionCode(service, cancel),
      request: objectOf([[cancel.id, code`id`]]),
    },
    /** How the operations of a resource are listed. */
    listing: listing !== undefined && {
      method: definitionCode(service, listing),
      request: objectOf([[listing.resourceId, code`resourceId`]]),
      items: string(listing.items),
    },
  };
}

/** How the resource of an operation is read. */
function readingView({ wiring, get, id }: ResourceReading, service: Service, imports: ModuleImports) {
  return {
    withResource: imports.runtimeValue("withResource"),
    wiring: imports.value(wiring),
    get: definitionCode(service, get),
    request: objectOf([[id, code`id`]]),
  };
}

function serviceDoc(service: Service): Doc {
  const { doc } = service;
  const where = `Endpoint: ${endpointPhrase(service)}.`;
  return { ...doc, text: doc.text.trim() === "" ? where : `${doc.text.trimEnd()}\n\n${where}` };
}
