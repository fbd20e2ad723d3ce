/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/call-limits.ts of protoc-gen-stratus. DO NOT EDIT. */
/** The checks of the options of a call. Loaded with the first call that has others than parameters and headers. */
import type { OperationOptions } from "./call-options.js";
import type { Operation } from "./operation.js";
import { readValues, type OptionTable } from "./option-table.js";
import { readRetryPolicy } from "./retry.js";
import { suggestName } from "./similar-name.js";
import { clientTable, shared, type Limits } from "./settings.js";

/** The rules of the options of calls. */
export const callTable: OptionTable<OperationOptions> = {
  ...shared,
  signal: null,
  params: null,
  contentType: null,
  accept: null,
  as: null,
};

/** Returns the limits of a call: those of its options, else those of the client. Throws for invalid options. */
export function readLimits(
  inherited: Limits,
  operation: Operation<unknown>,
  options: OperationOptions,
): Limits {
  const { name: prefix, parameters = [] } = operation;
  const values = readValues(options, callTable, inherited, `${prefix}: `, (name) => {
    const parameter = parameters.find((one) => one.name === name);
    if (parameter?.location) return `it is a parameter, so write params: { ${name}: ... }`;
    if (parameter) return "it is in the path, so it is an argument";
    if (Object.hasOwn(clientTable, name)) return "it is an option of the client";
    return suggestName(name, Object.keys(callTable));
  });
  return { ...values, retry: readRetryPolicy(options.retry, inherited.retry, `${prefix}: `) } as Limits;
}
