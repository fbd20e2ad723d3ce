/**
 * `@stratus/runtime/guide-v1`: the form of the guide that a package has at its entry `./guide`, and how its parts are
 * loaded. Frozen: a guide of this form is read by every later version of what reads guides. It needs neither Node nor
 * the rest of the runtime.
 *
 * @module
 */
export type { Guide, GuideEffect, GuideEntry, GuideLogin, GuideRole, GuideSession } from "./guide/guide.js";
export { readLine, type GuideLine } from "./guide/line.js";
export { isGuide, loadGuide, type GuideModules, type LoadedGuide } from "./guide/load.js";
export type { GuideFile, GuideMethod, GuideModify, GuideRepetition, GuideService } from "./guide/service.js";
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
} from "./guide/types.js";
