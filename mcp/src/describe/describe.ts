import type { Service } from "@stratus/dynamic-client";
import type { OpenMethod } from "../methods/access.js";
import { itemsName } from "../methods/items-name.js";
import { quoteData } from "../text/quote-data.js";
import { countTokens } from "../text/tokens.js";
import { quoteUnlessWord, shortName, TypeText } from "./type-text.js";

/** The maximum lengths of comments, from the first attempt to the last. */
const commentLengths = [100, 40, 0] as const;

/** Describes a method within a token limit. It shortens comments first, then drops the types that are used last. */
export function describeMethod(one: OpenMethod, tokens: number): string {
  let text = "";
  for (const comment of commentLengths) {
    text = methodText(one, comment);
    if (countTokens(text) <= tokens) return text;
  }
  const lines = text.split("\n");
  while (lines.length > 1 && countTokens(lines.join("\n")) > tokens - 30)
    lines.splice(-Math.ceil(lines.length / 20));
  return `${lines.join("\n")}\n… the other types are omitted; the API reports missing fields`;
}

function methodText(one: OpenMethod, comment: number): string {
  const { listed, service, method, decision } = one;
  const { response, operation, pages } = method;
  const { effect } = listed.line;
  const use = "why" in decision ? `not usable: ${decision.why}` : `tool ${toolName(decision.tool)}`;
  const modify = service.modifyHelper(method);
  const resource = modify && service.inputType(method);
  const items = itemsName(one);
  const input = new TypeText(service, { comment, isInput: true });
  const answer = operation ? operation.result : (pages?.type ?? response?.type);
  const lines = [
    `${listed.name} (${effect}${method.deprecated === undefined ? "" : ", deprecated"}; ${use})`,
    quoteData(method.text === "" ? listed.line.text : method.text, 200),
  ];
  if (modify && resource !== undefined) {
    const id = service.positionals(method).map(({ name }) => name);
    lines.push(
      `request: {${id.join(", ")}} of the ${shortName(resource)}; set and clear: paths of it, such as ${samplePath(service, resource)}`,
    );
    lines.push(...input.write(resource));
    return lines.join("\n");
  }
  lines.push("request:", ...input.write(method.request));
  lines.push(
    `answer: ${operation ? "an operation" : ""}${operation && answer !== undefined ? " that leads to " : ""}${answer === undefined ? (response?.kind ?? "nothing") : shortName(answer)}${pages ? `[]${items === undefined ? "" : ` in ${quoteUnlessWord(items)}`}, page by page` : ""}`,
  );
  if (answer !== undefined && "tool" in decision && decision.tool === "read")
    lines.push(...new TypeText(service, { comment: 0, isInput: false }).write(answer));
  return lines.join("\n");
}

function toolName(tool: "apply" | "destroy" | "read"): string {
  return tool === "read" ? "read" : `plan, then ${tool}`;
}

/** Returns a sample path to a scalar field, with two steps if possible. */
function samplePath(service: Service, resource: string): string {
  const { fields } = service.message(resource);
  for (const field of fields) {
    if (!service.isStructure(field) || field.behaviors?.includes("OUTPUT_ONLY") || field.name === "metadata")
      continue;
    const inner = service.message(field.type).fields.find(({ kind }) => kind !== "message");
    if (inner) return `${field.name}.${inner.name}`;
  }
  return fields[0]?.name ?? "name";
}
