/** The checks of the options of a call. Loaded with the first call that has others than parameters and headers. */
import type { OperationOptions } from "./call-options.js";
import type { Operation } from "./operation.js";
import { readValues, type OptionTable } from "./option-table.js";
import { readRetryPolicy } from "./retry.js";
import { suggestName } from "./similar-name.js";
import { clientTable, shared, unchecked, type Limits } from "./settings.js";

/** The rules of the options of calls. */
export const callTable: OptionTable<OperationOptions> = {
  ...shared,
  ...unchecked("signal", "params", "contentType", "accept", "as"),
};

/** Returns the limits of a call: those of its options, else those of the client. Throws for invalid options. */
export function readLimits(
  inherited: Limits,
  operation: Operation<unknown>,
  options: OperationOptions,
): Limits {
  const { name: prefix } = operation;
  const values = readValues(options, callTable, inherited, `${prefix}: `, (name) => {
    const places = [Object.hasOwn(clientTable, name) ? "it is an option of the client" : undefined];
    // @if params
    places.unshift(placeParameter(operation, name));
    // @if params
    places.push(suggestName(name, Object.keys(callTable)));
    return places.find((one) => one !== undefined);
  });
  return { ...values, retry: readRetryPolicy(options.retry, inherited.retry, `${prefix}: `) } as Limits;
}

/** Says where a parameter belongs whose name is among the options. */
function placeParameter({ parameters = [] }: Operation<unknown>, name: string): string | undefined {
  const parameter = parameters.find((one) => one.name === name);
  if (parameter?.location) return `it is a parameter, so write params: { ${name}: ... }`;
  return parameter && "it is in the path, so it is an argument";
}
