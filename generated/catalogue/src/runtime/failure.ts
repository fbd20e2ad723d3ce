/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/failure.ts of protoc-gen-stratus. DO NOT EDIT. */
import { CatalogueError } from "./error.js";
import { isAny } from "./guard.js";

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type NumberOf<Text extends string> = Text extends `${infer Value extends number}` ? Value : never;

/** The HTTP statuses of a class: `StatusOf<4>` is 400 to 499. */
export type StatusOf<Class extends 4 | 5> = NumberOf<`${Class}${Digit}${Digit}`>;

/** An HTTP status of an error. */
export type ErrorStatus = StatusOf<4> | StatusOf<5>;

/** An error whose status and body match the description. */
export type Failure<Status extends number, Body> = CatalogueError & {
  readonly status: Status;
  readonly body: Body;
};

/**
 * Reports whether an error comes from an operation and its body matches the
 * description of its status: of `404`, else of `4XX`, else of `default`.
 */
export function isFailure(
  error: unknown,
  operation: string,
  guards: Readonly<Record<string, (body: unknown) => boolean>>,
): boolean {
  if (!(error instanceof CatalogueError) || error.operation !== operation || !error.status) return false;
  const { status, body } = error;
  const names = [`${status}`, `${Math.floor(status / 100)}XX`, "default"];
  const name = names.find((one) => Object.hasOwn(guards, one));
  const guard = (name !== undefined && guards[name]) || (() => false);
  return status >= 400 && status < 600 && (guard === isAny || guard(body));
}
