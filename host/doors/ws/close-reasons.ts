/** A status code of RFC 6455 section 7.4.1, or one of ours between 4000 and 4999, and what it means, in at most 123 bytes. */
export type CloseReason = readonly [code: number, text: string]

/** Why the host closes a connection. Whoever gets 4401 has to sign in again; after the others a client comes back. */
export const CLOSE_REASONS = {
  goingAway: [1001, 'The host is closing.'],
  signedOut: [4401, 'The session has ended. Sign in again.'],
  notReading: [4408, 'Too much was waiting to be read.'],
} as const satisfies Record<string, CloseReason>
