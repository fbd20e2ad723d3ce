import type { Modify, PickUp, Service } from "../../model/api.js";
import { code, member, ModuleImports, propertyName } from "../../../kit/code/code.js";
import { modifyView, pickUpView } from "../modify.js";
import { modifyExample } from "./examples.js";
import type { DocsSource } from "./docs-source.js";

/** The helper that reads, changes and updates. */
export function modifySection(modify: Modify, service: Service, { guide, layout }: DocsSource) {
  const view = modifyView(modify, service, new ModuleImports("docs", layout, []));
  const { local, preview, request, resource, modifyOptions, answer } = view;
  const change = code`(resource: ${resource}) => unknown`;
  return {
    name: propertyName(modify.local),
    preview,
    signature: code`${local}(request: ${request}, change: ${change}, options?: ${modifyOptions}): ${answer}`,
    example: modifyExample(modify, guide),
    /** Names of the methods that it calls. */
    calls: [modify.get, modify.update].map((one) => propertyName(one.local)),
  };
}

/** The helper that picks up an operation. */
export function pickUpSection(pickUp: PickUp, service: Service, { layout }: DocsSource) {
  const { local, callOptions, answer } = pickUpView(pickUp, service, new ModuleImports("docs", layout, []));
  return {
    name: propertyName(pickUp.local),
    signature: code`${local}(id: string, options?: ${callOptions}): ${answer}`,
    example: code`await (await client${member(pickUp.local)}("...")).wait();`,
    calls: [],
  };
}
