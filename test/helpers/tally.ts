import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../contract/template-host.ts'

/** Asks again and again until it is stopped. */
export interface Tally {
  /** Resolves to every answer that came, as `200 {"some":"JSON"}`, and how often. */
  stop(): Promise<ReadonlyMap<string, number>>
}

/** Starts asking, every few milliseconds; an answer that breaks off is counted as what `fetch` says of it. */
export function tallyAnswers(ask: () => Promise<Answer<unknown>>): Tally {
  const answers = new Map<string, number>()
  const stopping = new AbortController()
  const once = async () => {
    const answer = await ask().then(told, String)
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
  }
  const asking = (async () => {
    while (!stopping.signal.aborted) {
      await once()
      await pause(5)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await asking
      return answers
    },
  }
}

const told = ({ status, body }: Answer<unknown>) => `${status} ${JSON.stringify(body)}`
