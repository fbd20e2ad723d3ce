/** The state that all pages of the console share. */
import { createContext } from "preact";
import { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { HealthView, MethodView } from "../../../src/control/view-types.js";
import { control, ControlFailure } from "../api/control-client.js";
import { LiveCalls } from "./live-calls.js";

/** The time of the emulator. */
export interface ClockView {
  readonly time: string;
  readonly isFrozen: boolean;
  readonly offsetMs: number;
}

/** The emulator as the console knows it. */
export interface World {
  readonly health: HealthView;
  readonly methods: ReadonlyMap<string, MethodView>;
  readonly live: LiveCalls;
  /** Grows with each change of the emulator, so that pages load again. */
  readonly revision: number;
  readonly clock: ClockView;
  /** The time of the emulator in milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Loads the methods again, because handlers may have been added. */
  readonly reloadMethods: () => void;
  /** Tells the console that something was changed. */
  readonly changed: () => void;
  /** Tells people who listen, and shows it for a moment. */
  readonly say: (text: string) => void;
  readonly said: string;
}

const WorldContext = createContext<World | undefined>(undefined);

/** Gives the world to the elements below. */
export const WorldProvider = WorldContext.Provider;

/** Returns the world. */
export function useWorld(): World {
  const world = useContext(WorldContext);
  if (world === undefined) throw new Error("there is no world above this element");
  return world;
}

interface Facts {
  readonly health: HealthView;
  readonly methods: ReadonlyMap<string, MethodView>;
}

/** Loads the world, and follows the calls. Returns why that fails. */
export function useNewWorld(tries: number): World | ControlFailure | undefined {
  const [facts, setFacts] = useState<Facts | ControlFailure>();
  const [revision, setRevision] = useState(0);
  const [, draw] = useState(0);
  const [said, setSaid] = useState("");
  const clock = useClock(revision);
  const known = useRef<Facts | undefined>(undefined);
  const live = useMemo(
    () =>
      new LiveCalls((added) => {
        draw((count) => count + 1);
        if (added.some(({ method }) => known.current?.methods.get(method)?.effect !== "read"))
          setRevision((count) => count + 1);
      }),
    [],
  );
  useEffect(() => {
    const leaving = new AbortController();
    loadFacts(leaving.signal).then(
      (loaded) => {
        known.current = loaded;
        setFacts(loaded);
        void live.follow(leaving.signal);
      },
      (error: unknown) => {
        if (!leaving.signal.aborted)
          setFacts(error instanceof ControlFailure ? error : new ControlFailure(0, String(error)));
      },
    );
    return () => leaving.abort();
  }, [tries]);
  if (facts === undefined || facts instanceof ControlFailure) return facts;
  const reloadMethods = (): void =>
    void loadMethods(null).then(
      (methods) => setFacts({ ...facts, methods }),
      () => {},
    );
  const changed = (): void => setRevision((count) => count + 1);
  return { ...facts, ...clock, live, revision, reloadMethods, changed, say: setSaid, said };
}

async function loadFacts(signal: AbortSignal): Promise<Facts> {
  const [health, methods] = await Promise.all([
    control<HealthView>("/health", undefined, signal),
    loadMethods(signal),
  ]);
  return { health, methods };
}

async function loadMethods(signal: AbortSignal | null): Promise<Facts["methods"]> {
  const { methods } = await control<{ methods: readonly MethodView[] }>("/methods", undefined, signal);
  return new Map(methods.map((method) => [method.method, method]));
}

/** Follows the emulator's clock: between two readings, it runs like the one of this machine, unless it is frozen. */
function useClock(revision: number): Pick<World, "clock" | "nowMs"> {
  const [read, setRead] = useState({
    clock: { time: new Date(0).toISOString(), isFrozen: false, offsetMs: 0 },
    atMs: 0,
  });
  useEffect(() => {
    const leaving = new AbortController();
    control<ClockView>("/clock", undefined, leaving.signal).then(
      (clock) => setRead({ clock, atMs: performance.now() }),
      () => {},
    );
    return () => leaving.abort();
  }, [revision]);
  const { clock, atMs } = read;
  const nowMs = (): number => Date.parse(clock.time) + (clock.isFrozen ? 0 : performance.now() - atMs);
  return { clock, nowMs };
}

/** Draws an element again from time to time, for ages and clocks. */
export function useTicks(everyMs: number): void {
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => draw((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
