type Write = (message: string, details?: Record<string, unknown>) => void

/** Writes to the host's log; every line carries the plugin's id. Passwords, tokens and secrets in details are removed. */
export interface Logger {
  debug: Write
  info: Write
  warn: Write
  error: Write
}
