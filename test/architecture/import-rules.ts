/** An import that a rule allows. */
export interface ImportException {
  /** The folder or file that imports. */
  readonly from: string;
  /** What it imports: a file, an entry point of a package, or everything below a path that ends in `/`. */
  readonly imports: string;
  /** Only types. */
  readonly typesOnly?: boolean;
  readonly reason: string;
}

/** A limit on imports in addition to the floors. */
export interface ImportRule {
  /** The rule as a failure of the test states it. */
  readonly rule: string;
  /** The folders that it limits. */
  readonly from: readonly string[];
  /** The files, folders and packages that they may not import. Default: everything outside of these folders. */
  readonly imports?: readonly string[];
  /** What they may import nevertheless. Imports within one path of `imports` are always allowed. */
  readonly exceptions: readonly ImportException[];
}

const stages = ["read", "codecs", "model", "view", "verify"].map((stage) => `generator/src/plugin/${stage}`);

/** The code of this repository, as folders and as packages. */
const everyPackage = [
  "@stratus",
  "@svc",
  "protoc-gen-stratus",
  "convention",
  "emulator",
  "generated",
  "generator",
  "runtime",
];

const guide = "@stratus/runtime/guide";

/** The limits on imports that floors cannot express. */
export const importRules: readonly ImportRule[] = [
  {
    rule: "a stage of the plugin sees only the types of the stages before it, and the type of the options",
    from: stages,
    imports: [...stages, "generator/src/plugin/options.ts"],
    exceptions: [
      {
        from: "generator/src/plugin",
        imports: "generator/src/plugin/options.ts",
        typesOnly: true,
        reason: "options are an input of every stage",
      },
      {
        from: "generator/src/plugin/model",
        imports: "generator/src/plugin/read/",
        typesOnly: true,
        reason: "the model is derived from the descriptors that were read",
      },
      {
        from: "generator/src/plugin/model",
        imports: "generator/src/plugin/codecs/",
        typesOnly: true,
        reason: "the model holds the codec of each message",
      },
      {
        from: "generator/src/plugin/view",
        imports: "generator/src/plugin/model/",
        typesOnly: true,
        reason: "views show the model",
      },
    ],
  },
  {
    rule: "source text is made only through kit/code/code.ts, which alone decides how a string becomes source text",
    from: ["generator/src"],
    imports: ["generator/src/kit/code"],
    exceptions: [
      {
        from: "generator/src",
        imports: "generator/src/kit/code/code.ts",
        reason: "the entry of the folder",
      },
    ],
  },
  {
    rule: "only kit/render uses Handlebars",
    from: ["generator/src"],
    imports: ["handlebars"],
    exceptions: [{ from: "generator/src/kit/render", imports: "handlebars", reason: "renders templates" }],
  },
  {
    rule: "ts-morph, which takes long to load, is used only where syntax trees are needed",
    from: ["generator/src"],
    imports: ["ts-morph"],
    exceptions: [
      { from: "generator/src/plugin/verify", imports: "ts-morph", reason: "parses what was generated" },
      {
        from: "generator/src/rest/read",
        imports: "ts-morph",
        reason: "reads the extensions of a REST client",
      },
      { from: "generator/src/surface", imports: "ts-morph", reason: "reads the declarations of a package" },
      { from: "generator/src/versions/api", imports: "ts-morph", reason: "reads the sources of an SDK" },
      { from: "generator/src/versions/program", imports: "ts-morph", reason: "compiles users' programs" },
      { from: "generator/src/versions/judge", imports: "ts-morph", reason: "compiles uses of what changed" },
    ],
  },
  {
    rule: "the generator does not import the packages that its output runs on",
    from: ["generator/src"],
    imports: ["@stratus"],
    exceptions: [
      {
        from: "generator/src/plugin/source",
        imports: "@stratus/convention",
        reason: "decides which options matter to generated code",
      },
      {
        from: "generator/src/plugin/read",
        imports: "@stratus/convention",
        reason: "reads options by their simple names",
      },
      {
        from: "generator/src/plugin/option-table.ts",
        imports: "@stratus/convention",
        reason: "names the kinds of APIs",
      },
      {
        from: "generator/src/plugin/model",
        imports: "@stratus/convention",
        reason: "classifies methods and fields",
      },
      {
        from: "generator/src/plugin/doctor",
        imports: "@stratus/convention",
        reason: "checks protos against it",
      },
      {
        from: "generator/src/versions/api",
        imports: "@stratus/convention",
        reason: "compares what it classifies",
      },
      {
        from: "generator/src/kit/text",
        imports: "@stratus/convention/name",
        reason: "suggestions for misspelled names",
      },
      {
        from: "generator/src/rest/model",
        imports: "@stratus/convention/pattern",
        reason: "refuses patterns that take exponential time",
      },
    ],
  },
  {
    rule: "one module of a package uses TLS, so that no variable of the environment disables verification elsewhere",
    from: [
      "cli/src",
      "convention/src",
      "dynamic-client/src",
      "emulator/src",
      "generator/src",
      "mcp/src",
      "query/src",
      "runtime/src",
    ],
    imports: ["node:https", "node:tls", "https", "tls"],
    exceptions: [
      { from: "emulator/src/http/exchange-server.ts", imports: "node:https", reason: "a server" },
      {
        from: "generator/src/command/remote/pinned-request.ts",
        imports: "node:https",
        reason: "it verifies certificates whatever the variable says",
      },
      {
        from: "runtime/src/network/transport/connection/secure-socket.ts",
        imports: "node:https",
        reason: "token exchange, and tunnels through proxies",
      },
      {
        from: "runtime/src/network/transport/connection/secure-socket.ts",
        imports: "node:tls",
        reason: "connections of gRPC",
      },
    ],
  },
  {
    rule: "the runtime has one HTTP/2 client, its own",
    from: ["runtime/src/calls", "runtime/src/network", "runtime/src/session"],
    imports: ["node:http2", "http2", "undici", "@grpc/grpc-js"],
    exceptions: [
      { from: "runtime/src/network", imports: "node:http2", typesOnly: true, reason: "the types of headers" },
    ],
  },
  {
    rule: "the convention works on descriptors alone",
    from: ["convention/src"],
    exceptions: [
      { from: "convention/src", imports: "@bufbuild/protobuf", reason: "descriptors" },
      { from: "convention/src", imports: "@bufbuild/protobuf/", reason: "descriptors" },
    ],
  },
  {
    rule: "the documentation of an SDK is made from its guide alone",
    from: ["generator/src/plugin/view/docs"],
    imports: ["generator/src/plugin/model", "generator/src/plugin/read", "generator/src/plugin/options.ts"],
    exceptions: [],
  },
  {
    rule: "the emulator shares no code with the clients that it tests",
    from: ["emulator/src"],
    imports: everyPackage.filter((one) => one !== "emulator"),
    exceptions: [
      { from: "emulator/src", imports: "@stratus/convention", reason: "how an API is read" },
      {
        from: "emulator/src",
        imports: "@stratus/convention/name",
        reason: "suggestions for misspelled names",
      },
      { from: "emulator/src/calls", imports: guide, reason: "which headers are secret" },
      { from: "emulator/src", imports: "@stratus/runtime/mask", reason: "the engine of reset masks" },
      {
        from: "emulator/src",
        imports: "@stratus/runtime/server",
        reason: "Connect and gRPC-web on its HTTP port",
      },
    ],
  },
  {
    rule: "a dynamic client calls an SDK through the SDK's own runtime, and reads only its guide and its profiles itself",
    from: ["dynamic-client/src"],
    imports: everyPackage,
    exceptions: [
      { from: "dynamic-client/src", imports: guide, reason: "reads guides" },
      {
        from: "dynamic-client/src",
        imports: "@stratus/runtime/login",
        reason: "shares profiles and browser logins with programs",
      },
      {
        from: "dynamic-client/src",
        imports: "@stratus/convention/name",
        reason: "suggestions for misspelled names",
      },
    ],
  },
  {
    rule: "the CLI and the MCP server reach SDKs through the dynamic client, and do not import each other",
    from: ["cli/src", "mcp/src"],
    imports: [...everyPackage, "cli", "mcp"],
    exceptions: [
      { from: "cli/src", imports: guide, reason: "the types of guides" },
      { from: "mcp/src", imports: guide, reason: "the types of guides" },
      {
        from: "mcp/src/serve/own-requests.ts",
        imports: "@stratus/runtime/server",
        reason: "which requests come from pages of other sites",
      },
      { from: "cli/src", imports: "@stratus/dynamic-client", reason: "calls SDKs" },
      { from: "mcp/src", imports: "@stratus/dynamic-client", reason: "calls SDKs" },
      { from: "cli/src/init", imports: "@stratus/cli", reason: "in the source text of a branded CLI" },
      { from: "mcp/src/init", imports: "@stratus/mcp", reason: "in the source text of a branded server" },
    ],
  },
  {
    rule: "the options for TanStack Query know clients only by what their calls describe, and need no package at run time",
    from: ["query/src"],
    imports: everyPackage,
    exceptions: [],
  },
  {
    rule: "the maker of sites knows an SDK only by its guide, through the generator's docs",
    from: ["site/src"],
    imports: everyPackage,
    exceptions: [
      { from: "site/src", imports: "@stratus/runtime/guide", reason: "the types of guides" },
      { from: "site/src", imports: "@stratus/cli", reason: "the commands of examples" },
    ],
  },
  {
    rule: "an example imports what a user can install: an SDK, and the emulator to run it against",
    from: ["examples"],
    imports: everyPackage,
    exceptions: [
      { from: "examples", imports: "@svc/", reason: "the generated SDKs" },
      { from: "examples/react-app", imports: "@stratus/emulator", reason: "the cloud of the app" },
      { from: "examples", imports: "@stratus/query", reason: "the options of queries" },
      { from: "examples/walkthrough/src", imports: "@stratus/emulator", reason: "the server of the tour" },
      {
        from: "examples/catalogue-web/serve.ts",
        imports: "@stratus/example-catalogue-server",
        reason: "the server of the page",
      },
    ],
  },
];
