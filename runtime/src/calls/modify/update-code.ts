/**
 * The code of Updates, in one module that programs load with the first of them.
 *
 * @module
 */
import type * as Preview from "./modify-preview.js";

export { viewMask } from "../../messages/check/mask-view.js";
export { maskedUpdate } from "../chain/masked-update.js";
export { modify } from "./modify.js";

/** Loads the code of previews, which few programs ask for. */
export const loadPreview = (): Promise<typeof Preview> => import("./modify-preview.js");
