import type { Part } from "@stratus/dynamic-client";
import type { OpenMethod } from "../methods/access.js";
import { quoted } from "../text/quoted.js";
import { countTokens } from "../text/tokens.js";
import { shortName, TypeText } from "./type-text.js";

/** How long comments are, from the first try to the last. */
const comments = [100, 40, 0] as const;

/** Describes a method in at most so many tokens: comments go first, then the types that are farthest away. */
export function describeMethod(one: OpenMethod, tokens: number): string {
  let text = "";
  for (const comment of comments) {
    text = textOf(one, comment);
    if (countTokens(text) <= tokens) return text;
  }
  const lines = text.split("\n");
  while (lines.length > 1 && countTokens(lines.join("\n")) > tokens - 30)
    lines.splice(-Math.ceil(lines.length / 20));
  return `${lines.join("\n")}\n… the other types are too long to be shown; the server says what is missing`;
}

function textOf({ listed, part, method, decision }: OpenMethod, comment: number): string {
  const { response, operation, pages } = method;
  const { effect } = listed.line;
  const use = "why" in decision ? `not usable: ${decision.why}` : `tool ${toolName(decision.tool)}`;
  const modify = part.modifyOf(method);
  const resource = modify && part.inputOf(method);
  const input = new TypeText(part, { comment, isInput: true });
  const answer = operation ? operation.result : (pages?.type ?? response?.type);
  const lines = [
    `${listed.name} (${effect}${method.deprecated === undefined ? "" : ", deprecated"}; ${use})`,
    quoted(method.text === "" ? listed.line.text : method.text, 200),
  ];
  if (modify && resource !== undefined) {
    const id = part.positionals(method).map(({ name }) => name);
    lines.push(
      `request: {${id.join(", ")}} of the ${shortName(resource)}; set and clear: paths of it, such as ${samplePath(part, resource)}`,
    );
    lines.push(...input.write(resource));
    return lines.join("\n");
  }
  lines.push("request:", ...input.write(method.request));
  lines.push(
    `answer: ${operation ? "an operation" : ""}${operation && answer !== undefined ? " that leads to " : ""}${answer === undefined ? (response?.kind ?? "nothing") : shortName(answer)}${pages ? "[], page by page" : ""}`,
  );
  if (answer !== undefined && "tool" in decision && decision.tool === "read")
    lines.push(...new TypeText(part, { comment: 0, isInput: false }).write(answer));
  return lines.join("\n");
}

function toolName(tool: "apply" | "destroy" | "read"): string {
  return tool === "read" ? "read" : `plan, then ${tool}`;
}

/** A path to a plain value, two steps deep if there is one. */
function samplePath(part: Part, resource: string): string {
  const { fields } = part.message(resource);
  for (const field of fields) {
    if (!part.isStructure(field) || field.behaviors?.includes("OUTPUT_ONLY") || field.name === "metadata")
      continue;
    const inner = part.message(field.type).fields.find(({ kind }) => kind !== "message");
    if (inner) return `${field.name}.${inner.name}`;
  }
  return fields[0]?.name ?? "name";
}
