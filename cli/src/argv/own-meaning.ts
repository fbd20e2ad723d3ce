import type { GuideMethod } from "@stratus/runtime/guide";
import { kebabCase, type Service, UsageError } from "@stratus/dynamic-client";
import type { Argv } from "./read-argv.js";

/** Built-in flags that only some methods can use. */
const fits: Readonly<Record<string, (method: GuideMethod, service: Service) => boolean>> = {
  all: (method, service) => !service.effect(method.word).startsWith("read"),
  limit: ({ pages, response }) => pages !== undefined || response?.isList === true,
  "sort-by": ({ pages, response }) => pages !== undefined || response?.isList === true,
  watch: (method, service) => service.effect(method.word).startsWith("read"),
};

/**
 * Refuses a built-in flag that a method cannot use, if the method has a field of that name: it would be ignored.
 *
 * @throws A UsageError that names the flag of the field.
 */
export function requireOwnMeaning({
  service,
  method,
  argv,
}: {
  readonly service: Service;
  readonly method: GuideMethod;
  readonly argv: Argv;
}): void {
  const fields = service.message(method.request).fields.map(({ name }) => kebabCase(name));
  const stray = argv.flags.find(
    ({ name }) => fields.includes(name) && fits[name]?.(method, service) === false,
  );
  if (stray)
    throw new UsageError(
      "ARGUMENT_INVALID",
      `--${stray.name} is a flag of every command, which ${method.word} cannot use; for the field, write --field.${stray.name}`,
    );
}
