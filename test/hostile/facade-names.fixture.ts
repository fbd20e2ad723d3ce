import { acmeFile, acmeOptions } from "../../generator/src/plugin/request.fixture.js";
import type { HardCase } from "./names.fixture.js";

const service = 'service S { option (acme.api_service_name) = "s"; rpc Do(M) returns (M); }';

/** Names that are hard on the facade over all services and on the entries of a package. */
export const hardFacadeCases: readonly HardCase[] = [
  {
    about: "services called like what the facade over all services keeps",
    protos: {
      "acme/options.proto": acmeOptions,
      "acme/v1/a.proto": acmeFile(
        `message M {} ${["Session", "SessionService", "Options", "OptionsService", "ToString", "ValueOf"]
          .map((name) => `service ${name} { option (acme.api_service_name) = "s"; rpc Do(M) returns (M); }`)
          .join(" ")}`,
      ),
    },
    holds: { "services.ts": ["  get session(): SessionClient {", "  get options(): OptionsClient {"] },
  },
  ...["Session", "Call", "Metadata"].map((name) => ({
    about: `a session called ${name}, as something of the runtime is`,
    protos: {
      "acme/options.proto": acmeOptions,
      "acme/v1/a.proto": acmeFile(`message M {} ${service}`),
    },
    parameter: `session_name=${name},api_domain=api.acme.example`,
    holds: {
      "index.ts": [`export { ${name}, ${name}Error, mock, type ${name}Options } from "./session.js";`],
      "session.ts": [`export class ${name} extends `],
    },
  })),
  {
    about: "packages called like files and entries that stand beside them",
    protos: {
      "acme/options.proto": acmeOptions,
      ...Object.fromEntries(
        ["session", "options", "services", "server", "wire", "index"].map((name) => [
          `acme/${name}/${name}.proto`,
          acmeFile(`message M {} ${service}`).replace("package acme.v1;", `package acme.${name};`),
        ]),
      ),
    },
    parameter: "strip_prefix=acme",
    holds: {
      "services.ts": [
        "  get session(): SessionServices {",
        "  get options(): OptionsServices {",
        "  get acmeServices(): AcmeServicesServices {",
      ],
      "session/session.ts": ["class SClient {"],
    },
  },
];
