import { createHmac, randomBytes } from 'node:crypto'

/** The prefix of secrets, as specified by Standard Webhooks. */
const PREFIX = 'whsec_'

/** Makes a secret: `whsec_` and 32 random bytes in base64. */
export const createWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/** A message to be signed. */
interface Message {
  readonly id: string
  readonly body: string
  readonly at: Date
}

/**
 * The headers of Standard Webhooks (standardwebhooks.com) for one try. Each secret signs, so that a receiver can change to a new one while
 * the former one is still valid.
 */
export function signedHeaders({ id, body, at }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}
