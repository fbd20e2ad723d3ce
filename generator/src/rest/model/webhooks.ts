import { isJsonObject } from "../read/json.js";
import type { SpecNode } from "../read/spec-node.js";
import { catchProblems } from "../read/findings.js";
import { pathItemMethods, type FoundOperation } from "./find-operations.js";
import { readMediaTypes } from "./media-types.js";
import { toSafeName, type NameScope } from "./names.js";
import type { RestWebhook } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";
import { TypeReader } from "./type-reader.js";
import { upperCamel, splitWords } from "./words.js";

/** A request that the API sends, before its names are chosen. */
interface FoundWebhook {
  readonly node: SpecNode;
  /** The name in the description. The name of a callback starts with its operation: `createOrder.paid`. */
  readonly name: string;
  readonly kind: "Webhook" | "Callback";
}

/** Reads the requests that the API sends: its webhooks, and the callbacks of operations. */
export function readWebhooks(
  root: SpecNode,
  operations: readonly FoundOperation[],
  schemas: SchemaReader,
  exported: NameScope,
): readonly RestWebhook[] {
  const hooks = (root.get("webhooks") ?? root.get("x-webhooks"))?.entries() ?? [];
  const found = [
    ...hooks.flatMap(([name, item]) => listRequests(item, name, "Webhook")),
    ...operations.flatMap(({ node, words }) => listCallbacks(node, words)),
  ];
  return found.flatMap((one) => readWebhook(one, schemas, exported) ?? []);
}

function listCallbacks(operation: SpecNode, words: readonly string[]): readonly FoundWebhook[] {
  const callbacks = operation.get("callbacks");
  if (!isJsonObject(callbacks?.value)) return [];
  const owner = words.map((word, index) => (index === 0 ? word.toLowerCase() : upperCamel([word]))).join("");
  return callbacks
    .entries()
    .flatMap(([name, callback]) =>
      (callback.tryResolve()?.entries() ?? []).flatMap(([, item]) =>
        listRequests(item, `${owner}.${name}`, "Callback"),
      ),
    );
}

function listRequests(item: SpecNode, name: string, kind: FoundWebhook["kind"]): readonly FoundWebhook[] {
  const pathItem = item.tryResolve();
  const present = pathItemMethods.filter((method) => pathItem?.get(method));
  return present.flatMap((method) => {
    const node = pathItem?.get(method);
    return node ? [{ node, kind, name: present.length > 1 ? `${name}.${method}` : name }] : [];
  });
}

/** Reads a webhook with a JSON body, and reports others. */
function readWebhook(
  { node, name, kind }: FoundWebhook,
  schemas: SchemaReader,
  exported: NameScope,
): RestWebhook | undefined {
  return catchProblems(
    () => {
      const media = node.get("requestBody")?.tryResolve();
      const json = media && readMediaTypes(media).find((one) => one.kind === "json");
      if (!json?.schema) {
        const what = `The ${kind.toLowerCase()} ${JSON.stringify(name)} has no JSON body, so it has no type`;
        node.warn(what, "Describe its requestBody");
        return undefined;
      }
      const words = upperCamel(splitWords(name)) || kind;
      const base =
        words === kind ? `${kind}Body` : toSafeName(words.endsWith(kind) ? words : `${words}${kind}`);
      const slot = `${kind.toLowerCase()} ${name}`;
      return {
        name,
        typeName: exported.take(base, slot),
        guardName: exported.take(`is${base}`, `guard of ${slot}`),
        description: [node.getString("summary"), node.getString("description")].filter(Boolean).join("\n\n"),
        shape: schemas.read(json.schema),
        type: new TypeReader(schemas).read(json.schema, "response"),
      };
    },
    (problems) => {
      node.addFindings(problems);
      return undefined;
    },
  );
}
