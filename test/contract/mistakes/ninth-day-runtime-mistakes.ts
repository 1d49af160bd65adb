import type { RuntimeMistake } from './mistake.ts'
import { MORE, routesWith } from './more-routes.ts'

const FIX = 'Correct the line that the finding names. The log has the whole error under the request id.'

/** Mistakes that were told in too few words, or without their line. */
export const NINTH_DAY_RUNTIME_MISTAKES: readonly RuntimeMistake[] = [
  {
    title: 'undefined is thrown',
    file: 'src/routes.ts',
    from: '() => ({ rented: 0, by_day: [] })',
    to: '() => { throw undefined }',
    asks: 'GET /figures',
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:19',
      message:
        "A value that is not an Error was thrown: [undefined]. Write `throw new Error('…')`, whose stack names the line.",
      fix: FIX,
    },
  },
  {
    title: 'a timer throws an object',
    file: 'src/work.ts',
    from: 'every(60_000, () => {})',
    to: "every(1_000, () => { throw { reason: 'empty' } })",
    told: {
      code: 'timer_failed',
      at: 'src/work.ts:5',
      message:
        "A value that is not an Error was thrown: [object]. Write `throw new Error('…')`, whose stack names the line.",
      fix: 'Correct the line that the finding names.',
    },
  },
  {
    title: 'the host of a request has no address',
    ...MORE,
    ...routesWith(
      "Promise.reject(new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND nowhere.invalid') }))",
      'Type',
    ),
    told: {
      code: 'handler_failed',
      at: 'src/more.ts:3',
      message: 'TypeError: fetch failed: getaddrinfo ENOTFOUND nowhere.invalid',
      fix: FIX,
    },
  },
]
