import type { Secrets } from '../../services/secrets.ts'

/** Secrets that hide nothing: they only open where they were sealed. For tests alone. */
export function fake_secrets(plugin: string): Secrets {
  const label = (place: string) => `${Buffer.from(JSON.stringify([plugin, place])).toString('base64url')}.`
  return {
    seal: async (plaintext, place) => label(place) + Buffer.from(plaintext).toString('base64url'),
    open: async (sealed, place) => {
      if (sealed.startsWith(label(place))) return Buffer.from(sealed.slice(label(place).length), 'base64url').toString()
      throw new Error(`The secret in [${place}] does not open: it was sealed for another plugin or place.`)
    },
  }
}
