import type { Chat } from './chat.ts'
import { conversationRows } from './conversation.ts'
import { endsTurn, type Frame, framesAfter, lastFrame } from './frame.ts'

/** Milliseconds after which the table is polled even without a notification. */
const LOOK = 1_000

/**
 * The frames of a conversation after one, until the turn ends: first the stored ones, then new ones. Notifications only trigger a read;
 * every frame comes from the table, so that none is lost, repeated or out of order.
 */
export async function* followFrames(
  { conversation_id, seq }: { conversation_id: string; seq: number },
  { chat, signal }: { chat: Chat; signal: AbortSignal },
): AsyncGenerator<Frame> {
  const news = new News()
  const stop = chat.follow(conversation_id, () => news.tell())
  chat.watch.add(conversation_id, (await lastFrame(conversation_id, chat.context.db))?.seq ?? 0)
  try {
    for (let last = seq; !signal.aborted && !chat.context.signal.aborted;) {
      const frames = await framesAfter(conversation_id, last, chat.context.db)
      for (const frame of frames) {
        yield frame
        last = frame.payload.seq
        if (endsTurn(frame)) return
      }
      if (frames.length > 0) continue
      const row = await conversationRows(chat.context.db).where({ id: conversation_id }).first('status')
      if (row === undefined) return
      await news.wait(LOOK, signal)
    }
  } finally {
    stop()
  }
}

/** Wakes the waiting reader, or the next one. */
class News {
  #isTold = false
  #wake: (() => void) | undefined

  tell(): void {
    this.#isTold = true
    this.#wake?.()
  }

  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#isTold)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
        signal.addEventListener('abort', this.#wake, { once: true })
      })
    if (this.#wake) signal.removeEventListener('abort', this.#wake)
    this.#wake = undefined
    this.#isTold = false
  }
}
