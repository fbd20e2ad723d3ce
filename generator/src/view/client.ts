import type { Doc, File, Method, Service } from "../model/api.js";
import {
  docBlock,
  generic,
  identifier,
  literal,
  member,
  objectOf,
  propertyName,
  string,
  type Code,
} from "../code/code.js";
import { endpointCode, endpointText } from "./endpoint.js";
import { methodView, type MethodView } from "./method.js";
import { operationCallType, wiringCode } from "./operation.js";
import { replyType } from "./reply.js";
import { ModuleImports, type Layout } from "./modules.js";

/** What the template of a client module needs. */
export interface ClientsView {
  readonly imports: readonly Code[];
  readonly services: readonly ServiceView[];
}

interface ServiceView {
  readonly constant: Code;
  readonly typeName: Code;
  /** A name, a host, or `undefined`. */
  readonly endpoint: Code;
  readonly hasEndpoint: boolean;
  readonly methodsDoc: Code;
  readonly doc: Code;
  readonly client: Code;
  readonly methodsName: Code;
  readonly hasMethods: boolean;
  readonly methods: readonly MethodView[];
  readonly isOperationReader: boolean;
  readonly reader: ReaderView;
  readonly hasModify: boolean;
  readonly modify: ModifyView;
  readonly hasPickUp: boolean;
  readonly pickUp: PickUpView;
  readonly hasReading: boolean;
  readonly reading: ReadingView;
}

/** How the resource of an operation is read. */
interface ReadingView {
  readonly wiring: Code;
  readonly get: Code;
  readonly id: Code;
}

interface ReaderView {
  readonly wiring: Code;
  readonly get: Code;
  readonly id: Code;
}

interface PickUpView {
  readonly local: Code;
  readonly wiring: Code;
  readonly call: Code;
}

interface ModifyView {
  readonly doc: Code;
  readonly local: Code;
  readonly methods: Code;
  readonly get: Code;
  readonly update: Code;
  readonly request: Code;
  readonly resource: Code;
  readonly call: Code;
  readonly hasWiring: boolean;
  readonly wiring: Code;
}

/** All names of the runtime that the template may write out. */
const door = [
  ..."Call CallOptions Caller ClientOptions Init ModifyOptions OperationCall PagedCall Resource ResourcePage ServerStream Session".split(
    " ",
  ),
  ..."ResourceOperationCall withResource".split(" "),
  ..."UpdateOptions Whole connect defineMethod defineService message resource resourcePage wireOperations".split(
    " ",
  ),
];

/** The client module of a proto file. */
export function clientsView(file: File, layout: Layout): ClientsView {
  const declared = file.services.flatMap(({ client, methodsName, constant, operationReader }) => [
    constant,
    client.name,
    methodsName.name,
    ...(operationReader ? [operationReader.wiring.name] : []),
  ]);
  const imports = new ModuleImports(`${file.module}.client`, layout, declared, door);
  imports.doorValues("connect", "defineService");
  imports.doorTypes("ClientOptions", "Session");
  if (file.services.some(({ methods }) => methods.length > 0)) {
    imports.doorValues("defineMethod");
    imports.doorTypes("Caller");
  }
  const services = file.services.map((service) => serviceView(service, imports));
  return { imports: imports.lines(), services };
}

function serviceView(service: Service, imports: ModuleImports): ServiceView {
  const { endpoint, operationReader } = service;
  if (operationReader) imports.doorValues("wireOperations");
  return {
    constant: identifier(service.constant),
    typeName: string(service.typeName),
    endpoint: endpointCode(endpoint),
    hasEndpoint: endpoint !== undefined,
    methodsDoc: docBlock({ text: `The rpcs of ${service.name}, as they go over the wire.` }),
    doc: docBlock(serviceDoc(service)),
    client: identifier(service.client.name),
    methodsName: identifier(service.methodsName.name),
    hasMethods: service.methods.length > 0,
    methods: service.methods.map((method) => methodView(method, service, imports)),
    isOperationReader: operationReader !== undefined,
    reader: {
      wiring: literalOr(operationReader?.wiring.name),
      get: operationReader ? member(operationReader.get) : literal(""),
      id: operationReader ? readerId(operationReader.id) : literal(""),
    },
    hasModify: service.modify !== undefined,
    modify: modifyView(service, imports),
    hasPickUp: service.pickUp !== undefined,
    pickUp: pickUpView(service, imports),
    hasReading: service.resourceReading !== undefined,
    reading: readingView(service, imports),
  };
}

function pickUpView(service: Service, imports: ModuleImports): PickUpView {
  const { pickUp } = service;
  if (!pickUp) return { local: literal(""), wiring: literal(""), call: literal("") };
  const started = { operation: pickUp.wiring, response: pickUp.operation, isDelete: false };
  return {
    local: propertyName(pickUp.local),
    wiring: wiringCode(started, service, imports),
    call: operationCallType(started, service, imports),
  };
}

function readingView({ resourceReading }: Service, imports: ModuleImports): ReadingView {
  if (!resourceReading) return { wiring: literal(""), get: literal(""), id: literal("") };
  const { wiring, get, id } = resourceReading;
  imports.doorValues("withResource");
  return { wiring: imports.value(wiring), get: member(get.local), id: readerId(id) };
}

/** `{ id }`, as an arrow function's body needs it. */
function readerId(property: string): Code {
  return objectOf([[property, literal("id")]]);
}

function serviceDoc({ doc, endpoint }: Service): Doc {
  const where =
    endpoint === undefined ? "Endpoint: the one that you name." : `Endpoint: \`${endpointText(endpoint)}\`.`;
  return { ...doc, text: doc.text.trim() === "" ? where : `${doc.text.trimEnd()}\n\n${where}` };
}

function literalOr(name: string | undefined): Code {
  return name === undefined ? literal("") : identifier(name);
}

function modifyView(service: Service, imports: ModuleImports): ModifyView {
  const { modify, methodsName } = service;
  if (!modify) return noModify;
  const { local, get, update } = modify;
  imports.doorTypes("Init", "ModifyOptions", ...(update.operation ? [] : ["Call"]));
  return {
    doc: docBlock({ text: modifyDoc(get, update) }),
    local: propertyName(local),
    methods: identifier(methodsName.name),
    get: member(get.local),
    update: member(update.local),
    request: imports.type(get.request.type),
    resource: replyType(get, imports),
    call: update.operation
      ? operationCallType(update, service, imports)
      : generic(literal("Call"), [replyType(update, imports)]),
    hasWiring: update.operation !== undefined,
    wiring: wiringCode(update, service, imports),
  };
}

function modifyDoc(get: Method, update: Method): string {
  return [
    `Reads with \`${get.local}\`, lets \`change\` change the resource, and sends with \`${update.local}\` what it`,
    "changed and nothing else, under the smallest reset mask and the version that was",
    "read. When someone else changed the resource meanwhile it starts again, so `change`",
    "may run more than once. Change elements of lists where they stand: one that is",
    "replaced by another loses what only the server knows of it.",
  ].join("\n");
}

const noModify: ModifyView = {
  doc: literal(""),
  local: literal(""),
  methods: literal(""),
  get: literal(""),
  update: literal(""),
  request: literal(""),
  resource: literal(""),
  call: literal(""),
  hasWiring: false,
  wiring: literal(""),
};
