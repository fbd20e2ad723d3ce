/** The client of hey-api, as the bench calls it: its package is here only after `npm run bench`. */
export declare function createClient(options: { readonly baseUrl: string }): {
  get(options: object): Promise<unknown>;
};
