import type { Api, Doc, File, Method, MethodKind, Service } from "../model/api.js";
import type { Options } from "../options.js";
import {
  code,
  docBlock,
  identifier,
  ModuleImports,
  objectOf,
  propertyName,
  string,
  type Code,
} from "../code/code.js";
import type { Page } from "../render/page.js";
import type { Layout } from "./modules.js";
import { headerNames } from "./session.js";

/** What the template of a server module needs. */
export type ServersView = {
  readonly imports: readonly Code[];
  readonly services: readonly ServerView[];
};

type ServerView = {
  readonly doc: Code;
  readonly handlers: Code;
  readonly methods: readonly HandlerView[];
  readonly serverDoc: Code;
  readonly server: Code;
  /** `ServerDefinition<InstanceServiceHandlers>` */
  readonly type: Code;
  readonly defineServer: Code;
  readonly typeName: Code;
  readonly methodsName: Code;
  readonly wiring: Code;
};

type HandlerView = {
  readonly doc: Code;
  /** Name as a member of an interface. */
  readonly local: Code;
  /** `request`, or `requests` where the client streams. */
  readonly parameter: Code;
  readonly request: Code;
  readonly serverCall: Code;
  readonly answer: Code;
};

/** What servers of all services have in common, in a module of its own. */
const wiringName = { name: "serverWiring", module: "server" };

/** The server module of a proto file. */
export function serversPage(file: File, layout: Layout): Page<ServersView> {
  const declared = file.services.flatMap(({ handlers, server }) => [handlers.name, server.name]);
  const imports = new ModuleImports(`${file.module}.server`, layout, declared);
  const services = file.services.map((service) => serverView(service, imports));
  return {
    path: `${layout.root}${file.module}.server.ts`,
    template: "sdk/src/[package]/[file].server.ts",
    view: { imports: imports.lines(), services },
  };
}

function serverView(service: Service, imports: ModuleImports): ServerView {
  const handlers = identifier(service.handlers.name);
  return {
    doc: docBlock(handlersDoc(service)),
    handlers,
    methods: service.methods.map((method) => handlerView(method, imports)),
    serverDoc: docBlock({ text: `What a server must know about ${service.name} to answer its rpcs.` }),
    server: identifier(service.server.name),
    type: code`${imports.runtimeType("ServerDefinition")}<${handlers}>`,
    defineServer: imports.runtimeValue("defineServer"),
    typeName: string(service.typeName),
    methodsName: imports.value(service.methodsName),
    wiring: imports.value(wiringName),
  };
}

function handlersDoc({ name, doc }: Service): Doc {
  const text = `Handlers of the rpcs of ${name}.`;
  return { ...doc, text: doc.text.trim() === "" ? text : `${text}\n\n${doc.text.trimEnd()}` };
}

function handlerView(method: Method, imports: ModuleImports): HandlerView {
  const request = imports.type(method.request.type);
  const { streamsRequests, answer } = forms[method.kind];
  return {
    doc: docBlock(method.doc),
    local: propertyName(method.local),
    parameter: streamsRequests ? code`requests` : code`request`,
    request: streamsRequests ? code`${imports.global("AsyncIterable")}<${request}>` : request,
    serverCall: imports.runtimeType("ServerCall"),
    answer: code`${imports.runtimeType(answer)}<${imports.type(method.response.type)}>`,
  };
}

/** Which way messages stream, and what a handler then gives, by its name in the runtime. */
const forms: Readonly<Record<MethodKind, { readonly streamsRequests: boolean; readonly answer: string }>> = {
  unary: { streamsRequests: false, answer: "Answer" },
  serverStreaming: { streamsRequests: false, answer: "AnswerStream" },
  clientStreaming: { streamsRequests: true, answer: "Answer" },
  bidiStreaming: { streamsRequests: true, answer: "AnswerStream" },
};

/** What the template of the module `server` needs. */
export type ServerWiringView = {
  readonly imports: readonly Code[];
  readonly name: Code;
  readonly type: Code;
  /** Names of headers that are not the usual ones. */
  readonly headers: Code | false;
  readonly serviceErrors: readonly Code[];
};

/** The module `server`. */
export function serverWiringPage({ wiring }: Api, options: Options, layout: Layout): Page<ServerWiringView> {
  const imports = new ModuleImports(wiringName.module, layout, [wiringName.name]);
  const headers = headerNames(options);
  const type = imports.runtimeType("ServerWiring");
  const serviceErrors = wiring.serviceErrors.map((error) => imports.value(error.type));
  return {
    path: `${layout.root}${wiringName.module}.ts`,
    template: "sdk/src/server.ts",
    view: {
      imports: imports.lines(),
      name: identifier(wiringName.name),
      type,
      headers: headers.length > 0 && objectOf(headers),
      serviceErrors,
    },
  };
}
