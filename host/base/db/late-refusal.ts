import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import makeKnex from 'knex/lib/knex-builder/make-knex.js'

/** Milliseconds. Work that tries again for ever costs the others next to nothing. */
const PAUSE = 100

/**
 * Rejects after a pause. Work that catches its errors and tries again at once would otherwise never leave its turn of the event loop, so
 * nobody else would be served.
 */
export async function refuseLater(refusal: Error): Promise<never> {
  await pause(PAUSE)
  throw refusal
}

/** Makes a Knex whose statements can be built, but are refused after a pause. */
export function refusingKnex({ client }: Knex, refusal: Error): Knex {
  const acquireConnection = () => refuseLater(refusal)
  // Knex adds listeners to a client, which are not those of the shared one.
  const events = { _events: undefined, _eventsCount: 0 }
  return makeKnex(Object.assign(Object.create(client as object) as object, events, { acquireConnection }))
}

/** What runs one of Knex's builders. */
export interface Runner {
  run(): Promise<unknown>
}

/** Makes a runner whose errors come with a later turn of the event loop, even that of a statement that was not sent. */
export function failingLater<Given extends Runner>(runner: Given): Given {
  const run = runner.run.bind(runner)
  runner.run = () =>
    run().catch(async (error: unknown) => {
      await endOfTurn()
      throw error
    })
  return runner
}
