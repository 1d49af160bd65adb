/** An e-mail address as it is kept and compared: nobody tells apart people by the case of theirs. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase()
}
