/** What the host sends. */
export interface Frame {
  /** Left out only where a message that is refused named none. */
  readonly namespace?: string | undefined
  readonly type: string
  /** The `id` of the message that is answered. */
  readonly reply_to?: string | undefined
  /** Counts the answers to one message, from 0. */
  readonly seq?: number
  /** What the client subscribed to, where this was published. */
  readonly topic?: string
  readonly payload: unknown
}
