import { ApiError, type Secrets } from '@atrium/sdk'
import { type KeyRing, SecretError } from '../../base/secrets/index.ts'

/** `context.secrets` of a plugin. Other plugins cannot open what it seals. */
export const pluginSecrets = (keys: KeyRing, plugin: string): Secrets => ({
  seal: async (plaintext, place) => {
    requireTexts('seal', [plaintext, place])
    return keys.seal(plaintext, { plugin, place })
  },
  open: async (sealed, place) => {
    requireTexts('open', [sealed, place])
    try {
      return keys.open(sealed, { plugin, place })
    } catch (error) {
      throw secretApiError(error)
    }
  },
})

/** Without a place, a secret could be moved to another one. */
function requireTexts(method: 'seal' | 'open', given: readonly unknown[]): void {
  if (given.every((each) => typeof each === 'string') && given[1] !== '') return
  throw new TypeError(`[secrets.${method}] takes a text and its place: secrets.${method}(text, 'table/row/field').`)
}

/** An operator has to act on a missing key or a changed text. A text that was never sealed is the plugin's mistake. */
function secretApiError(error: unknown): unknown {
  if (!(error instanceof SecretError)) return error
  const { code, message, cause } = error
  return code === 'secret_key_unknown' || code === 'secret_refused'
    ? new ApiError(code, { detail: message, cause })
    : error
}
