import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import KnexRunner from 'knex/lib/execution/runner.js'
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

/** Runs a statement. Its errors come with a later turn of the event loop, even if it was not sent. */
export class Runner extends KnexRunner {
  override run(): Promise<unknown> {
    return super.run().catch(async (error: unknown) => {
      await endOfTurn()
      throw error
    })
  }
}
