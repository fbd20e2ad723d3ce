import {
  arrayOf,
  code,
  docBlock,
  identifier,
  joined,
  json,
  objectOf,
  propertiesOf,
  propertyName,
  string,
  type Code,
  Imports,
} from "../../kit/code/code.js";
import type { Page } from "../../kit/render/page.js";
import type { RestApi, RestScheme, RestServer } from "../model/rest-api.js";
import type { PackageNames } from "./package-names.js";

/** The file of a session that knows the API's servers and credentials. */
export type SessionView = {
  readonly imports: readonly Code[];
  readonly base: Code;
  readonly baseOptions: Code;
  readonly options: Code;
  readonly members: readonly {
    readonly doc: Code;
    readonly name: Code;
    readonly type: Code;
  }[];
  readonly isOptional: boolean;
  readonly constants: readonly { readonly name: Code; readonly value: Code }[];
  readonly values: Code;
  /** Names of options that the session of the runtime does not have; false if there are none. */
  readonly more: Code | false;
  /** Some operations have separate servers. */
  readonly isServed: boolean;
};

/** The API describes servers or credentials, so that its session is more than the runtime's. */
export function isSessionOwn({ servers, schemes, groups }: RestApi): boolean {
  return servers.length > 0 || schemes.length > 0 || hasOwnServers({ groups });
}

/** The module that has the class `Session`. */
export function sessionModule(api: RestApi, root: "./" | "../"): string {
  return isSessionOwn(api) ? `${root}session.js` : `${root}runtime/session.js`;
}

/** The type of the client's options. */
export function optionsName({ name }: PackageNames): string {
  return `${name}Options`;
}

function hasOwnServers({ groups }: Pick<RestApi, "groups">): boolean {
  return groups.some(({ operations }) => operations.some(({ server }) => server !== undefined));
}

/** The page of such a session; none where the runtime's does. */
export function sessionPages(api: RestApi, names: PackageNames): readonly Page<SessionView>[] {
  if (!isSessionOwn(api)) return [];
  const imports = new Imports(["Session", optionsName(names), "servers", "schemes"]);
  const base = imports.value("./runtime/session.js", "Session");
  const baseOptions = imports.type("./runtime/options.js", "ClientOptions");
  const { servers, schemes } = api;
  const isServed = hasOwnServers(api);
  const constants = [
    ...(servers.length > 1 ? [{ name: identifier("servers"), value: printServers(servers) }] : []),
    ...(schemes.length > 0 ? [{ name: identifier("schemes"), value: printSchemes(schemes, imports) }] : []),
  ];
  const signer = (): Code => imports.value("./runtime/auth.js", "makeSigner");
  const values = propertiesOf([
    ["baseUrl", servers.length > 0 && code`options.baseUrl ?? (${printBaseUrl(servers, imports)})`],
    ["sign", schemes.length > 0 && code`options.sign ?? ${signer()}(schemes, options.auth)`],
  ]);
  const more = [
    ["server", servers.length > 0 && code`null`],
    ["auth", schemes.length > 0 && code`null`],
  ] as const;
  if (isServed) for (const [module, name] of usedIfServed) imports.type(module, name);
  return [
    {
      path: "src/session.ts",
      template: "rest/src/session.ts",
      view: {
        base,
        baseOptions,
        options: identifier(optionsName(names)),
        members: printMembers(api, imports),
        isOptional: servers.length > 0,
        constants,
        values: joined(values, ", "),
        more: (servers.length > 0 || schemes.length > 0) && objectOf(more),
        isServed,
        imports: imports.lines(),
      },
    },
  ];
}

/** The imports of a session if operations have their own servers. */
const usedIfServed = [
  ["./runtime/call.js", "Call"],
  ["./runtime/call-options.js", "Input"],
  ["./runtime/operation.js", "Operation"],
  ["./runtime/call-options.js", "OperationOptions"],
] as const;

