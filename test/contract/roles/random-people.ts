import { createSecret, hashSecret } from '../../../host/core/auth/secret.ts'
import type { Database } from '../../../host/base/db/index.ts'
import type { RandomPerson, RandomRole, Row, Term } from './reference.ts'

/** A seeded source of random numbers (mulberry32), so that a failure can be repeated. */
export function seeded(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(next() * values.length)] as Value
  const some = <Value>(values: readonly Value[], most: number) => [
    ...new Set(Array.from({ length: Math.floor(next() * (most + 1)) }, () => pick(values))),
  ]
  return { next, pick, some, chance: (of: number) => next() < of }
}

type Source = ReturnType<typeof seeded>

const PERMISSIONS = [
  ...[
    '*',
    'ledger.*',
    '*.*.view',
    'ledger.entries.*',
    'ledger.entries.view',
    'ledger.entries.update',
    'ledger.entries.touch',
  ],
  ...[
    'ledger.entries.create',
    'ledger.extra.view',
    'ledger.extra.change',
    'ledger.stats.view',
    'ledger.rows.view',
    'ledger.chart.view',
    'ledger.calls.view',
  ],
  ...['ledger.entries.follow', 'ledger.files.view', 'desk.notes.view', 'desk.*', 'ledger.entries.delete'],
]
const FIELDS = ['name', 'status', 'amount', 'memo', 'secret', 'tags', 'place_id', 'owner_id', 'day', 'starts_at']
const STATUS = ['open', 'closed', 'held']

/** A person with up to three random roles. */
export function randomPerson(seed: number): RandomPerson {
  const source = seeded(seed * 7_919 + 17)
  const roles = Array.from({ length: 1 + Math.floor(source.next() * 3) }, (_, at) =>
    randomRole(`r${seed}-${at}`, source),
  )
  const attributes: RandomPerson['attributes'] = source.chance(0.6) ? { place_id: source.some(['1', '2', '3'], 2) } : {}
  const text = `atr_${createSecret().text}`
  return { id: `person-${seed % 4}-${seed}`, token: text + hashSecret(text).slice(0, 6), roles, attributes }
}

function randomRole(name: string, source: Source): RandomRole {
  const view = source.chance(0.7) ? [source.pick(['ledger.*', 'ledger.entries.*', '*.*.view'])] : []
  return {
    name,
    permissions: [...new Set([...view, ...source.some(PERMISSIONS, 4), 'platform.shell.view'])],
    conditions: {
      ...(source.chance(0.55) && { ledger_entries: terms(source) }),
      ...(source.chance(0.3) && { desk_notes: [{ field: 'status', is: 'eq', values: [source.pick(STATUS)] }] }),
    },
    hidden: {
      ...(source.chance(0.5) && { ledger_entries: source.some(FIELDS, 3) }),
      ...(source.chance(0.2) && { desk_notes: ['text'] }),
    },
    read_only: { ...(source.chance(0.4) && { ledger_entries: source.some(FIELDS, 3) }) },
  }
}

const TERMS: readonly ((source: Source) => Term)[] = [
  (source) => ({ field: 'status', is: 'eq', values: source.some(STATUS, 1).concat(source.pick(STATUS)) }),
  (source) => ({ field: 'status', is: 'ne', values: [source.pick(STATUS)] }),
  (source) => ({ field: 'place_id', is: 'eq', values: [source.pick([1, 2, 3])] }),
  (source) => ({
    field: 'amount',
    is: source.pick(['gte', 'lte'] as const),
    values: [7_310_000 + Math.floor(source.next() * 13)],
  }),
  (source) => ({ field: 'memo', is: 'null', values: [source.chance(0.5)] }),
  () => ({ field: 'owner_id', is: 'me', values: [] }),
  () => ({ field: 'place_id', is: 'mine', values: [] }),
  () => ({ field: 'tags', is: 'eq', values: ['even'] }),
  () => ({ field: 'name', is: 'like', values: ['1'] }),
]

function terms(source: Source): readonly Term[] {
  const first = source.pick(TERMS)(source)
  const second = source.pick(TERMS)(source)
  return source.chance(0.3) ? [first, second] : [first]
}

/** The terms of each condition: one condition for all, but one for each if they name the same field, because all of them must hold. */
const together = (list: readonly Term[]): readonly (readonly Term[])[] =>
  new Set(list.map(({ field }) => field)).size < list.length ? list.map((term) => [term]) : [list]

/** The list query that a role holds. */
export function whereOf(list: readonly Term[]): string {
  const query = new URLSearchParams()
  for (const { field, is, values } of list) {
    const name = ['eq', 'me', 'mine'].includes(is) ? field : `${field}_${is}`
    for (const value of is === 'me' || is === 'mine' ? [is] : values) query.append(name, String(value))
  }
  return query.toString()
}

/** The entries of the ledger. Each value says whose it is, by which it is recognised in any answer. */
export const entriesFor = (people: readonly RandomPerson[]): readonly Row[] =>
  Array.from({ length: 12 }, (_, at) => ({
    id: at + 1,
    name: `n${at + 1}!`,
    owner_id: people[at % people.length]?.id ?? '',
    place_id: (at % 3) + 1,
    status: STATUS[at % 3],
    amount: 7_310_001 + at,
    ...(at % 4 !== 0 && { memo: `m${at + 1}!` }),
    secret: `s${at + 1}!`,
    tags: [`t${at + 1}!`, at % 2 === 0 ? 'odd' : 'even'],
    day: `2026-01-${String(at + 1).padStart(2, '0')}`,
    starts_at: `2026-01-${String(at + 1).padStart(2, '0')}T09:00:00.000Z`,
  }))

export const notesFor = (entries: readonly Row[]): readonly Row[] =>
  entries.map(({ id, status }) => ({ id, entry_id: id, status, text: `d${id}!` }))

/** Writes the people, their roles and their tokens before a host starts. */
export async function writePeople({ knex }: Database, people: readonly RandomPerson[]): Promise<void> {
  const now = new Date().toISOString()
  const times = { created_at: now, updated_at: now }
  for (const { id, token, roles, attributes } of people) {
    await knex('platform_users').insert({
      ...{ id, name: id, kind: 'service', permissions: '[]', attributes: JSON.stringify(attributes) },
      ...times,
    })
    await knex('platform_tokens').insert({
      ...{ id: `token-${id}`, name: id, user_id: id, token_hash: hashSecret(token), permissions: '["*"]' },
      created_at: now,
    })
    for (const role of roles) {
      await knex('platform_roles').insert({
        id: role.name,
        label: role.name,
        built_in: false,
        ...asRow(role),
        ...times,
      })
      await knex('platform_user_roles').insert({ user_id: id, role_id: role.name })
    }
  }
}

function asRow({ name, permissions, conditions, hidden, read_only }: RandomRole) {
  const tables = [...new Set([...Object.keys(hidden), ...Object.keys(read_only)])]
  return {
    name,
    permissions: JSON.stringify(permissions),
    conditions: JSON.stringify(
      Object.entries(conditions).flatMap(([resource, list]) =>
        together(list).map((terms) => ({ resource, where: whereOf(terms) })),
      ),
    ),
    fields: JSON.stringify(
      tables.map((resource) => ({ resource, hidden: hidden[resource] ?? [], read_only: read_only[resource] ?? [] })),
    ),
  }
}
