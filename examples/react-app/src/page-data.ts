import type { DehydratedState } from "@tanstack/react-query";

/** Data from the server for the page. It holds no token: the page asks for one when it calls. */
export interface PageData {
  /** The URL of the API for pages. */
  readonly baseUrl: string;
  /** The ID of the user, which separates the cache of logins. */
  readonly user: string;
  /** The parent of the instances that the app shows. */
  readonly parentId: string;
  /** The ID of the instance that is open, empty for none. */
  readonly instanceId: string;
  /** The cache with the reads of the server. */
  readonly state: DehydratedState;
}
