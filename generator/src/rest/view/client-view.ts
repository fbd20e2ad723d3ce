import { docBlock, identifier, Imports, propertyName, string, type Code } from "../../kit/code/code.js";
import type { Page } from "../../kit/render/page.js";
import type { RestApi } from "../model/rest-api.js";
import { printCalls, type CallView } from "./calls.js";
import { toClientName, type PackageNames } from "./package-names.js";
import { hasApiSession, toOptionsName, findSessionModule } from "./session-view.js";
import { TypePrinter } from "./types.js";

/** The file of the client. */
export type ClientView = {
  readonly imports: readonly Code[];
  readonly doc: Code;
  readonly name: Code;
  readonly session: Code;
  readonly options: Code;
  /** A client can be created without options. */
  readonly isOptional: boolean;
  readonly groups: readonly GroupPropertyView[];
  /** The client itself has operations, and therefore a session. */
  readonly hasMethods: boolean;
  /** It has operations, on itself or in groups. */
  readonly hasOperations: boolean;
  readonly methods: readonly CallView[];
  /** The function that loads a group on its first call. False if all groups are loaded with the client. */
  readonly lazyGroup: Code | false;
};

/** A group as a property of the client. */
export type GroupPropertyView = {
  readonly doc: Code;
  readonly property: Code;
  readonly className: Code;
  /** The property as a string, and the module of its class. */
  readonly name: Code;
  readonly module: Code;
};

/** `isLazy`: each group is loaded on its first call, because bundlers do not remove methods of a class. */
export function clientPage(api: RestApi, names: PackageNames, isLazy = false): Page<ClientView> {
  const { title, description, groups } = api;
  const own = groups.filter(({ property }) => property === undefined);
  const text = [`Client of the API ${title}.`, description.trim()].filter((part) => part !== "").join("\n\n");
  const classes = groups.flatMap((group) =>
    group.property === undefined ? [] : [{ ...group, property: group.property }],
  );
  const inCalls = own.flatMap(({ operations }) =>
    operations.flatMap(({ parameters }) => parameters.map(({ argument }) => argument)),
  );
  const imports = new Imports([toClientName(names), ...inCalls, "session", "options", "body"]);
  const methods = own.flatMap(({ fileName, operations }) => {
    const file = `./operations/${fileName}.js`;
    const types = new TypePrinter(api.schemas, imports, "./", file);
    return operations.flatMap((operation) =>
      printCalls(operation, identifier("operation"), { types, imports, root: "./", operations: file })(
        "delegate",
      ),
    );
  });
  const session = imports.value(findSessionModule(api, "./"), "Session");
  const options = hasApiSession(api)
    ? imports.type("./session.js", toOptionsName(names))
    : imports.type("./runtime/options.js", "ClientOptions");
  const views = classes.map(({ property, className, description, fileName }) => {
    const module = `./operations/${fileName}.js`;
    return {
      doc: docBlock({ text: description }),
      property: propertyName(property),
      className: isLazy ? imports.type(module, className) : imports.value(module, className),
      name: string(property),
      module: string(module),
    };
  });
  const lazyGroup = isLazy && views.length > 0 && imports.value("./runtime/lazy/group.js", "lazyGroup");
  const path = isLazy ? "src/lazy.ts" : "src/client.ts";
  return {
    path,
    template: `rest/${path}`,
    view: {
      imports: imports.lines(),
      doc: docBlock({ text }),
      name: toClientName(names),
      session,
      options,
      isOptional: api.servers.length > 0,
      groups: views,
      hasMethods: methods.length > 0,
      hasOperations: groups.length > 0,
      methods,
      lazyGroup,
    },
  };
}
