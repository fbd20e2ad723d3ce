/**
 * The plugin as a value, for programs that run it in their own process: `run`
 * takes and gives what `protoc-gen-stratus` reads and writes.
 */
export { generate, type RecordedInputs, run, type Warn } from "./plugin/plugin.js";
export { renderDocs } from "./plugin/render-docs.js";
// What a guide is made of, as `@stratus/runtime/guide` has it for programs that read one.
export type {
  Guide,
  GuideBrowserLogin,
  GuideEffect,
  GuideEntry,
  GuideLogin,
  GuideRole,
  GuideSession,
} from "./kit/guide/guide.js";
export type { GuideModules } from "./kit/guide/load.js";
export type {
  GuideFile,
  GuideMethod,
  GuideModify,
  GuideRepetition,
  GuideService,
} from "./kit/guide/service.js";
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
} from "./kit/guide/types.js";
export type { OutputFile } from "./kit/emit/file.js";
export { Problems, type ErrorCode, type Problem } from "./kit/problem.js";
