/** Loads the code of Updates: masks, `modify`, and the mask of a validation. Generated code passes it to `defineMethod`. */
export const updates = (): Promise<object> => import("./update-code.js");
