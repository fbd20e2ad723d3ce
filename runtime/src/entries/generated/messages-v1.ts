/**
 * `@stratus/runtime/generated/messages-v1`: the one entry point of the runtime for modules that were generated without
 * codecs (`codec=none`), with all that they name. It is frozen as `calls-v1` is, and runs in browsers too.
 *
 * @module
 */
export * from "../messages.js";
export type { ApiDescriptors } from "../../calls/rpc/api-descriptors.js";
export { type AnyEnum, defineEnum } from "../../messages/table/enum-type.js";
export type { FieldMore, FieldRow, TypeRow, ValueRow } from "../../messages/table/table.js";
export { defineTable } from "../../messages/table/define-table.js";
export { fields } from "../../messages/table/field-text.js";
export * from "../../messages/well-known/tables/index.js";
