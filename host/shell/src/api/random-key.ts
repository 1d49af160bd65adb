/** A key that nothing else has. `crypto.randomUUID` is missing on pages without https, for example in a local network. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
