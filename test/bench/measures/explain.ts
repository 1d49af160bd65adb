import { setTimeout as sleep } from 'node:timers/promises'
import type { TestHost } from '../../../host/testing/index.ts'
import { randomPerson, entriesFor, notesFor, seeded } from '../../contract/roles/random-people.ts'
import type { RandomPerson, Term } from '../../contract/roles/reference.ts'
import { startLedger } from '../../contract/roles/start-ledger.ts'
import { atMost, type Finding } from '../finding.ts'
import { median, quantile } from '../median.ts'

/** As many as a company of middle size has. */
const PEOPLE = 300
const ABOUT = 40
/** With three roles each, which have as many conditions as a role may have. */
const LIMITED_PEOPLE = 34
const CONDITIONS = 50
/** A collection of garbage, a look at the folders and what else the process does hit one of these, not each. */
const TIMES = 3
const ASKED = [
  'permission=ledger.entries.update',
  'record=/api/v1/ledger/entries/1',
  'record=/api/v1/ledger/entries/1&field=secret',
  'path=/api/v1/ledger/entries',
]

/**
 * How much time of the processor an explanation takes, with this test's own part of it, among people who all have roles of their own. Each
 * question is asked three times and counts with the cheapest, because the process does other things, too.
 */
export async function explain(): Promise<Finding[]> {
  const people = Array.from({ length: PEOPLE }, (_, seed) => randomPerson(seed))
  const limited = Array.from({ length: LIMITED_PEOPLE }, (_, seed) => limitedPerson(seed))
  const everything = holderOfAll(limited)
  const asking = viewer()
  return [
    await among('random roles', people),
    await among(`roles of ${CONDITIONS} conditions`, [...limited, everything]),
    await among('such roles, asked by somebody limited', [...limited, everything, asking], asking.token),
  ]
}

/** Somebody who holds a copy of each of their roles. */
const holderOfAll = (people: readonly RandomPerson[]): RandomPerson => ({
  ...randomPerson(PEOPLE),
  roles: people.flatMap(({ roles }) => roles.map((role) => ({ ...role, name: `all-${role.name}` }))),
})

/** Somebody who may ask about everybody, but whose role limits which people and roles they see. */
function viewer(): RandomPerson {
  const is = (field: string, value: string): Term => ({ field, is: 'eq', values: [value] })
  const conditions = { platform_users: [is('kind', 'service')], platform_roles: [is('built_in', 'false')] }
  const role = { name: 'viewer', permissions: ['platform.*', 'ledger.*'], conditions, hidden: {}, read_only: {} }
  return { ...randomPerson(PEOPLE + 1), roles: [role] }
}

/** Somebody with three roles whose conditions the first record meets, each of which has to be compared. */
function limitedPerson(seed: number): RandomPerson {
  const source = seeded(seed)
  const amount = (): Term => ({ field: 'amount', is: 'lte', values: [7_310_004 + Math.floor(source.next() * 1e6)] })
  const conditions = () => ({ ledger_entries: Array.from({ length: CONDITIONS }, amount) })
  const permissions = ['ledger.entries.view', 'ledger.entries.update', 'platform.shell.view']
  const roles = Array.from({ length: 3 }, (_, at) => ({
    ...{ name: `limited${seed}-${at}`, permissions, conditions: conditions(), hidden: {}, read_only: {} },
  }))
  return { ...randomPerson(seed), roles }
}

async function among(what: string, people: readonly RandomPerson[], token?: string): Promise<Finding> {
  const entries = entriesFor(people.slice(0, 3))
  const production = { checkResponses: false, sqlite: 'sqlite3' } as const
  const host = await startLedger({ people, entries, notes: notesFor(entries), ...production })
  try {
    await (await host.request('/api/v1/auth/me')).text() // The first request makes the test's own client.
    await atRest()
    const least: number[] = []
    const all: number[] = []
    for (const { id } of people.slice(-ABOUT))
      for (const asked of ASKED) {
        const times = await timesOf(host, { question: `/api/v1/platform/explain?person=${id}&${asked}`, token })
        least.push(Math.min(...times))
        all.push(...times)
      }
    const note = `median ${median(least).toFixed(1)}; of all ${all.length}: 99 of 100 ${quantile(all, 0.99).toFixed(1)}, slowest ${Math.max(...all).toFixed(1)}`
    const measure = `explanation among ${what}, slowest of ${least.length}`
    return atMost(measure, Math.max(...least), { wanted: 50, unit: ' ms', digits: 1, note })
  } finally {
    await host.close()
  }
}

interface Asking {
  readonly question: string
  /** Default: the operator's. */
  readonly token?: string | undefined
}

async function timesOf(host: TestHost, { question, token }: Asking): Promise<number[]> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const begin = process.cpuUsage()
    const answer = await host.request(
      question,
      token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
    )
    await answer.text()
    if (answer.status !== 200) throw new Error(`An explanation was answered ${answer.status}: ${question}`)
    const { user, system } = process.cpuUsage(begin)
    times.push((user + system) / 1_000)
  }
  return times
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
