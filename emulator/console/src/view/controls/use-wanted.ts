import { useEffect, useState } from "preact/hooks";

/**
 * Shows the value that someone has chosen until the emulator has it, so that a control does not jump back in the meantime.
 *
 * @param known the value that the emulator has
 * @returns the value to show, and a function that sets it; undefined shows the known one again
 */
export function useWanted<T>(known: T): [shown: T, want: (value: T | undefined) => void] {
  const [wanted, setWanted] = useState<T>();
  const text = JSON.stringify(known);
  useEffect(() => setWanted(undefined), [text]);
  return [wanted ?? known, setWanted];
}
