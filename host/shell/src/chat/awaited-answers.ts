import type { ChatAnswer } from './chat-frames.ts'

type OnAnswer = (answer: ChatAnswer) => void

/** The messages of a chat whose answers are awaited. */
export class AwaitedAnswers {
  readonly #waiting = new Map<string, OnAnswer>()
  #count = 0

  /** Returns the id for a message whose answer is awaited. */
  add(onAnswer: OnAnswer): string {
    const id = String(++this.#count)
    this.#waiting.set(id, onAnswer)
    return id
  }

  /** Passes an answer on. */
  take(answer: ChatAnswer): void {
    const onAnswer = this.#waiting.get(answer.reply_to)
    this.#waiting.delete(answer.reply_to)
    onAnswer?.(answer)
  }

  /** Without the connection, no answer comes any more. */
  forget(): void {
    this.#waiting.clear()
  }
}