/** The URL of the chosen server; of an only one it is written as it is. */
function printBaseUrl(servers: readonly RestServer[], imports: Imports): Code {
  const [only, ...more] = servers;
  if (!only || more.length > 0) {
    return code`${imports.value("./runtime/servers.js", "chooseServerUrl")}(servers, options.server)`;
  }
  const { url, variables } = only;
  const parts = url.split(/(\{[^{}]*\})/).filter((part) => part !== "");
  const texts = parts.map((part) => {
    const variable = variables.find(({ name }) => part === `{${name}}`);
    if (!variable) return string(part);
    return code`(options.server?.variables?.[${string(variable.name)}] ?? ${string(variable.preset)})`;
  });
  return joined(texts, " + ");
}

function option(name: Code, text: string, type: Code): SessionView["members"][number] {
  return { doc: docBlock({ text }), name, type };
}

function printMembers({ servers, schemes }: RestApi, imports: Imports): SessionView["members"] {
  const urls = servers.map(({ url, description }) => `- \`${url}\`${description ? `: ${description}` : ""}`);
  const place =
    "The URL of the API, if it is not one of the described servers. It must be absolute, without a query.";
  const choice = "The described server to call, and its variables; default: the first.";
  const credentials =
    "Credentials, by the API's names for them. They go to the API's servers or to `baseUrl`, and nowhere else.";
  const ofServers = [
    option(code`baseUrl`, place, code`string | URL`),
    option(code`server`, `${choice}\n\n${urls.join("\n")}`, joined(servers.map(serverType), " | ")),
  ];
  return [
    ...(servers.length > 0 ? ofServers : []),
    ...(schemes.length > 0 ? [option(code`auth`, credentials, authType(schemes, imports))] : []),
  ];
}

function serverType({ url, variables }: RestServer): Code {
  const members = variables.map(({ name, values, description }) => {
    const type = values.length > 0 ? joined(values.map(string), " | ") : code`string`;
    return code`${docBlock({ text: description })}readonly ${propertyName(name)}?: ${type} | undefined;`;
  });
  const given =
    members.length === 0 ? code`` : code`\nreadonly variables?: {\n${joined(members, "\n")}\n} | undefined;`;
  return code`{ readonly url: ${string(url)};${given} }`;
}

const credentialTypes: Readonly<Record<RestScheme["kind"], string>> = {
  bearer: "Secret",
  basic: "BasicCredentials",
  headerKey: "Secret",
  queryKey: "Secret",
  cookieKey: "Secret",
  clientCredentials: "ClientCredentials",
};

function authType(schemes: readonly RestScheme[], imports: Imports): Code {
  const members = schemes.map(({ name, kind, description }) => {
    const type = imports.type("./runtime/auth.js", credentialTypes[kind]);
    // A token from elsewhere does as well.
    const secret =
      kind === "clientCredentials" ? code`${type} | ${imports.type("./runtime/auth.js", "Secret")}` : type;
    return code`${docBlock({ text: description })}readonly ${propertyName(name)}?: ${secret} | undefined;`;
  });
  return code`{\n${joined(members, "\n")}\n}`;
}

function printServers(servers: readonly RestServer[]): Code {
  return arrayOf(
    servers.map(({ url, variables }) => {
      const presets = variables.map(({ name, preset }) => [name, string(preset)] as const);
      const bounded = variables.filter(({ values }) => values.length > 0);
      const bounds = bounded.map(({ name, values }) => [name, json(values)] as const);
      return objectOf([
        ["url", string(url)],
        ["variables", presets.length > 0 && objectOf(presets)],
        ["values", bounds.length > 0 && objectOf(bounds)],
      ]);
    }),
  );
}

function printSchemes(schemes: readonly RestScheme[], imports: Imports): Code {
  return objectOf(
    schemes.map(({ name, kind, keyName, tokenUrl, scopes }) => {
      if (kind === "clientCredentials") {
        const maker = imports.value("./runtime/oauth.js", "clientCredentials");
        return [
          name,
          code`/*@__PURE__*/ ${maker}({ tokenUrl: ${string(tokenUrl)}, scopes: ${json(scopes)} })`,
        ];
      }
      const scheme = imports.value("./runtime/auth.js", kind);
      return [
        name,
        kind === "bearer" || kind === "basic" ? scheme : code`/*@__PURE__*/ ${scheme}(${string(keyName)})`,
      ];
    }),
  );
}
