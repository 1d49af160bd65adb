import type { RuntimeMistake } from './mistake.ts'

/** Mistakes in what its handlers answer. */
export const ANSWER_MISTAKES: readonly RuntimeMistake[] = [
  {
    title: 'a handler returns nothing, although its route declares a response',
    file: 'src/routes.ts',
    from: '() => ({ rented: 0, by_day: [] })',
    to: '() => { ({ rented: 0, by_day: [] }) }',
    asks: 'GET /figures',
    told: {
      code: 'answer_missing',
      at: 'src/routes.ts:19',
      message: 'The handler of [GET /api/v1/fleet/figures] returned nothing, so its caller got no answer.',
      fix: 'Return the answer. In `(call) => { … }`, and in a callback, `return` has to be written.',
    },
  },
  {
    title: 'the handler of a GET without a response returns nothing',
    file: 'src/routes.ts',
    from: '() => [])',
    to: '() => { [] })',
    asks: 'GET /find',
    told: {
      code: 'answer_missing',
      at: 'src/routes.ts:20',
      message: 'The handler of [GET /api/v1/fleet/find] returned nothing, so its caller got no answer.',
      fix: 'Return the answer. In `(call) => { … }`, and in a callback, `return` has to be written.',
    },
  },
  {
    title: 'an answer contains an invalid date',
    file: 'src/routes.ts',
    from: '() => [])',
    to: "() => [{ id: 1, due: { at: new Date('31.12.2026') } }])",
    asks: 'GET /find',
    told: {
      code: 'answer_value_lost',
      at: 'src/routes.ts:20',
      message: '[at] in the answer of [GET /api/v1/fleet/find] is an invalid Date, so null was sent.',
      fix: 'Correct the value: call the function, and check a date that is made of a text.',
    },
  },
  {
    title: 'an answer contains a function that was not called',
    file: 'src/routes.ts',
    from: '() => [])',
    to: '() => ({ vans: () => 3 }))',
    asks: 'GET /find',
    told: {
      code: 'answer_value_lost',
      at: 'src/routes.ts:20',
      message: '[vans] in the answer of [GET /api/v1/fleet/find] is a function, so it was left out.',
      fix: 'Correct the value: call the function, and check a date that is made of a text.',
    },
  },
]
