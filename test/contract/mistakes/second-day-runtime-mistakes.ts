import type { RuntimeMistake } from './mistake.ts'
import { MORE, routesWith } from './more-routes.ts'

const LINE = 'Correct the line that the finding names. The log has the whole error under the request id.'
const UPDATE = "return vans.update(params.van_id, { status: 'rented' })"

/** Such mistakes that show while the plugin runs. */
export const SECOND_DAY_RUNTIME_MISTAKES: readonly RuntimeMistake[] = [
  {
    title: 'a page does not say how many there are',
    ...MORE,
    ...routesWith('page([{ id: 1 }])', 'page'),
    told: {
      code: 'handler_failed',
      at: 'src/more.ts:3',
      message: 'TypeError: [page] requires the rows and how many there are in all: `page(rows, total)`.',
      fix: LINE,
    },
  },
  {
    title: 'an answer has a status',
    ...MORE,
    ...routesWith('answer([], { status: 201 })', 'answer'),
    told: {
      code: 'handler_failed',
      at: 'src/more.ts:3',
      message:
        'TypeError: [answer] has no option [status], only [headers] and [etag]. Another status: `created(record)` answers 201, nothing 204, an ApiError any 4xx or 5xx.',
      fix: LINE,
    },
  },
  {
    title: 'an id stands for the record that was created',
    ...MORE,
    ...routesWith('created(5)', 'created'),
    told: {
      code: 'handler_failed',
      at: 'src/more.ts:3',
      message: 'TypeError: [created] requires the record that was made, not [5].',
      fix: LINE,
    },
  },
  {
    title: 'an answer is bytes',
    ...MORE,
    ...routesWith("answer(Buffer.from('x'), { headers: { 'content-type': 'image/png' } })", 'answer'),
    told: {
      code: 'handler_failed',
      at: 'src/more.ts:3',
      message:
        'TypeError: The answer is bytes, and its JSON would be a list of numbers. Answer a stream instead: `answer(Readable.from([bytes]), { headers })`.',
      fix: LINE,
    },
  },
  {
    title: 'an answer contains itself',
    ...MORE,
    ...routesWith('{ const van = {}; van.self = van; return van }', 'answer'),
    told: {
      code: 'handler_failed',
      at: 'src/more.ts:3',
      message: 'TypeError: The answer contains itself, at [self], so it cannot be JSON.',
      fix: LINE,
    },
  },
  {
    title: 'the time of a job is a text',
    file: 'src/routes.ts',
    from: "await jobs.add('invoice', { van: params.van_id })",
    to: "await jobs.add('invoice', { van: params.van_id }, { run_at: 'tomorrow' })",
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:16',
      message: 'DeclarationError: [run_at: tomorrow] of [jobs.add] is not a valid Date.',
      fix: 'Write it like [{ run_at: new Date(Date.now() + 60_000) }].',
    },
  },
  {
    title: 'the options of a job are a number',
    file: 'src/routes.ts',
    from: "await jobs.add('invoice', { van: params.van_id })",
    to: "await jobs.add('invoice', { van: params.van_id }, 60)",
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:16',
      message: 'DeclarationError: [jobs.add] requires an object of options.',
      fix: 'The options are run_at, key, attempts, after_undo.',
    },
  },
  {
    title: 'a record is not awaited before it is read',
    file: 'src/routes.ts',
    from: UPDATE,
    to: "const van = vans.get(params.van_id)\n    if (van.status !== 'idle') throw new Error(`Not idle: ${van.status}`)",
    told: { code: 'handler_failed', at: 'src/routes.ts:18', message: 'Error: Not idle: undefined', fix: LINE },
  },
  {
    title: 'the handler of a message returns its answer',
    file: 'src/tools.ts',
    from: '}, () => {})',
    to: '}, () => ({ vans: 0 }))',
    asks: 'SEND fleet.ask',
    told: {
      code: 'answer_missing',
      at: 'src/tools.ts:13',
      message: 'The handler of the message fleet.ask returned a value, which is not sent, and gave no answer.',
      fix: "Answer with `reply`: `({ payload }, { reply }) => reply('answer', { … })`.",
    },
  },
  {
    title: 'an answer to a message has no type',
    file: 'src/tools.ts',
    from: '}, () => {})',
    to: '}, (message, { reply }) => reply({ vans: 0 }))',
    asks: 'SEND fleet.ask',
    told: {
      code: 'message_failed',
      at: 'src/tools.ts:13',
      message: "TypeError: [reply] requires the type of the answer before its payload: `reply('answer', { … })`.",
      fix: LINE,
    },
  },
]
