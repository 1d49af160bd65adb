import { expect } from 'chai'
import { Registries } from '../../../host/core/registries/index.ts'
import type { TestHost } from '../../../host/testing/index.ts'
import { createPlatformDatabase } from '../../helpers/platform-database.ts'
import { type Difference, type Everything, readDifferences } from './check-doors.ts'
import { screenDifferences } from './check-screens.ts'
import { writeDifferences } from './check-writes.ts'
import { type Door, doorsOf, patiently, type Reading } from './doors.ts'
import type { Rows } from './marks.ts'
import { LEAKING } from './extra-doors.ts'
import { entriesFor, notesFor, randomPerson } from './random-people.ts'
import type { RandomPerson, Row } from './reference.ts'
import { startLedger } from './start-ledger.ts'
import { Tables } from './tables.ts'
import { TokenVisitor } from './visitor.ts'

/**
 * `ATRIUM_ROLES=1000 npm test -- test/contract/roles/generated-doors.test.ts` asks as many people, on both databases, and says how many
 * doors there were and what differed; `ATRIUM_ROLES=500-600` asks those with these numbers.
 */
const { ATRIUM_ROLES } = process.env
const PEOPLE = { sqlite3: numbers(ATRIUM_ROLES ?? '8'), postgres: numbers(ATRIUM_ROLES ?? '3') }
const OWNERS = ['ledger', 'desk']

describe('Every door that a registry knows', function () {
  // On a busy machine the host alone takes a minute to start.
  this.timeout(Math.max(600_000, PEOPLE.sqlite3.length * 30_000))
  const databases = [
    ['sqlite3', async () => ({ sqlite: 'sqlite3' as const })],
    ['postgres', async () => ({ databaseUrl: await createPlatformDatabase() })],
  ] as const
  for (const [database, place] of databases) {
    describe(`on ${database}`, () => {
      const people = PEOPLE[database].map(randomPerson)
      const entries = entriesFor([0, 1, 2].map(randomPerson))
      let walk: Walkthrough | undefined
      before('start a host with the people', async () => {
        walk = await begin({ people, entries, storage: await place() })
      })
      after('close the host', () => walk?.end())

      it('shows everybody what they may see, and is the same whatever they do not see', async () => {
        const { doors, everything, each } = walk as Walkthrough
        await each(people, (one) => readDifferences(doors, everything, one))
      })

      it('shows screens that name what they may see', async () => {
        const { host, operator, each } = walk as Walkthrough
        await each(people, (one) => screenDifferences(host, { owners: OWNERS, operator }, one))
      })

      it('changes only what they may change', async () => {
        const { doors, each } = walk as Walkthrough
        await each(people, (one) => writeDifferences(doors, one))
      })
    })
  }
})

describe('The walk through every door', () => {
  it('finds a route, a figure, a tool, a message and a change that nobody has told it of, and nothing else', async () => {
    const person: RandomPerson = {
      ...randomPerson(0),
      roles: [
        {
          ...{ name: 'clerk', permissions: ['ledger.*'], hidden: {}, read_only: {} },
          conditions: { ledger_entries: [{ field: 'status', is: 'eq', values: ['open'] }] },
        },
      ],
    }
    const entries = entriesFor([person])
    const walk = await begin({ people: [person], entries, storage: { sqlite: 'sqlite3' }, extra: LEAKING })
    try {
      const found: Difference[] = []
      await walk.each([person], async (one) => {
        found.push(
          ...(await readDifferences(walk.doors, walk.everything, one)),
          ...(await writeDifferences(walk.doors, one)),
        )
        return []
      })
      expect(new Set(found.map(({ door }) => door.replace(/ \[\w+\]$/, '')))).to.have.all.keys(
        ...['GET /api/v1/ledger/leak', 'GET /api/v1/ledger/leaking-figure', 'POST /api/v1/ledger/leaking-change'],
        ...['tool ledger_leak', 'tool ledger_create_leaking_change', 'message ledger extra.leak'],
      )
    } finally {
      await walk.end()
    }
  })

  it('takes an answer that there was no time for one as neither a difference nor a pass', async () => {
    const busy = { status: 504, text: 'handler_timeout' }
    const answers = [busy, { status: 503, text: 'database_busy' }, { status: 403, text: 'no' }]
    expect(await patiently('door', async () => answers.shift() ?? busy)).to.deep.equal({ status: 403, text: 'no' })
    const endless = await patiently('door', async () => busy).catch((error: unknown) => error)
    expect(String(endless)).to.include('[door]').and.include('handler_timeout')
  })

  it('fails if a registry has something that it cannot read', async () => {
    const host = { registries: { ...new Registries(), operations: new Registries().operations, novelties: [] } }
    const sought = { owners: OWNERS, rows: [], tools: new Map() }
    expect(() => doorsOf(host as unknown as TestHost, sought)).to.throw('[novelties]')
    const strange = { ...sought, tools: new Map([['ledger_strange', { name: 'ledger_strange', inputSchema: {} }]]) }
    expect(() => doorsOf({ registries: new Registries() }, strange)).to.throw('[ledger_strange]')
  })
})

/** `1000`: the first thousand; `500-600`: those from 500 to 599. */
function numbers(given: string): readonly number[] {
  const [from = 0, to = 0] = given.includes('-') ? given.split('-').map(Number) : [0, Number(given)]
  return Array.from({ length: to - from }, (_, at) => from + at)
}

interface Walkthrough {
  readonly host: TestHost
  readonly operator: TokenVisitor
  readonly doors: readonly Door[]
  readonly everything: Everything
  each(
    people: readonly RandomPerson[],
    check: (walk: Parameters<typeof readDifferences>[2]) => Promise<Difference[]>,
  ): Promise<void>
  end(): Promise<void>
}

interface Beginning {
  readonly people: readonly RandomPerson[]
  readonly entries: readonly Row[]
  readonly storage: { sqlite?: 'sqlite3'; databaseUrl?: string }
  readonly extra?: string
}

async function begin({ people, entries, storage, extra }: Beginning): Promise<Walkthrough> {
  const host = await startLedger({ people, entries, notes: notesFor(entries), ...storage, ...(extra && { extra }) })
  const tables = await Tables.open({ dataDir: host.dataDir, ...storage }, ['ledger_entries', 'desk_notes'])
  const rows: Rows = await tables.rows()
  const operator = new TokenVisitor(host, { token: host.token, owners: OWNERS })
  const tools = await (await operator.agent()).tools()
  const doors = doorsOf(host, { owners: OWNERS, rows: entries, tools })
  const everything = new Map<string, Reading>()
  for (const door of doors) if (!door.changes) everything.set(door.name, await door.visit(operator, entries[1] as Row))
  return {
    host,
    operator,
    doors,
    everything,
    each: async (asked, check) => {
      const differing: string[] = []
      for (const person of asked) {
        await using by = new TokenVisitor(host, { token: person.token, owners: OWNERS })
        const found = await check({ person, by, rows, tables })
        if (found.length > 0) differing.push(JSON.stringify({ found: found.slice(0, 5), person }, null, 1))
      }
      if (ATRIUM_ROLES) console.log(`${asked.length} people × ${doors.length} doors: ${differing.length} people differ`)
      expect(differing.length, differing.slice(0, 3).join('\n')).to.equal(0)
    },
    end: async () => {
      await operator[Symbol.asyncDispose]()
      await tables[Symbol.asyncDispose]()
      await host.close()
    },
  }
}
