/** Whether the device has a network, and since when. */
export interface Connection {
  readonly isOnline: boolean;
  /** Calls when the network comes and goes, and when someone looks at the page again. */
  onChange(listener: () => void): void;
}
