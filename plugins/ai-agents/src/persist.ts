import { isApiError } from './is-api-error.ts'

/** The number of tries before a failure: for about 15 s, not counting the database's own waits. */
const TRIES = 8

/** Milliseconds before the second try; each later pause is twice as long, at most `LONGEST`. */
const FIRST = 100
const LONGEST = 5_000

/**
 * Retries work until it succeeds, because the database was busy or briefly unavailable.
 * @param isFinal whether an error would occur again at each try
 * @throws the last error
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

/** Whether the database was too busy, as reported to code that acts for a person. */
export const isBusy = (error: unknown) => isApiError(error) && error.code === 'database_busy'

/** Whether another host has written a row with this number, and so has taken over the conversation. */
export const isTaken = (error: unknown) =>
  /unique|duplicate|primary|foreign/i.test(error instanceof Error ? error.message : '')

/** Whether the work was refused, so that it would be refused again. */
export const isRefusal = (error: unknown) => isTaken(error) || (isApiError(error) && !isBusy(error))
