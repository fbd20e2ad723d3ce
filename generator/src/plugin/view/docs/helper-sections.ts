import type { Modify, PickUp, Service } from "../../model/api.js";
import { code, member, ModuleImports, propertyName, type Code } from "../../code/code.js";
import { modifyView, pickUpView } from "../modify.js";
import { modifyExample } from "./examples.js";
import type { DocsSource } from "./docs-source.js";

/** What a section of a helper of a client needs. */
export type HelperView = {
  readonly name: Code;
  readonly signature: Code;
  readonly example: Code;
  /** Names of the methods that it calls. */
  readonly calls: readonly Code[];
};

/** The helper that reads, changes and updates. */
export function modifySection(modify: Modify, service: Service, { guide, layout }: DocsSource): HelperView {
  const view = modifyView(modify, service, new ModuleImports("docs", layout, []));
  const { local, request, resource, modifyOptions, answer } = view;
  const change = code`(resource: ${resource}) => unknown`;
  return {
    name: propertyName(modify.local),
    signature: code`${local}(request: ${request}, change: ${change}, options?: ${modifyOptions}): ${answer}`,
    example: modifyExample(modify, guide),
    calls: [modify.get, modify.update].map((one) => propertyName(one.local)),
  };
}

/** The helper that picks up an operation. */
export function pickUpSection(pickUp: PickUp, service: Service, { layout }: DocsSource): HelperView {
  const { local, callOptions, answer } = pickUpView(pickUp, service, new ModuleImports("docs", layout, []));
  return {
    name: propertyName(pickUp.local),
    signature: code`${local}(id: string, options?: ${callOptions}): ${answer}`,
    example: code`await (await client${member(pickUp.local)}("...")).wait();`,
    calls: [],
  };
}
