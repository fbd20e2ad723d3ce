import {
  code,
  docBlock,
  identifier,
  Imports,
  joined,
  objectOf,
  string,
  type Code,
} from "../../kit/code/code.js";
import type { Page } from "../../kit/render/page.js";
import type { RestApi } from "../model/rest-api.js";
import { isRuntimeGuard } from "./guard-names.js";
import type { GuardWriter } from "./guards.js";
import type { RepresentationsWriter } from "./representations.js";
import { TypePrinter } from "./types.js";

/** The entry point for webhooks. */
export type WebhooksView = {
  readonly imports: readonly Code[];
  readonly webhooks: readonly WebhookView[];
  /** The union of all described webhooks and an unknown one. */
  readonly union: Code;
  readonly parse: Code;
  readonly request: Code;
  readonly options: Code;
};

type WebhookView = {
  readonly doc: Code;
  readonly name: Code;
  readonly type: Code;
  readonly guardDoc: Code;
  readonly guard: Code;
  readonly call: Code;
  readonly described: Code;
};

/** Returns the page of webhooks, if there are any. */
export function webhookPages(
  api: RestApi,
  guards: GuardWriter,
  representations: RepresentationsWriter,
): readonly Page<WebhooksView>[] {
  const { webhooks, schemas } = api;
  if (webhooks.length === 0) return [];
  const own = webhooks.flatMap(({ typeName, guardName }) => [typeName, guardName]);
  const imports = new Imports([...own, "Webhook", "webhooks", "described", "value", "request", "options"]);
  const types = new TypePrinter(schemas, imports, "./");
  const runtime = "./runtime/webhooks/webhooks.js";
  const received = imports.type(runtime, "ReceivedWebhook");
  const views = webhooks.map(({ name, typeName, guardName, description, type, shape }): WebhookView => {
    const used = guards.useGuard(shape, `${guardName}Body`);
    const guard = imports.value(isRuntimeGuard(used) ? "./runtime/guard.js" : "./guards.js", used);
    const parse = representations.printParser(type, imports);
    return {
      doc: docBlock({ text: description || `The body of ${name}.` }),
      name: identifier(typeName),
      type: types.print(type),
      guardDoc: docBlock({ text: `Whether the value is a body of ${name} as described.` }),
      guard: identifier(guardName),
      call: code`${guard}(value)`,
      described: objectOf([
        ["name", string(name)],
        ["guard", identifier(guardName)],
        ["parse", parse ?? false],
      ]),
    };
  });
  const parts = webhooks.map(
    ({ name, typeName }) => code`${received}<${string(name)}, ${identifier(typeName)}>`,
  );
  return [
    {
      path: "src/webhooks.ts",
      template: "rest/src/webhooks.ts",
      view: {
        webhooks: views,
        union: joined([...parts, code`${received}<undefined, unknown>`], " | "),
        parse: imports.value(runtime, "parseWebhook"),
        request: imports.type(runtime, "ReceivedRequest"),
        options: imports.type(runtime, "WebhookOptions"),
        imports: imports.lines(),
      },
    },
  ];
}
