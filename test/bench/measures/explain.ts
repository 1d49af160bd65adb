import { setTimeout as sleep } from 'node:timers/promises'
import { randomPerson, entriesFor, notesFor } from '../../contract/roles/random-people.ts'
import { startLedger } from '../../contract/roles/start-ledger.ts'
import { atMost, type Finding } from '../finding.ts'
import { median, quantile } from '../median.ts'

const PEOPLE = 40
const ASKED = [
  'permission=ledger.entries.update',
  'record=/api/v1/ledger/entries/1',
  'record=/api/v1/ledger/entries/1&field=secret',
  'path=/api/v1/ledger/entries',
]

/** How much time of the processor an explanation takes, with this test's own part of it, among people who all have a role of their own. */
export async function explain(): Promise<Finding[]> {
  const people = Array.from({ length: PEOPLE }, (_, seed) => randomPerson(seed))
  const entries = entriesFor(people.slice(0, 3))
  const production = { checkResponses: false, sqlite: 'sqlite3' } as const
  const host = await startLedger({ people, entries, notes: notesFor(entries), ...production })
  try {
    await (await host.request('/api/v1/auth/me')).text() // The first request makes the test's own client.
    await atRest()
    const times: number[] = []
    for (const { id } of people)
      for (const asked of ASKED) {
        const begin = process.cpuUsage()
        const answer = await host.request(`/api/v1/platform/explain?person=${id}&${asked}`)
        await answer.text()
        if (answer.status !== 200) throw new Error(`An explanation was answered ${answer.status}: ${asked}`)
        const { user, system } = process.cpuUsage(begin)
        times.push((user + system) / 1_000)
      }
    const note = `median ${median(times).toFixed(1)}, 99 of 100 ${quantile(times, 0.99).toFixed(1)}`
    const measure = `explanation, slowest of ${times.length}`
    return [atMost(measure, Math.max(...times), { wanted: 50, unit: ' ms', digits: 1, note })]
  } finally {
    await host.close()
  }
}

/** Waits until this process does nothing: the loader of TypeScript tidies its cache for a second after the start. */
async function atRest(): Promise<void> {
  for (;;) {
    const begin = process.cpuUsage()
    await sleep(200)
    const { user, system } = process.cpuUsage(begin)
    if (user + system < 10_000) return
  }
}
