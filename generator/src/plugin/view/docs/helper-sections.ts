import type { GuideModify, GuideService } from "../../../kit/guide/service.js";
import { code, codeSpan, member, propertyName } from "../../../kit/code/code.js";
import { modifyExample } from "./examples.js";
import type { DocsSource } from "./docs-source.js";

/** The helpers of a service that read, change and update: one of the service, or one of each update with a field mask. */
export function modifySections(service: GuideService, from: DocsSource) {
  const { modify, methods } = service;
  const masked = methods.flatMap((method) => method.modify ?? []);
  return [
    ...(modify ? [{ ...modifySection(modify, service, from), hasResetMask: true }] : []),
    ...masked.map((one) => ({ ...modifySection(one, service, from), hasResetMask: false })),
  ];
}

function modifySection(modify: GuideModify, { methods }: GuideService, { types }: DocsSource) {
  const called = [modify.get, modify.update].flatMap(
    (word) => methods.find((one) => one.word === word) ?? [],
  );
  return {
    name: propertyName(modify.local),
    preview: propertyName(modify.preview),
    signature: codeSpan(modify.signature),
    example: modifyExample(modify, called, types),
    /** Names of the methods that it calls. */
    calls: called.map(({ local }) => propertyName(local)),
  };
}

/** The helper that picks up an operation. */
export function pickUpSection({ local, signature }: NonNullable<GuideService["pickUp"]>) {
  return {
    name: propertyName(local),
    signature: codeSpan(signature),
    example: code`await (await client${member(local)}("operation-1")).wait();`,
    calls: [],
  };
}
