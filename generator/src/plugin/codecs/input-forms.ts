import type { DescField, DescMessage } from "@bufbuild/protobuf";

/**
 * How the types of calls differ from those of messages: by what must be given, and by what only the server writes. All other
 * messages are given as `MessageInit` says.
 */
export interface InputForms {
  /** Messages of which callers give another form, since they or what they hold differ. */
  readonly inputs: ReadonlySet<DescMessage>;
  /** Those of them of which something must be given, be it in a message that they hold. */
  readonly demanding: ReadonlySet<DescMessage>;
  /** Messages of requests that hold what only the server writes. */
  readonly dropping: ReadonlySet<DescMessage>;
  /** Messages that an Update takes whole, but for what only the server writes. */
  readonly wholes: ReadonlySet<DescMessage>;
  /** The message is for a part of a resource: nothing must be given of what it holds. */
  hasFieldMask(message: DescMessage): boolean;
  /** The value must be given. */
  isRequiredInRequests(field: DescField): boolean;
  /** Nobody but the server says the value. */
  isOmittedFromRequests(field: DescField): boolean;
}

/** An API that has no calls, or states nothing. */
export const noInputs: InputForms = {
  inputs: new Set(),
  demanding: new Set(),
  dropping: new Set(),
  wholes: new Set(),
  hasFieldMask: () => false,
  isRequiredInRequests: () => false,
  isOmittedFromRequests: () => false,
};

/** Clients do not send the field, though programs may have a value for it. */
export function isUnsent(field: DescField, { dropping, isOmittedFromRequests }: InputForms): boolean {
  return dropping.has(field.parent) && isOmittedFromRequests(field);
}
