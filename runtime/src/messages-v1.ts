/**
 * `@stratus/runtime/messages-v1`: the one entry point of the runtime for modules that were generated without
 * codecs (`codec=none`), with all that they name. It is frozen as `codegen-v1` is, and runs in browsers too.
 *
 * @module
 */
export * from "./messages.js";
export type { ApiDescriptors } from "./rpc/api-descriptors.js";
export { type AnyEnum, defineEnum } from "./table/enum-type.js";
export type { FieldMore, FieldRow, TypeRow, ValueRow } from "./table/table.js";
export { defineTable } from "./table/define-table.js";
export { fields } from "./table/field-text.js";
export * from "./well-known/tables/index.js";
