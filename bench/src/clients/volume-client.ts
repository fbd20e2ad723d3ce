/** A client that moves much at a time. */
export interface VolumeClient {
  /** Reads the stream; gives the number of its messages. */
  readStream(): Promise<number>;
  close(): void | Promise<void>;
}

/** Opens a client of the server at an address. */
export type OpenVolumeClient = (address: string) => VolumeClient;
