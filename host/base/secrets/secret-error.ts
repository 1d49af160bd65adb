/**
 * - `secret_malformed`: not a sealed text
 * - `secret_key_unknown`: the key that sealed it is not in the ring any more
 * - `secret_refused`: changed since it was sealed, or sealed for another place
 * - `secret_key_file`: the file that holds the host's own key cannot be used
 */
export type SecretErrorCode = 'secret_malformed' | 'secret_key_unknown' | 'secret_refused' | 'secret_key_file'

/** A secret that cannot be opened. Says which and what to do, never what is in it. */
export class SecretError extends Error {
  override readonly name = 'SecretError'
  readonly code: SecretErrorCode

  constructor(code: SecretErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
