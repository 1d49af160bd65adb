/** Milliseconds that a statement waits for its turn (another process's lock, a free connection, a server) before it fails as `busy`. */
export const WAIT_LIMIT = 5_000
