import { locateError } from "@stratus/dynamic-client";

/** Runs a function, and adds the place of its input to its errors. */
export async function atPlace<T>(place: string, run: () => Promise<T> | T): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw locateError(place, error);
  }
}
