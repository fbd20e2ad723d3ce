import {
  code,
  docBlock,
  identifier,
  joined,
  json,
  objectOf,
  string,
  type Code,
} from "../../kit/code/code.js";
import { capital } from "../../kit/text/casing.js";
import type { RestOperation } from "../model/rest-api.js";
import type { OperationPrinters } from "./operation-printers.js";

/** The type of an operation's errors, and its guard. */
export type ErrorView = {
  readonly doc: Code;
  readonly name: Code;
  readonly type: Code;
  readonly guardDoc: Code;
  readonly guard: Code;
  readonly call: Code;
};

/** Creates the view of the described errors of an operation. Returns false if there are none. */
export function createErrorView(
  { errors, label, functionName }: RestOperation,
  { types, imports, useGuard }: OperationPrinters,
): ErrorView | false {
  if (!errors) return false;
  const { typeName, guardName, responses } = errors;
  const file = "../runtime/failure.js";
  const failure = imports.type(file, "Failure");
  const specific = responses.flatMap(({ status }) => (/^\d+$/.test(status) ? [Number(status)] : []));
  const ranges = responses.flatMap(({ status }) => (status.endsWith("XX") ? [Number(status[0])] : []));
  const printStatuses = (status: string): Code => {
    if (/^\d+$/.test(status)) return json(Number(status));
    const isDefault = status === "default";
    const whole = isDefault
      ? imports.type(file, "ErrorStatus")
      : code`${imports.type(file, "StatusOf")}<${json(Number(status[0]))}>`;
    const describedStatuses = specific.filter(
      (one) => isDefault || Math.floor(one / 100) === Number(status[0]),
    );
    const others = [
      ...describedStatuses.map(json),
      ...(isDefault ? ranges.map((one) => code`${imports.type(file, "StatusOf")}<${json(one)}>`) : []),
    ];
    return others.length === 0 ? whole : code`Exclude<${whole}, ${joined(others, " | ")}>`;
  };
  const hint = `is${capital(functionName)}Error`;
  const guards = responses.map(({ status, shape }) => [status, useGuard(shape, hint)] as const);
  const parts = responses.map(
    ({ status, type }) => code`${failure}<${printStatuses(status)}, ${types.print(type)}>`,
  );
  return {
    doc: docBlock({ text: `An error of ${label} whose body is as described.` }),
    name: identifier(typeName),
    type: joined(parts, " | "),
    guardDoc: docBlock({
      text: `Whether an error is one of ${label} whose body is as described for its status.`,
    }),
    guard: identifier(guardName),
    call: code`${imports.value(file, "isFailure")}(error, ${string(label)}, ${objectOf(guards)})`,
  };
}
