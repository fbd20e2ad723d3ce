/**
 * Loads the code of Updates: masks, `modify`, and the mask of a validation. Generated code passes it to the sessions of APIs
 * that have Updates.
 */
export const loadUpdates = (): Promise<object> => import("./update-code.js");
