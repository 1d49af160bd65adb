import { expect } from 'chai'
import type { Dashboard, FormDefinition } from '@atrium/sdk/documents'
import type { TestHost } from '../../../host/testing/index.ts'
import { connectAgent } from '../../helpers/connect-agent.ts'
import { createPlatformDatabase } from '../../helpers/platform-database.ts'
import { toolName } from '../../../host/core/tools/tool-name.ts'
import { openSocket, type TestSocket } from '../../helpers/test-socket.ts'
import { until } from '../../helpers/until.ts'
import { read } from '../template-host.ts'
import { entriesFor, notesFor, randomPerson, seeded } from './random-people.ts'
import { type RandomPerson, Reference, type Row } from './reference.ts'
import { asOperator, joinLedger, startLedger } from './start-ledger.ts'

/**
 * `ATRIUM_ROLES=1000 npm test -- test/contract/roles/*.test.ts` asks as many people, on both databases. Otherwise PostgreSQL is asked by fewer:
 * what differs between databases is how conditions become SQL.
 */
const { ATRIUM_ROLES } = process.env
const PEOPLE = Number(ATRIUM_ROLES ?? 60)
const NUMBER = { sqlite3: PEOPLE, postgres: ATRIUM_ROLES === undefined ? 15 : PEOPLE }
const LEDGER = '/api/v1/ledger'
const ENTRIES = `${LEDGER}/entries`
const VIEW = 'ledger.entries.view'
const TABLE = 'ledger_entries'
const NOTES = 'desk_notes'
const MARKED = ['name', 'memo', 'secret', 'tags', 'amount']

type Answer = Awaited<ReturnType<typeof read<unknown>>>

/** The values of records that a text contains: `secret 3`, `text 5`. */
function valuesIn(text: string): Set<string> {
  const names: Readonly<Record<string, string>> = { n: 'name', m: 'memo', s: 'secret', t: 'tags', d: 'text' }
  const found = [...text.matchAll(/\b([nmstd])(\d+)!/g)].map(([, letter = '', id]) => `${names[letter]} ${id}`)
  const amounts = [...text.matchAll(/(?<![\w.-])73100(\d\d)(?![\w.-])/g)].map(([, id]) => `amount ${Number(id)}`)
  return new Set([...found, ...amounts])
}

