import { isApiError } from './is-api-error.ts'

/** How often something is tried before it fails: for about 15 s, the waits of the database itself left out. */
const TRIES = 8

/** Milliseconds before the second try; each later one waits twice as long, at most `LONGEST`. */
const FIRST = 100
const LONGEST = 5_000

/**
 * Does something again until it succeeds, because the database was too busy for it or away for a moment.
 * @param isFinal whether an error comes again whatever is tried
 * @throws what was thrown last
 */
export async function persist<Result>(
  run: () => Promise<Result>,
  isFinal: (error: unknown) => boolean = isRefusal,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt === TRIES || isFinal(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.min(FIRST * 2 ** (attempt - 1), LONGEST)))
    }
  }
}

/** Whether the database was too busy, as whoever acts for a person is told. */
export const isBusy = (error: unknown) => isApiError(error) && error.code === 'database_busy'

/** Whether another host has written a row of this number: it has taken the conversation over. */
export const isTaken = (error: unknown) =>
  /unique|duplicate|primary|foreign/i.test(error instanceof Error ? error.message : '')

const isRefusal = (error: unknown) => isTaken(error) || (isApiError(error) && !isBusy(error))
