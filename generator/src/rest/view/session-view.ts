import {
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
import { hasClient, type RestApi, type RestSecurityScheme, type RestServer } from "../model/rest-api.js";
import type { PackageNames } from "./package-names.js";

/** The file of a session with the API's servers and security schemes. */
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
  /** The options that the session of the runtime lacks. False if there are none. */
  readonly more: Code | false;
  /** Some operations have separate servers. */
  readonly isServed: boolean;
  /** The signer that sessions for separate servers share. False if each has its own. */
  readonly sign: Code | false;
};

/** Whether the API has servers, security schemes or its own rule for missing resources, so that it has its own session class. */
export function hasApiSession(api: RestApi): boolean {
  const { servers, securitySchemes, groups, hasNotFoundRule } = api;
  return (
    hasClient(api) &&
    (servers.length > 0 ||
      securitySchemes.length > 0 ||
      hasNotFoundRule === true ||
      hasOperationServers({ groups }))
  );
}

/** The module that has the class `Session`. */
export function findSessionModule(api: RestApi, root: "./" | "../"): string {
  return hasApiSession(api) ? `${root}session.js` : `${root}runtime/session.js`;
}

/** The type of the client's options. */
export function toOptionsName({ name }: PackageNames): string {
  return `${name}Options`;
}

function hasOperationServers({ groups }: Pick<RestApi, "groups">): boolean {
  return groups.some(({ operations }) => operations.some(({ server }) => server !== undefined));
}

/** Returns the page of the API's session, if it has one. */
export function sessionPages(api: RestApi, names: PackageNames): readonly Page<SessionView>[] {
  if (!hasApiSession(api)) return [];
  const imports = new Imports(["Session", toOptionsName(names), "servers", "schemes"]);
  const base = imports.value("./runtime/session.js", "Session");
  const baseOptions = imports.type("./runtime/options.js", "ClientOptions");
  const { servers, securitySchemes } = api;
  const isServed = hasOperationServers(api);
  const constants = [
    ...(hasServerChoice(servers)
      ? [
          {
            name: code`servers: ${imports.type("./runtime/servers.js", "Servers")}`,
            value: printServers(servers),
          },
        ]
      : []),
    ...(securitySchemes.length > 0
      ? [{ name: identifier("schemes"), value: printSchemes(securitySchemes, imports) }]
      : []),
  ];
  const notFoundRule = (): Code => imports.value("./extension/index.js", "isNotFound");
  const signer = (): Code => imports.value("./runtime/auth.js", "makeSigner");
  const baseUrl = servers.length > 0 && code`options.baseUrl ?? (${printBaseUrl(servers, imports)})`;
  // Relative token URLs count from the server.
  const isRelative = securitySchemes.some(({ tokenUrl }) => tokenUrl.startsWith("/"));
  const tokenBase = isRelative ? code`, ${baseUrl || code`options.baseUrl`}` : code``;
  const sign =
    securitySchemes.length > 0 && code`options.sign ?? ${signer()}(schemes, options.auth${tokenBase})`;
  // Operations with their own servers request tokens where the others do.
  const isSignerShared = isServed && isRelative;
  const values = propertiesOf([
    ["baseUrl", baseUrl],
    ["isNotFound", api.hasNotFoundRule === true && code`options.isNotFound ?? ${notFoundRule()}`],
    ["sign", isSignerShared ? code`sign` : sign],
  ]);
  const more = [
    ["server", servers.length > 0 && code`null`],
    ["auth", securitySchemes.length > 0 && imports.value("./runtime/auth.js", "placeCredential")],
  ] as const;
  if (isServed) for (const [module, name] of operationServerImports) imports.type(module, name);
  return [
    {
      path: "src/session.ts",
      template: "rest/src/session.ts",
      view: {
        base,
        baseOptions,
        options: identifier(toOptionsName(names)),
        members: printMembers(api, imports),
        isOptional: servers.length > 0,
        constants,
        values: joined(values, ", "),
        more: (servers.length > 0 || securitySchemes.length > 0) && objectOf(more),
        isServed,
        sign: isSignerShared && sign,
        imports: imports.lines(),
      },
    },
  ];
}

