/**
 * `@stratus/runtime/guide-v1`: the form of the guide that a package has at its entry `../base/guide`, and how its parts are
 * loaded. Frozen: a guide of this form is read by every later version of what reads guides. It needs neither Node nor
 * the rest of the runtime.
 *
 * @module
 */
export type { Guide, GuideEffect, GuideEntry, GuideLogin, GuideRole, GuideSession } from "../base/guide/guide.js";
export { readLine, type GuideLine } from "../base/guide/line.js";
export { isGuide, loadGuide, type GuideModules, type LoadedGuide } from "../base/guide/load.js";
export type { GuideFile, GuideMethod, GuideModify, GuideRepetition, GuideService } from "../base/guide/service.js";
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
} from "../base/guide/types.js";
