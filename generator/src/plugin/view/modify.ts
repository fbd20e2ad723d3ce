import type { Method, Modify, PickUp, Service } from "../model/api.js";
import { code, docBlock, generic, propertyName, type ModuleImports } from "../../kit/code/code.js";
import { definitionCode } from "./definition.js";
import { inputCode } from "./method.js";
import { operationCallType, startsOperation, wiringCode } from "./operation.js";
import { replyType } from "./reply.js";

/** The helper of a service that reads, changes and updates: the view of the partial `modify`. */
export function modifyView(
  { local, preview, get, update, missing }: Modify,
  service: Service,
  imports: ModuleImports,
) {
  const isOperation = startsOperation(update);
  return {
    doc: docBlock({ text: modifyDoc(get, update, missing) }),
    local: propertyName(local),
    preview: propertyName(preview),
    previewDoc: docBlock({ text: previewDoc(local, update) }),
    get: definitionCode(service, get),
    update: definitionCode(service, update),
    request: inputCode(get, imports),
    resource: replyType(get, imports),
    modifyOptions: imports.runtimeType("ModifyOptions"),
    answer: isOperation
      ? operationCallType(update, service, imports)
      : code`${imports.runtimeType("Call")}<${replyType(update, imports)}>`,
    previewAnswer: generic(imports.runtimeType("Call"), [
      generic(imports.runtimeType("ModifyPreview"), [
        imports.type(update.request.type),
        replyType(get, imports),
      ]),
    ]),
    /** How the operation is read that the update starts. */
    wiring: isOperation && wiringCode(update, service, imports),
  };
}

function modifyDoc(get: Method, update: Method, missing: Modify["missing"]): string {
  const unchanged = startsOperation(update)
    ? "the operation is finished, with `isUnchanged`"
    : "the answer is what was read";
  return [
    `Reads with \`${get.local}\`, lets \`change\` change the resource or return a changed one, and sends`,
    `with \`${update.local}\` only the changes, with the smallest reset mask and the`,
    `version that was read. If nothing changed, it sends nothing: ${unchanged}.`,
    "If another writer changed the resource in the meantime, it starts again, for up to a",
    "minute or `timeoutMs`, so `change` may run more than once. If a response was lost and the",
    "outcome of the change is unknown, it throws UNKNOWN, with the current resource in",
    "`unknownOutcome`. Change elements of lists in place: replacing an element loses its fields",
    "that only the server knows.",
    ...describeMissing(update, missing),
  ].join("\n");
}

function describeMissing(update: Method, missing: Modify["missing"]): readonly string[] {
  if (missing.length === 0) return [];
  const fields = missing.map(({ path, reason }) => `\`${path}\` (${reason})`).join(", ");
  return [
    "",
    `Validation rules require ${fields}, which it sends only if it changed. A server that validates the`,
    `request alone may reject it. Then call \`${update.local}\` with that field, the change and a reset mask.`,
  ];
}

function previewDoc(local: string, update: Method): string {
  return [
    `Previews \`${local}\` with the same arguments: reads the resource, lets \`change\``,
    `change it, and calls no \`${update.local}\`. It returns the request, the reset mask, and the`,
    "resource as it would be. Printing the result shows no secrets.",
  ].join("\n");
}

/** The helper of a service that picks up an operation: the view of the partial `pick-up`. */
export function pickUpView(pickUp: PickUp, service: Service, imports: ModuleImports) {
  const started = { operation: pickUp.use, response: pickUp.operation, hasReadableResource: true };
  return {
    local: propertyName(pickUp.local),
    callOptions: imports.runtimeType("CallOptions"),
    answer: operationCallType(started, service, imports),
    wiring: wiringCode(started, service, imports),
  };
}
