/**
 * Functions for messages, on every platform: JSON, masks, checks, schemas. Their types are in `sdk-shared`. They are
 * apart from it since pages load at their start whatever an entry exports.
 */
export { check } from "../../messages/check/check.js";
export { findDetails } from "../../calls/error/find-details.js";
export { packAny, unpackAny } from "../../messages/json/any.js";
export { fromJson } from "../../messages/json/from-json.js";
export { fromJsonText } from "../../messages/json/from-json-text.js";
export { jsonReplacer } from "../../messages/json/json-replacer.js";
export { toJson } from "../../messages/json/to-json.js";
export { Mask, maskFor, parseMask } from "../../messages/mask/index.js";
export { schemaOf } from "../../messages/schema/schema-of.js";
