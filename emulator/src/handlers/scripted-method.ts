import type { DescMessage, JsonObject, JsonValue, Message } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { findField, findManagedResource, isNamedOperation, isOperation } from "@stratus/convention";
import type { Api, ApiMethod } from "../descriptors/api.js";
import { ensureMessage, readString } from "../messages/read.js";
import { readProtoJson } from "../messages/read-json.js";
import { EmulatorError } from "../text/emulator-error.js";
import { explained } from "../text/error-text.js";
import { type NamesOf, requireKnownNames } from "../text/known-names.js";
import type { Answer, Handler } from "./handler.js";

/** The answer of a scripted method, which is the same for each call. */
export interface ScriptedMethod {
  /** The response in proto3 JSON; a list of responses for a method that streams them. */
  readonly answer?: JsonValue;
  /** Changes the resource that the request names: `{ "status.state": "STOPPED" }`, in proto3 JSON. Null clears a field. */
  readonly set?: JsonObject;
}

const names: NamesOf<ScriptedMethod> = { answer: true, set: true };

/**
 * Creates the handler of a scripted method.
 *
 * @throws EmulatorError that names the method and what it cannot do
 */
export function scriptedHandler(
  api: Api,
  { desc, service, name }: ApiMethod,
  scripted: ScriptedMethod,
): Handler {
  const place = `script of ${name}`;
  requireKnownNames(scripted, names, place);
  const { answer, set } = scripted;
  if ((answer === undefined) === (set === undefined))
    throw new EmulatorError("OPTION_INVALID", `${place}: write either answer or set`);
  if (set !== undefined) {
    if (typeof set !== "object" || set === null || Array.isArray(set))
      throw new EmulatorError("OPTION_INVALID", `${place}: set must be an object of paths and values`);
    const setFields = (resource: ReflectMessage): void => writeFields(api, resource, set, place);
    const type = findManagedResource(service.desc, api.registry);
    if (type !== undefined) setFields(reflect(type, create(type)));
    return (request, context) => {
      const resource = context.resource(readTarget(reflect(desc.input, request)));
      const changed = api.registry.getMessage(resource.$typeName);
      if (changed !== undefined) setFields(reflect(changed, resource));
      if (isOperation(desc.output) || isNamedOperation(desc.output)) return context.operation({ resource });
      context.put(resource);
      return desc.output.typeName === resource.$typeName ? resource : {};
    };
  }
  const isStream = desc.methodKind === "server_streaming" || desc.methodKind === "bidi_streaming";
  const messages = (isStream && Array.isArray(answer) ? answer : [answer ?? {}]).map((one) =>
    readMessage(api, desc.output, one, place),
  );
  return isStream ? () => stream(messages) : () => messages[0] ?? {};
}

async function* stream(messages: readonly Message[]): AsyncGenerator<Answer> {
  yield* messages;
}

function readMessage(api: Api, desc: DescMessage, json: JsonValue, place: string): Message {
  return explained("OPTION_INVALID", `${place}: answer`, () => readProtoJson(api, desc, json));
}

/** Returns the identifier or name of the resource that a request names. */
function readTarget(request: ReflectMessage): string {
  const fields = [
    "id",
    "name",
    ...request.fields.map(({ name }) => name).filter((name) => name.endsWith("_id")),
  ];
  return fields.map((name) => readString(request, name)).find((text) => text !== "") ?? "";
}

/** Sets fields by their paths in proto names. */
function writeFields(api: Api, resource: ReflectMessage, values: JsonObject, place: string): void {
  for (const [path, value] of Object.entries(values)) {
    const steps = path.split(".");
    const last = steps.pop() ?? "";
    let message = resource;
    for (const step of steps) {
      if (findField(message.desc, step)?.fieldKind !== "message")
        throw unknownField(place, message.desc, step);
      message = ensureMessage(message, step);
    }
    const field = findField(message.desc, last);
    if (field === undefined) throw unknownField(place, message.desc, last);
    message.clear(field);
    if (value === null) continue;
    const { desc } = message;
    const read = (): Message => readProtoJson(api, desc, { [last]: value }, steps.join("."));
    const from = reflect(desc, explained("OPTION_INVALID", place, read), false);
    if (from.isSet(field)) message.set(field, from.get(field) as never);
  }
}

function unknownField(place: string, { typeName, fields }: DescMessage, name: string): EmulatorError {
  const known = fields.map((field) => field.name).join(", ");
  return new EmulatorError(
    "OPTION_UNKNOWN",
    `${place}: ${typeName} has no field ${JSON.stringify(name)}; it has ${known}`,
  );
}
