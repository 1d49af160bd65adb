/** Encrypts what may not lie in the database in the clear: AES-256-GCM with the host's key ring. */
export interface Secrets {
  /** `place` names table, row and field; what was sealed for one place, or by another plugin, does not open in another. */
  seal(plaintext: string, place: string): Promise<string>
  /** Throws where the text was changed or moved (`secret_refused`), or its key is gone (`secret_key_unknown`). */
  open(sealed: string, place: string): Promise<string>
}
