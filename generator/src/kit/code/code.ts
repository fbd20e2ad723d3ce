/**
 * Creates all source text. Views, models and printers use these functions, each of which knows what is allowed in an
 * identifier, a literal, a comment or an import, and join the results with `code`. Text of a proto, an OpenAPI
 * document or an option reaches the output only through this folder.
 */
export { docBlock, type Doc } from "./doc-block.js";
export { fileHead } from "./file-head.js";
export { arrayOf, code, generic, joined, literal, objectOf, propertiesOf } from "./expressions.js";
export { Imports } from "./import-list.js";
export { exportAllFrom, exportFrom, exportNothingFrom, importFrom, type Imported } from "./imports.js";
export { layOutJson } from "./json-layout.js";
export { bigint, bigintCall, json, jsonMember, number, regExp, string } from "./literals.js";
export { codeSpan, link, markdown, npmName, plainName } from "./markdown.js";
export type { FindLink } from "./markdown-inline.js";
export { ModuleImports, type Exported, type ImportStyle } from "./module-imports.js";
export { identifier, isIdentifier, isReservedWord, member, propertyName } from "./names.js";
export { firstSentence, prose, proseLine, summaryText } from "./prose.js";
export { relativeImport } from "./relative-import.js";
export { hole, template, word } from "./template.js";
export type { Code } from "./source-text.js";
