import type { Service } from "@stratus/dynamic-client";
import type { GuideField } from "@stratus/runtime/guide";
import type { Api } from "../../mcp/src/calls/api.js";

/** A tool as servers list it that have one for each method. */
export interface NaiveTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

/** A tool for each method, with its request as JSON Schema. */
export async function naiveTools(api: Api): Promise<readonly NaiveTool[]> {
  return Promise.all(
    api.methods.all.map(async ({ name }) => {
      const { service, method } = await api.method(name);
      return { name, description: method.text, inputSchema: schemaOf(service, method.request) };
    }),
  );
}

function schemaOf(service: Service, type: string): object {
  const definitions: Record<string, object> = {};
  const objectOf = (name: string): object => {
    const fields = service
      .message(name)
      .fields.filter(({ behaviors = [] }) => !behaviors.includes("OUTPUT_ONLY"));
    const required = fields.filter(({ isRequired }) => isRequired).map((field) => field.name);
    return {
      type: "object",
      properties: Object.fromEntries(fields.map((field) => [field.name, ofField(field)])),
      ...(required.length > 0 ? { required } : {}),
    };
  };
  const ofField = (field: GuideField): object => {
    const description = field.text === "" ? {} : { description: field.text };
    if (field.isList) return { type: "array", items: oneOf(field), ...description };
    if (field.mapKey !== undefined)
      return { type: "object", additionalProperties: oneOf(field), ...description };
    return { ...oneOf(field), ...description };
  };
  const oneOf = (field: GuideField): object => {
    const { kind, type: name = "" } = field;
    if (service.isDescribed(field)) {
      if (!(name in definitions)) {
        definitions[name] = {};
        definitions[name] = objectOf(name);
      }
      return { $ref: `#/$defs/${name}` };
    }
    if (kind === "enum")
      return { type: "string", enum: service.enum(name)?.values.map((value) => value.name) ?? [] };
    if (kind === "bool") return { type: "boolean" };
    if (kind === "message" || kind === "json") return {};
    return { type: /string|bytes|64/.test(kind) ? "string" : "number" };
  };
  const whole = objectOf(type);
  return Object.keys(definitions).length > 0 ? { ...whole, $defs: definitions } : whole;
}
