/**
 * `@stratus/runtime/mask`: reset masks, for servers and tools. It parses, derives and applies masks, over messages of
 * an SDK and over dynamic messages of `@bufbuild/protobuf`, a package that it needs. Programs that call an API get
 * masks from their SDK.
 *
 * @module
 */
export * from "../messages/mask/dynamic.js";
export {
  applyUpdate,
  deriveMask,
  diffMask,
  maskFor,
  MaskPathError,
  type MaskBuilder,
  type MaskCheckOptions,
  type MaskInput,
  type MaskList,
  type MaskMap,
  type MaskPath,
  type MaskSelector,
  type TableUpdateRules,
} from "../messages/mask/index.js";
