import type { Api, Service } from "../model/api.js";
import type { Options } from "../options.js";
import { docBlock, identifier, ModuleImports, propertyName, type Code } from "../code/code.js";
import type { Page } from "../render/page.js";
import { hasServices, referTo } from "./entries.js";
import type { Layout } from "./modules.js";

/** What the template of the facade needs. */
export type FacadeView = {
  readonly imports: readonly Code[];
  readonly facade: Code;
  readonly session: Code;
  readonly clientOptions: Code;
  readonly packages: readonly FacadePackageView[];
};

type FacadePackageView = {
  readonly doc: Code;
  readonly name: Code;
  readonly property: Code;
  readonly services: readonly FacadeServiceView[];
};

type FacadeServiceView = {
  readonly doc: Code;
  readonly property: Code;
  readonly client: Code;
  /** False where the client must be told its endpoint. */
  readonly hasEndpoint: boolean;
  /** Type of the endpoint that it is told. */
  readonly serviceEndpoint: Code | false;
};

/** The facade over all services. */
export function facadePage(api: Api, options: Options, layout: Layout): Page<FacadeView> {
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

function serviceView(service: Service, imports: ModuleImports): FacadeServiceView {
  return {
    doc: docBlock(service.doc),
    property: propertyName(service.property),
    client: imports.value(service.client),
    hasEndpoint: service.endpoint !== undefined,
    serviceEndpoint: service.endpoint === undefined && imports.runtimeType("ServiceEndpoint"),
  };
}
