import { isJsonObject } from "../read/json.js";
import type { SpecNode } from "../read/spec-node.js";
import { catchProblems } from "../read/findings.js";
import { methods, type Found } from "./found-operations.js";
import { readMedia } from "./media.js";
import { safeName, type Names } from "./names.js";
import type { RestWebhook } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";
import { TypeReader } from "./type-reader.js";
import { upperCamel, wordsOf } from "./words.js";

/** A request that the API sends, before its names are decided. */
interface FoundWebhook {
  readonly node: SpecNode;
  /** As the description names it, with the operation whose callback it is: `createOrder.paid`. */
  readonly name: string;
  readonly kind: "Webhook" | "Callback";
}

/** The requests that the API sends: its webhooks, and the callbacks of operations. */
export function readWebhooks(
  root: SpecNode,
  operations: readonly Found[],
  schemas: SchemaReader,
  exported: Names,
): readonly RestWebhook[] {
  const hooks = (root.get("webhooks") ?? root.get("x-webhooks"))?.entries() ?? [];
  const found = [
    ...hooks.flatMap(([name, item]) => requestsOf(item, name, "Webhook")),
    ...operations.flatMap(({ node, words }) => callbacksOf(node, words)),
  ];
  return found.flatMap((one) => readWebhook(one, schemas, exported) ?? []);
}

function callbacksOf(operation: SpecNode, words: readonly string[]): readonly FoundWebhook[] {
  const callbacks = operation.get("callbacks");
  if (!isJsonObject(callbacks?.value)) return [];
  const owner = words.map((word, index) => (index === 0 ? word.toLowerCase() : upperCamel([word]))).join("");
  return callbacks
    .entries()
    .flatMap(([name, callback]) =>
      (callback.tryResolve()?.entries() ?? []).flatMap(([, item]) =>
        requestsOf(item, `${owner}.${name}`, "Callback"),
      ),
    );
}

function requestsOf(item: SpecNode, name: string, kind: FoundWebhook["kind"]): readonly FoundWebhook[] {
  const pathItem = item.tryResolve();
  const present = methods.filter((method) => pathItem?.get(method));
  return present.flatMap((method) => {
    const node = pathItem?.get(method);
    return node ? [{ node, kind, name: present.length > 1 ? `${name}.${method}` : name }] : [];
  });
}

/** Reads a webhook with a JSON body, and reports others. */
function readWebhook(
  { node, name, kind }: FoundWebhook,
  schemas: SchemaReader,
  exported: Names,
): RestWebhook | undefined {
  return catchProblems(
    () => {
      const media = node.get("requestBody")?.tryResolve();
      const json = media && readMedia(media).find((one) => one.kind === "json");
      if (!json?.schema) {
        const what = `The ${kind.toLowerCase()} ${JSON.stringify(name)} has no body of JSON, so it has no type`;
        node.warn(what, "Describe its requestBody");
        return undefined;
      }
      const words = upperCamel(wordsOf(name)) || kind;
      const base =
        words === kind ? `${kind}Body` : safeName(words.endsWith(kind) ? words : `${words}${kind}`);
      const slot = `${kind.toLowerCase()} ${name}`;
      return {
        name,
        typeName: exported.take(base, slot),
        guardName: exported.take(`is${base}`, `guard of ${slot}`),
        description: [node.getString("summary"), node.getString("description")].filter(Boolean).join("\n\n"),
        shape: schemas.read(json.schema),
        type: new TypeReader(schemas).read(json.schema, "answer"),
      };
    },
    (problems) => {
      node.addFindings(problems);
      return undefined;
    },
  );
}
