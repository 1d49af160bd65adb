import type { Secrets } from '@atrium/sdk'
import type { KeyRing } from '../../../base/secrets/index.ts'

/** `context.secrets` of a plugin: what it seals opens for no other. */
export const pluginSecrets = (keys: KeyRing, plugin: string): Secrets => ({
  seal: async (plaintext, place) => keys.seal(plaintext, { plugin, place }),
  open: async (sealed, place) => keys.open(sealed, { plugin, place }),
})
