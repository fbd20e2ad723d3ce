import type { Api, Doc, File, Method, Service } from "../model/api.js";
import type { Options } from "../options.js";
import {
  arrayOf,
  code,
  docBlock,
  identifier,
  ModuleImports,
  objectOf,
  propertyName,
  string,
} from "../../kit/code/code.js";
import type { Page } from "../../kit/render/page.js";
import type { Layout } from "./modules.js";
import { forms } from "./method.js";
import { headerNames } from "./session.js";

/** The constant that servers of all services share, in a separate module. */
const wiringName = { name: "serverWiring", module: "server" };

/** The server module of a proto file. */
export function serversPage(file: File, layout: Layout): Page {
  const declared = file.services.flatMap(({ handlers, server }) => [handlers.name, server.name]);
  const imports = new ModuleImports(`${file.module}.server`, layout, declared);
  const services = file.services.map((service) => serverView(service, imports));
  return {
    path: `${layout.root}${file.module}.server.ts`,
    template: "sdk/src/[package]/[file].server.ts",
    view: { imports: imports.lines(), services },
  };
}

function serverView(service: Service, imports: ModuleImports) {
  const handlers = identifier(service.handlers.name);
  return {
    doc: docBlock(handlersDoc(service)),
    handlers,
    methods: service.methods.map((method) => handlerView(method, imports)),
    serverDoc: docBlock({ text: `What a server must know about ${service.name} to answer its rpcs.` }),
    server: identifier(service.server.name),
    /** `ServerDefinition<InstanceServiceHandlers>` */
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

function handlerView(method: Method, imports: ModuleImports) {
  const request = imports.type(method.request.type);
  const { streamsRequests, streamsAnswers } = forms[method.kind];
  return {
    doc: docBlock(method.doc),
    /** Name as a member of an interface. */
    local: propertyName(method.local),
    /** `request`, or `requests` where the client streams. */
    parameter: streamsRequests ? code`requests` : code`request`,
    request: streamsRequests ? code`${imports.global("AsyncIterable")}<${request}>` : request,
    serverCall: imports.runtimeType("ServerCall"),
    answer: code`${imports.runtimeType(streamsAnswers ? "AnswerStream" : "Answer")}<${imports.type(method.response.type)}>`,
  };
}

/** The module `server`. */
export function serverWiringPage({ wiring }: Api, options: Options, layout: Layout): Page {
  const imports = new ModuleImports(wiringName.module, layout, [wiringName.name]);
  const headers = headerNames(options);
  const type = imports.runtimeType("ServerWiring");
  const serviceErrors = arrayOf(wiring.serviceErrors.map((error) => imports.value(error.type)));
  return {
    path: `${layout.root}${wiringName.module}.ts`,
    template: "sdk/src/server.ts",
    view: {
      imports: imports.lines(),
      name: identifier(wiringName.name),
      type,
      /** Names of headers that are not the usual ones. */
      headers: headers.length > 0 && objectOf(headers),
      serviceErrors,
    },
  };
}
