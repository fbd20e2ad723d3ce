/** Constants of the exchange (conventions, section 4; RFC 8693). */
export const exchangeTypes = {
  grantType: "urn:ietf:params:oauth:grant-type:token-exchange",
  requestedTokenType: "urn:ietf:params:oauth:token-type:access_token",
  subjectTokenType: "urn:ietf:params:oauth:token-type:jwt",
} as const;
