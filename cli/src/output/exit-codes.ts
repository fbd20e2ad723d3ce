/** The exit codes. They are stable across versions. */
export const exitCodes = {
  done: 0,
  server: 1,
  usage: 2,
  login: 3,
  notFound: 4,
  conflict: 5,
  operation: 6,
  unavailable: 7,
  interrupted: 130,
} as const;
