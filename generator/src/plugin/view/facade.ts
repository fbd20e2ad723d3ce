import type { Api, Service } from "../model/api.js";
import type { Options } from "../options.js";
import { docBlock, identifier, ModuleImports, propertyName } from "../../kit/code/code.js";
import type { Page } from "../../kit/render/page.js";
import { hasServices, referTo } from "./entries.js";
import type { Layout } from "./modules.js";

/** The facade over all services. */
export function facadePage(api: Api, options: Options, layout: Layout): Page {
  const facade = `${options.sessionName}Services`;
  const withServices = api.packages.filter(hasServices);
  const imports = new ModuleImports("services", layout, [facade, ...withServices.map((one) => one.facade)]);
  const session = imports.runtimeType("Session");
  const clientOptions = imports.runtimeType("ClientOptions");
  const packages = withServices.map((one) => ({
    doc: docBlock({ text: `Services of the package \`${one.name}\`, each created on first use.` }),
    name: identifier(one.facade),
    property: propertyName(one.property),
    services: one.files.flatMap((file) => file.services).map((service) => serviceView(service, imports)),
  }));
  const directories = withServices.map(({ directory }) => directory);
  return {
    path: `${layout.root}services.ts`,
    template: "sdk/src/services.ts",
    view: {
      imports: [...imports.lines(), ...referTo("services", directories, layout)],
      facade: identifier(facade),
      session,
      clientOptions,
      packages,
    },
  };
}

function serviceView(service: Service, imports: ModuleImports) {
  const isCallable = service.endpoint !== undefined || service.isAtSession;
  return {
    doc: docBlock(service.doc),
    property: propertyName(service.property),
    client: imports.value(service.client),
    /** False if the program must pass the endpoint to the client. */
    hasEndpoint: isCallable,
    /** Type of the endpoint that the program passes. */
    serviceEndpoint: !isCallable && imports.runtimeType("ServiceEndpoint"),
  };
}
