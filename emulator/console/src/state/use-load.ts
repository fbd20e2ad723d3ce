import { useEffect, useState } from "preact/hooks";
import { control, ControlFailure } from "../api/control-client.js";

/** The data of a page. The former data remain while they are loaded again. */
export interface Loaded<T> {
  readonly data: T | undefined;
  /** Why it could not be loaded. */
  readonly error: ControlFailure | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/**
 * Loads a path of the control API, again when the path or the revision changes.
 *
 * @param revision the number of changes of the emulator that the page knows of
 */
export function useLoad<T>(path: string, revision: number): Loaded<T> {
  const [loaded, setLoaded] = useState<{ path: string; data?: T; error?: ControlFailure }>({ path });
  const [tries, setTries] = useState(0);
  const [isLoading, setIsLoading] = useState(true);
  useEffect(() => {
    const leaving = new AbortController();
    setIsLoading(true);
    control<T>(path, undefined, leaving.signal).then(
      (data) => {
        setLoaded({ path, data });
        setIsLoading(false);
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        const failure = error instanceof ControlFailure ? error : new ControlFailure(0, String(error));
        setLoaded({ path, error: failure });
        setIsLoading(false);
      },
    );
    return () => leaving.abort();
  }, [path, revision, tries]);
  const isOfPath = loaded.path === path;
  return {
    data: isOfPath ? loaded.data : undefined,
    error: isOfPath ? loaded.error : undefined,
    isLoading,
    reload: () => setTries((count) => count + 1),
  };
}
