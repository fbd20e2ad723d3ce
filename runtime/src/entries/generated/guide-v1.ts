/**
 * `@stratus/runtime/generated/guide-v1`: the format of guides, for the generated guide of a package. Every later version
 * of a tool reads a guide of this format. Tools import `@stratus/runtime/guide`.
 *
 * @module
 */
export type {
  Guide,
  GuideBrowserLogin,
  GuideEffect,
  GuideEntry,
  GuideLogin,
  GuideRole,
  GuideSession,
} from "../../base/guide/guide.js";
export { readLine, type GuideLine } from "../../base/guide/line.js";
export { isGuide, loadGuide, type GuideModules, type LoadedGuide } from "../../base/guide/load.js";
export type {
  GuideFile,
  GuideMethod,
  GuideModify,
  GuideRepetition,
  GuideService,
} from "../../base/guide/service.js";
export type {
  GuideEnum,
  GuideField,
  GuideForm,
  GuideHistory,
  GuideJson,
  GuideKind,
  GuideMessage,
  GuideOneof,
  GuideValue,
} from "../../base/guide/types.js";
