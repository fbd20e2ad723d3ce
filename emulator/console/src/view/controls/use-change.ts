import { useState } from "preact/hooks";
import { control } from "../../api/control-client.js";
import { useWorld } from "../../state/world.js";

/** A function that changes the emulator, and why it failed the last time. */
export interface Change {
  readonly error: string;
  /** Sends a change. Resolves with undefined if it is refused. */
  readonly change: <T>(path: string, body: object, done: string) => Promise<T | undefined>;
}

/** Returns a function that sends a change, says that it is done, and lets all pages load again. */
export function useChange(): Change {
  const { changed, say } = useWorld();
  const [error, setError] = useState("");
  return {
    error,
    async change<T>(path: string, body: object, done: string) {
      try {
        const answer = await control<T>(path, body);
        setError("");
        say(done);
        changed();
        return answer;
      } catch (problem) {
        setError(problem instanceof Error ? problem.message : String(problem));
        return undefined;
      }
    },
  };
}
