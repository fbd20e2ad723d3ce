/**
 * Functions for messages, on every platform: JSON, masks, checks, schemas. Their types are in `sdk-shared`. They are
 * apart from it since pages load at their start whatever an entry exports.
 */
export { check } from "./check/check.js";
export { findDetails } from "./error/find-details.js";
export { packAny, unpackAny } from "./json/any.js";
export { fromJson } from "./json/from-json.js";
export { fromJsonText } from "./json/from-json-text.js";
export { jsonReplacer } from "./json/json-replacer.js";
export { toJson } from "./json/to-json.js";
export { Mask, maskFor, parseMask } from "./mask/index.js";
export { schemaOf } from "./schema/schema-of.js";
