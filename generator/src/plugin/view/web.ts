import type { Api } from "../model/api.js";
import type { Options } from "../options.js";
import { exportAllFrom, identifier, ModuleImports } from "../../kit/code/code.js";
import type { Page } from "../../kit/render/page.js";
import { typesInRoot, referTo } from "./entries.js";
import type { Layout } from "./modules.js";
import { entriesOfErrors, type EntryIndex } from "./references.js";
import { errorParts, sessionNames, wiringView } from "./session.js";

/**
 * The entry `web`: what the root entry is on Node, with the session of browsers, workers and edge runtimes. Its wiring
 * is printed a second time: a module that both sessions share would be one more file for programs on Node to load.
 */
export function webPage(api: Api, index: EntryIndex, options: Options, layout: Layout): Page {
  const { wiring } = api;
  const names = sessionNames(options);
  const own = Object.values(names);
  const imports = new ModuleImports("web", { ...layout, codegen: layout.web }, [...own, "wiring"]);
  const view = {
    wiring: wiringView(wiring, options, imports),
    session: identifier(names.session),
    options: identifier(names.options),
    baseSession: imports.runtimeValue("WebSession"),
    headerNames: imports.runtimeType("HeaderNames"),
    baseOptions: imports.runtimeType(wiring.kind === "grpc" ? "PlainWebSessionOptions" : "WebSessionOptions"),
    ...errorParts(wiring.serviceErrors, options, imports),
  };
  return {
    path: `${layout.root}web.ts`,
    template: "sdk/src/web.ts",
    view: {
      ...view,
      imports: imports.lines(),
      exports: [
        exportAllFrom(layout.web),
        ...typesInRoot(api, layout, own),
        ...referTo("web", entriesOfErrors(api, index), layout).slice(1),
      ],
    },
  };
}

/**
 * The entry `web-messages`: JSON, masks, checks and schemas. In the entry `web` they would be loaded with each page, since
 * bundlers keep at the start what an entry of the start passes on, if anything that is loaded later uses it too.
 */
export function webMessagesPage(layout: Layout): Page {
  return {
    path: `${layout.root}web-messages.ts`,
    template: "sdk/src/web-messages.ts",
    view: { exports: [exportAllFrom(layout.webMessages)] },
  };
}