describe('Random roles', function () {
  this.timeout(Math.max(600_000, PEOPLE * 5_000))
  const databases = {
    sqlite3: async () => ({ sqlite: 'sqlite3' as const }),
    postgres: async () => ({ databaseUrl: await createPlatformDatabase() }),
  }
  for (const database of ['sqlite3', 'postgres'] as const) {
    const place = databases[database]
    describe(`on ${database}`, () => {
      const people = Array.from({ length: NUMBER[database] }, (_, seed) => randomPerson(seed))
      const entries = entriesFor(people.slice(0, 3))
      const notes = notesFor(entries)
      let host: TestHost
      /** On PostgreSQL another one on the same database. */
      let other: TestHost
      before('start a host with the people', async () => {
        const placed = await place()
        host = await startLedger({ people, entries, notes, ...placed })
        other = 'databaseUrl' in placed ? await joinLedger(placed.databaseUrl) : host
      })
      after('close the host', async () => {
        if (other !== host) await other.close()
        await host.close()
      })

      const admin = (...request: [method: string, path: string, json?: unknown]) => asOperator(host, ...request)
      const eachPerson = async (check: Check, asked = people) => {
        for (const person of asked) {
          const ask: Ask = async (path, { headers, ...init } = {}) =>
            read(
              await host.request(path, { ...init, headers: { authorization: `Bearer ${person.token}`, ...headers } }),
            )
          try {
            await check(new Reference(person), ask, person)
          } catch (error) {
            throw new Error(`${(error as Error).message}\n${JSON.stringify(person, null, 1)}`, { cause: error })
          }
        }
      }
      type Check = (ref: Reference, ask: Ask, person: RandomPerson) => Promise<void>
      type Ask = (
        path: string,
        init?: RequestInit & { json?: unknown; headers?: Record<string, string> },
      ) => Promise<Answer>

      const reached = (ref: Reference, permission: string) =>
        entries.filter((row) => ref.reaches(permission, TABLE, row))
      /** The record as somebody sees it. */
      const shown = (ref: Reference, permission: string, row: Row) =>
        Object.fromEntries(Object.entries(row).filter(([field]) => ref.sees(permission, TABLE, { row, field })))
      /** The values that an answer to one of the permissions may contain. */
      const visible = (ref: Reference, permissions: readonly string[], { former = false } = {}) => {
        const values = new Set<string>()
        for (const permission of permissions) {
          for (const row of entries)
            for (const field of MARKED)
              if ((former || row[field] !== undefined) && ref.sees(permission, TABLE, { row, field }))
                values.add(`${field} ${row.id}`)
          for (const row of notes) if (ref.sees(permission, NOTES, { row, field: 'text' })) values.add(`text ${row.id}`)
        }
        return values
      }
      const requireNoMore = (ref: Reference, text: string, { by, at }: { by: readonly string[]; at: string }) => {
        const allowed = visible(ref, by, { former: true })
        expect(
          [...valuesIn(text)].filter((value) => !allowed.has(value)),
          at,
        ).to.deep.equal([])
      }

      it('see in lists and records what they may, and no more', () =>
        eachPerson(async (ref, ask) => {
          const list = await ask(`${ENTRIES}?_limit=500`)
          if (!ref.can(VIEW)) return void expect(list.status).to.equal(403)
          const expected = reached(ref, VIEW)
          expect(list.body).to.deep.equal(expected.map((row) => shown(ref, VIEW, row)))
          expect(list.headers.get('x-total-count')).to.equal(String(expected.length))
          for (const row of entries) {
            const one = await ask(`${ENTRIES}/${row.id}`)
            if (expected.includes(row)) expect(one.body).to.deep.equal(shown(ref, VIEW, row))
            else expect(one.status).to.equal(404)
          }
        }))

      it('learn nothing about a hidden field from filters, order, search or export', () =>
        eachPerson(async (ref, ask) => {
          if (!ref.can(VIEW)) return
          const within = reached(ref, VIEW)
          const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)
          const found = ({ body }: Answer) => (body as Row[]).map(({ id }) => id)
          for (const field of ['name', 'status', 'amount', 'memo', 'secret', 'place_id']) {
            const value = String(entries[2]?.[field])
            const filtered = await ask(`${ENTRIES}?_limit=500&${field}=${encodeURIComponent(value)}`)
            if (ref.asks(VIEW, TABLE, field))
              expect(found(filtered)).to.deep.equal(ids(within.filter((row) => String(row[field]) === value)))
            else expect(filtered.body, field).to.include({ status: 400, code: 'query_unknown' })
          }
          for (const field of ['status', 'secret', 'amount']) {
            const sorted = await ask(`${ENTRIES}?_limit=500&_sort=${field}`)
            expect(sorted.status, field).to.equal(ref.asks(VIEW, TABLE, field) ? 200 : 400)
          }
          const searched = await ask(`${ENTRIES}?_limit=500&q=${encodeURIComponent('s3!')}`)
          const searchable = ['name', 'memo', 'secret'].filter((field) => ref.asks(VIEW, TABLE, field))
          if (searchable.length === 0) expect(searched.status).to.equal(400)
          else
            expect(found(searched)).to.deep.equal(
              searchable.includes('secret') ? ids(within.filter(({ id }) => id === 3)) : [],
            )
          const csv = await ask(ENTRIES, { headers: { accept: 'text/csv' } })
          const own = [...visible(ref, [VIEW])].filter((value) => !value.startsWith('text'))
          expect([...valuesIn(String(csv.body))].sort()).to.deep.equal(own.sort())
        }))

      it('get figures, charts and calls in process of the records that they reach', () =>
        eachPerson(async (ref, ask) => {
          const count = (permission: string) => reached(ref, permission).length
          const stats = await ask(`${LEDGER}/stats`)
          if (ref.can('ledger.stats.view')) expect(stats.body).to.deep.equal({ value: count('ledger.stats.view') })
          else expect(stats.status).to.equal(403)
          const badges = await ask('/api/v1/panels/operations/badges')
          expect(badges.body).to.deep.equal(ref.can('ledger.stats.view') ? { entries: count('ledger.stats.view') } : {})
          if (ref.can('ledger.chart.view')) {
            const { body } = await ask(`${LEDGER}/chart`)
            const total = (body as { entries: number }[]).reduce((sum, { entries: each }) => sum + each, 0)
            expect(total).to.equal(count('ledger.chart.view'))
          }
          if (ref.can('ledger.calls.view')) {
            const { body, status } = await ask(`${LEDGER}/mine`)
            if (!ref.can(VIEW)) expect(status).to.equal(403)
            else expect((body as Row[]).map(({ id }) => id)).to.deep.equal(reached(ref, VIEW).map(({ id }) => id))
          }
        }))

      it('find by the search of a panel what their lists would find', () =>
        eachPerson(async (ref, ask) => {
          const { body } = await ask(`/api/v1/panels/operations/search?q=${encodeURIComponent('s5!')}`)
          const { groups } = body as { groups: { hits: unknown[] }[] }
          const isFound =
            ref.can(VIEW) && ref.asks(VIEW, TABLE, 'secret') && reached(ref, VIEW).some(({ id }) => id === 5)
          expect(groups.flatMap(({ hits }) => hits)).to.have.length(isFound ? 1 : 0)
          requireNoMore(ref, JSON.stringify(groups), { by: [VIEW], at: 'search' })
        }))

      it('read no hidden value from any GET of any plugin', () =>
        eachPerson(async (ref, ask) => {
          for (const { method, path, permission = '' } of operationsOf(host)) {
            if (method !== 'GET') continue
            for (const id of path.includes('{') ? [2, 7] : [0]) {
              const address = path.replaceAll(/\{\w+\}/g, String(id))
              const { status, body } = await ask(address)
              expect(status === 403, address).to.equal(
                !ref.can(permission) || (path.endsWith('/mine') && !ref.can(VIEW)),
              )
              const by = [permission, ...(CONTINUED[path] ?? [])]
              if (status < 300) requireNoMore(ref, JSON.stringify(body), { by, at: address })
              if (path.endsWith('/file')) {
                const row = entries[id - 1] as Row
                expect(status === 200).to.equal(ref.can(permission) && ref.reaches(permission, TABLE, row))
              }
            }
          }
        }))

      it('get contributions of the records that they reach there', () =>
        eachPerson(async (ref, ask) => {
          for (const row of reached(ref, VIEW).slice(0, 3)) {
            const { body } = await ask(`${ENTRIES}/${row.id}/record`)
            const { sections } = body as { sections: { value: Row[] }[] }
            const note = notes[row.id - 1] as Row
            const isSeen = ref.reaches('desk.notes.view', NOTES, note)
            expect(sections.flatMap(({ value }) => value)).to.have.length(isSeen ? 1 : 0)
          }
        }))

      it('change what they may, and are told which field they may not', () =>
        eachPerson(async (ref, ask, { id }) => {
          const update = 'ledger.entries.update'
          const source = seeded(id.length * 31 + people.length)
          for (const row of source.some(entries, 6)) {
            const field = source.pick(['memo', 'secret', 'amount', 'status', 'name'])
            const json = {
              [field]: field === 'amount' ? 1 : field === 'status' ? STATUS_AFTER[String(row.status)] : 'x',
            }
            const { status, body } = await ask(`${ENTRIES}/${row.id}`, {
              method: 'PATCH',
              json,
              headers: { 'if-match': '"0.0"' },
            })
            const at = `PATCH ${row.id} ${field}`
            if (!ref.can(update)) expect(status, at).to.equal(403)
            else if (!ref.reaches(update, TABLE, row)) expect(status, at).to.equal(404)
            else if (!ref.writes(update, TABLE, { row, field })) {
              expect(status, at).to.equal(403)
              expect((body as { detail: string }).detail, at).to.include(`[${field}]`)
            } else {
              expect(status, at).to.equal(412)
              expect((body as { current: unknown }).current, at).to.deep.equal(shown(ref, update, row))
            }
          }
        }))

      it('create records that they reach, with the fields that they may set', () =>
        eachPerson(async (ref, ask) => {
          const create = 'ledger.entries.create'
          const { id: _, ...values } = entries[3] as Row
          const row = { ...values, name: 'made', id: 0 }
          const made = await ask(ENTRIES, { method: 'POST', json: { ...values, name: 'made' } })
          const mayAll = Object.keys(values).every((field) => ref.writes(create, TABLE, { row, field }))
          expect(made.status === 201).to.equal(ref.can(create) && ref.reaches(create, TABLE, row) && mayAll)
          if (made.status !== 201) return void expect(made.status).to.equal(403)
          requireNoMore(ref, JSON.stringify(made.body), { by: [create], at: 'POST' })
          await admin('DELETE', `${ENTRIES}/${(made.body as Row).id}`)
        }))

      it('act on many records as on each of them', () =>
        eachPerson(async (ref, ask) => {
          const bulk = operationsOf(host).find(({ path, method }) => method === 'POST' && path === `${ENTRIES}/touch`)
          const touch = 'ledger.entries.touch'
          const { status, body } = await ask(`${ENTRIES}/touch`, { method: 'POST', json: { filter: '' } })
          if (!ref.can(bulk?.permission ?? '') || !ref.can(VIEW)) return void expect(status).to.equal(403)
          const listed = reached(ref, VIEW)
          const { done, failed } = body as { done: number[]; failed: { id: number }[] }
          const can = ref.can(touch)
          expect(done).to.deep.equal(listed.filter((row) => can && ref.reaches(touch, TABLE, row)).map(({ id }) => id))
          expect(done.length + failed.length).to.equal(listed.length)
        }))

      it('see screens without what is hidden on every record', () =>
        eachPerson(async (ref, ask) => {
          const granting = ref.person.roles.length > 0 && reached(ref, VIEW).length > 0
          if (!granting) return
          const seen = (field: string) => entries.some((row) => ref.sees(VIEW, TABLE, { row, field }))
          for (const dashboard of host.registries.dashboards
            .manifests('operations')
            .flatMap(({ screens }) => screens)) {
            const { status, body } = await ask(`/api/v1/ui/dashboards/${dashboard.dashboard_id}`)
            if (status !== 200) continue
            for (const widget of (body as Dashboard).widgets) {
              if (widget.kind === 'table') {
                const names = widget.columns.map(({ name }) => name)
                for (const name of names)
                  if (name !== 'id') expect(names, name).to.satisfy(() => seen(name) || !neverSeen(ref, name))
                for (const { name } of widget.filters)
                  expect(ref.asks(VIEW, TABLE, name), `filter ${name}`).to.equal(true)
              }
              if (widget.kind === 'form') {
                const form = await ask(`/api/v1/forms/${widget.form_id}`)
                const { fields, operation } = form.body as FormDefinition
                const permission = operation === 'create' ? 'ledger.entries.create' : 'ledger.entries.update'
                for (const name of Object.keys(fields ?? {}))
                  expect(neverSeen(ref, name, permission), `form ${name}`).to.equal(false)
              }
            }
          }
        }))

      /** Whether every role that counts hides a field. */
      const neverSeen = (ref: Reference, field: string, permission = VIEW) =>
        reached(ref, permission).length > 0 &&
        entries.every((row) => !ref.sees(permission, TABLE, { row, field })) &&
        ref.person.roles.every(
          (role) =>
            !new Reference({ ...ref.person, roles: [role] }).can(permission) ||
            (role.hidden[TABLE] ?? []).includes(field),
        )

      it('get from tools what they get from routes', async () => {
        const asked = new Set<string>()
        // An agent takes its time to connect.
        const agents = people.filter((_, at) => at % 4 === 0)
        await eachPerson(async (ref, _ask, { token }) => {
          await using agent = await connectAgent('pinned', { url: host.url, token, query: '?toolsets=ledger,desk' })
          const tools = await agent.tools()
          const list = [...tools.keys()].find((name) => /list_entries/.test(name))
          expect(list !== undefined).to.equal(ref.can(VIEW))
          const read_only = operationsOf(host).filter(({ method }) => method === 'GET')
          for (const operation of read_only) {
            const name = toolName(operation, host.registries.operations.list(operation.owner))
            if (!tools.has(name)) continue
            const answer = await agent.call(name, operation.path.includes('{') ? { id: 7 } : {})
            const by = [operation.permission ?? '', ...(CONTINUED[operation.path] ?? [])]
            requireNoMore(ref, JSON.stringify(answer), { by, at: name })
            asked.add(name)
          }
          if (list === undefined) return
          const text = JSON.stringify(await agent.call(list, { _limit: 500 }))
          const own = [...visible(ref, [VIEW])].filter((value) => !value.startsWith('text'))
          expect([...valuesIn(text)].sort()).to.deep.equal(own.sort())
        }, agents)
        expect([...asked]).to.include.members(['ledger_get_entry', 'desk_list_notes'])
      })

      it('hear over sockets of the records that they reach, also of another host', async () => {
        const sockets = new Map<RandomPerson, TestSocket>()
        for (const [at, person] of people.entries()) {
          const url = `${[host, other][at % 2]!.url.replace('http', 'ws')}/api/v1/ws`
          const socket = await openSocket(url, { headers: { authorization: `Bearer ${person.token}` } })
          sockets.set(person, socket)
          const ref = new Reference(person)
          const list = await socket.ask({ namespace: 'ledger', type: 'ledger.list' })
          if (ref.can(VIEW)) {
            const rows = list.payload as unknown as Row[]
            expect(rows.map(({ id }) => id)).to.deep.equal(reached(ref, VIEW).map(({ id }) => id))
            requireNoMore(ref, JSON.stringify(rows), { by: [VIEW], at: person.id })
          } else expect(list.type).to.equal('error')
          await socket.ask({ namespace: 'ledger', type: 'ledger.follow' })
        }
        for (const { id } of entries) await admin('POST', `${ENTRIES}/${id}/announce`)
        const follow = 'ledger.entries.follow'
        for (const [person, socket] of sockets) {
          const ref = new Reference(person)
          const expected = reached(ref, follow).map(({ id }) => id)
          const heard = (type: string) => socket.frames.filter((frame) => frame.type === type)
          await until(`the frames of ${person.id}`, () => heard('page').length >= expected.length)
          const inPages = heard('page').map(({ payload }) => (payload as unknown as InPage).page.entries[0].entry.id)
          for (const ids of [heard('entry').map(({ payload }) => payload.id), inPages])
            expect(ids, JSON.stringify(person)).to.deep.equal(expected)
          requireNoMore(ref, JSON.stringify([heard('entry'), heard('page')]), { by: [follow], at: person.id })
          socket.socket.close()
        }
      })
    })
  }
})

/** How the ledger publishes an entry among other things. */
interface InPage {
  readonly page: { readonly entries: readonly [{ readonly entry: { readonly id: number } }] }
}

/** What an answer contains because its handler calls another operation, or asks for contributions. */
const CONTINUED: Readonly<Record<string, readonly string[]>> = {
  [`${LEDGER}/mine`]: [VIEW],
  [`${ENTRIES}/{id}/record`]: ['desk.notes.view'],
}

const STATUS_AFTER: Readonly<Record<string, string>> = { open: 'closed', closed: 'held', held: 'open' }

const operationsOf = ({ registries }: TestHost) =>
  ['ledger', 'desk'].flatMap((owner) => registries.operations.list(owner))
