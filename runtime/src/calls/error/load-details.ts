import { errorText } from "../../base/text/value-text.js";
import type * as details from "./add-details.js";

/** Reads the details of statuses. */
type DetailReader = typeof details;

/**
 * Loads the decoder of details with the first failure that has some. Returns a text if it cannot be loaded, because
 * that must not hide the failure.
 */
export async function loadDetailReader(): Promise<DetailReader | string> {
  try {
    return await import("./add-details.js");
  } catch (error) {
    return `its details could not be read: ${errorText(error)}`;
  }
}
