/** Encrypts values that must not be stored in plain text: AES-256-GCM with the host's key ring. */
export interface Secrets {
  /** `place` names table, row and field. A sealed text opens only in its own place, and only for the plugin that sealed it. */
  seal(plaintext: string, place: string): Promise<string>
  /** @throws ApiError `secret_refused` if the text was changed or moved, `secret_key_unknown` if its key is gone */
  open(sealed: string, place: string): Promise<string>
}
