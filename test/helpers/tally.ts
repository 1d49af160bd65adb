import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../contract/template-host.ts'

/** Repeats a request until it is stopped. */
export interface Tally {
  /** Resolves to every distinct answer, as `200 {"some":"JSON"}`, and its count. */
  stop(): Promise<ReadonlyMap<string, number>>
}

/** Starts a request every few milliseconds. A broken answer counts under the error message of `fetch`. */
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