/** The imports of a session for operations with their own servers. */
const operationServerImports = [
  ["./runtime/call.js", "Call"],
  ["./runtime/call-options.js", "Input"],
  ["./runtime/operation.js", "Operation"],
  ["./runtime/call-options.js", "OperationOptions"],
] as const;

/** Prints the URL of the selected server. The URL of a single server is printed as text with its variables. */
function printBaseUrl(servers: readonly RestServer[], imports: Imports): Code {
  const [only] = servers;
  if (!only || hasServerChoice(servers))
    return code`${imports.value("./runtime/servers.js", "chooseServerUrl")}(servers, options.server)`;
  const { url, variables } = only;
  if (variables.length === 0) return string(url);
  const read = imports.value("./runtime/servers.js", "readVariables");
  const given = code`${read}(options.server, ${json(variables.map(({ name }) => name))})`;
  const parts = url.split(/\{([^{}]*)\}/).flatMap((part, index) => {
    if (index % 2 === 0) return part === "" ? [] : [string(part)];
    const variable = variables.find(({ name }) => name === part);
    return [code`(${given}[${string(part)}] ?? ${string(variable?.defaultValue ?? "")})`];
  });
  return joined(parts, " + ");
}

/** Whether a program chooses between servers or between values of a variable. */
function hasServerChoice(servers: readonly RestServer[]): boolean {
  return (
    servers.length > 1 || servers.some(({ variables }) => variables.some(({ values }) => values.length > 0))
  );
}

function createMember(name: Code, text: string, type: Code): SessionView["members"][number] {
  return { doc: docBlock({ text }), name, type };
}

function printMembers({ servers, securitySchemes }: RestApi, imports: Imports): SessionView["members"] {
  const urls = servers.map(({ url, description }) => `- \`${url}\`${description ? `: ${description}` : ""}`);
  const place =
    "The URL of the API, if it is not one of the described servers. It must be absolute, without a query.";
  const choice = "The described server to call, and its variables; default: the first.";
  const credentials =
    "Credentials, by the API's names for them. They go to the API's servers or to `baseUrl`, and nowhere else. `\"external\"` says that something else adds them.";
  const ofServers = [
    createMember(code`baseUrl`, place, code`string | URL`),
    createMember(
      code`server`,
      `${choice}\n\n${urls.join("\n")}`,
      joined(servers.map(printServerType), " | "),
    ),
  ];
  return [
    ...(servers.length > 0 ? ofServers : []),
    ...(securitySchemes.length > 0
      ? [createMember(code`auth`, credentials, code`${printAuthType(securitySchemes, imports)} | "external"`)]
      : []),
  ];
}

function printServerType({ url, variables }: RestServer): Code {
  const members = variables.map(({ name, values, description }) => {
    const type = values.length > 0 ? joined(values.map(string), " | ") : code`string`;
    return code`${docBlock({ text: description })}readonly ${propertyName(name)}?: ${type} | undefined;`;
  });
  const given =
    members.length === 0 ? code`` : code`\nreadonly variables?: {\n${joined(members, "\n")}\n} | undefined;`;
  return code`{ readonly url: ${string(url)};${given} }`;
}

const credentialTypes: Readonly<Record<RestSecurityScheme["kind"], string>> = {
  bearer: "Secret",
  basic: "BasicCredentials",
  headerKey: "Secret",
  queryKey: "Secret",
  cookieKey: "Secret",
  clientCredentials: "ClientCredentials",
};

function printAuthType(schemes: readonly RestSecurityScheme[], imports: Imports): Code {
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
  const distinct = servers.filter(({ url }, at) => servers.findIndex((one) => one.url === url) === at);
  return objectOf(
    distinct.map(({ url, variables }) => {
      const rules = variables.map(({ name, defaultValue, values }) => {
        const others = values.filter((value) => value !== defaultValue);
        // A rule with one text allows every text.
        const all = values.length === 1 ? [defaultValue, defaultValue] : [defaultValue, ...others];
        return [name, json(all)] as const;
      });
      return [url, objectOf(rules)] as const;
    }),
  );
}

function printSchemes(schemes: readonly RestSecurityScheme[], imports: Imports): Code {
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
