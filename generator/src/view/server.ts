import type { Api, Doc, File, Method, MethodKind, Service } from "../model/api.js";
import type { Options } from "../options.js";
import {
  docBlock,
  generic,
  identifier,
  literal,
  objectOf,
  propertyName,
  string,
  type Code,
} from "../code/code.js";
import { ModuleImports, type Layout } from "./modules.js";
import { headerNames } from "./session.js";

/** What the template of a server module needs. */
export interface ServersView {
  readonly imports: readonly Code[];
  readonly services: readonly ServerView[];
}

interface ServerView {
  readonly doc: Code;
  readonly serverDoc: Code;
  readonly typeName: Code;
  readonly handlers: Code;
  readonly server: Code;
  readonly methodsName: Code;
  readonly wiring: Code;
  readonly methods: readonly HandlerView[];
}

interface HandlerView {
  readonly doc: Code;
  /** Name as a member of an interface. */
  readonly local: Code;
  /** `request`, or `requests` where the client streams. */
  readonly parameter: Code;
  readonly request: Code;
  readonly answer: Code;
}

/** All names of the runtime that the template may write out. */
const door = ["Answer", "AnswerStream", "ServerCall", "ServerDefinition", "defineServer"];

/** What servers of all services have in common, in a module of its own. */
const wiringName = { name: "serverWiring", module: "server" };

/** The server module of a proto file. */
export function serversView(file: File, layout: Layout): ServersView {
  const declared = file.services.flatMap(({ handlers, server }) => [handlers.name, server.name]);
  const imports = new ModuleImports(`${file.module}.server`, layout, declared, door);
  imports.doorValues("defineServer");
  imports.doorTypes("ServerDefinition");
  const services = file.services.map((service) => serverView(service, imports));
  return { imports: imports.lines(), services };
}

function serverView(service: Service, imports: ModuleImports): ServerView {
  return {
    doc: docBlock(handlersDoc(service)),
    serverDoc: docBlock({ text: `What a server must know of ${service.name} to answer its rpcs.` }),
    typeName: string(service.typeName),
    handlers: identifier(service.handlers.name),
    server: identifier(service.server.name),
    methodsName: imports.value(service.methodsName),
    wiring: imports.value(wiringName),
    methods: service.methods.map((method) => handlerView(method, imports)),
  };
}

function handlersDoc({ name, doc }: Service): Doc {
  const text = `Handlers of the rpcs of ${name}.`;
  return { ...doc, text: doc.text.trim() === "" ? text : `${text}\n\n${doc.text.trimEnd()}` };
}

function handlerView(method: Method, imports: ModuleImports): HandlerView {
  const request = imports.type(method.request.type);
  imports.doorTypes("ServerCall");
  return {
    doc: docBlock(method.doc),
    local: propertyName(method.local),
    parameter: streamsRequests[method.kind] ? literal("requests") : literal("request"),
    request: streamsRequests[method.kind] ? generic(literal("AsyncIterable"), [request]) : request,
    answer: answerType(method, imports),
  };
}

const streamsRequests: Readonly<Record<MethodKind, boolean>> = {
  unary: false,
  serverStreaming: false,
  clientStreaming: true,
  bidiStreaming: true,
};

function answerType({ kind, response }: Method, imports: ModuleImports): Code {
  const type = imports.type(response.type);
  const isStream = kind === "serverStreaming" || kind === "bidiStreaming";
  imports.doorTypes(isStream ? "AnswerStream" : "Answer");
  return generic(isStream ? literal("AnswerStream") : literal("Answer"), [type]);
}

/** What the template of the module `server` needs. */
export interface ServerWiringView {
  readonly imports: readonly Code[];
  readonly name: Code;
  readonly hasHeaders: boolean;
  /** Names of headers that are not the usual ones. */
  readonly headers: Code;
  readonly serviceErrors: readonly { readonly type: Code; readonly table: Code }[];
}

/** The module `server`. */
export function serverWiringView({ wiring }: Api, options: Options, layout: Layout): ServerWiringView {
  const imports = new ModuleImports(
    wiringName.module,
    layout,
    [wiringName.name],
    ["ServerWiring", "message"],
  );
  imports.doorTypes("ServerWiring");
  if (wiring.serviceErrors.length > 0) imports.doorValues("message");
  const headers = headerNames(options);
  return {
    name: identifier(wiringName.name),
    hasHeaders: headers.length > 0,
    headers: objectOf(headers),
    serviceErrors: wiring.serviceErrors.map(({ type, table }) => ({
      type: imports.value(type),
      table: imports.value(table),
    })),
    imports: imports.lines(),
  };
}
