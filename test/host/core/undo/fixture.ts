import { type Caller, type Routes, table_store, Type } from '@atrium/sdk'
import { collect_routes } from '@atrium/sdk/host'
import type { Knex } from 'knex'
import type { Database } from '../../../../host/base/db/index.ts'
import { silentLogger } from '../../../../host/base/log/index.ts'
import { Hold } from '../../../../host/base/lifetime/index.ts'
import { KeyRing } from '../../../../host/base/secrets/index.ts'
import {
  AdmittedRequest,
  createPerform,
  createValidators,
  declareOperation,
  operationMigrations,
  type Outcome,
  recordsOf,
  withholdingOf,
} from '../../../../host/core/operations/index.ts'
import { createJobs, type JobRow, jobMigrations } from '../../../../host/core/jobs/index.ts'
import { OperationRegistry } from '../../../../host/core/registries/operation-registry.ts'
import { historyOperations } from '../../../../host/plugins/compile/link-history.ts'
import { createUndoRoom, undoMigrations } from '../../../../host/core/undo/index.ts'
import type { TestTarget } from '../../../helpers/databases.ts'

/** A record with every kind of value that a change can leave, take away or merge. */
export const Part = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String({ minLength: 1 }),
  price: Type.Integer({ default: 0 }),
  notes: Type.Optional(Type.String()),
  rank: Type.Union([Type.Integer(), Type.Null()], { default: null }),
  tags: Type.Optional(Type.Array(Type.String())),
  size: Type.Optional(
    Type.Object({
      width: Type.Optional(Type.Integer()),
      height: Type.Optional(Type.Integer()),
      unit: Type.Optional(Type.String()),
    }),
  ),
  cost: Type.Optional(Type.Integer({ permission: 'shop.parts.cost' })),
  label: Type.Optional(Type.String({ readOnly: true })),
  created_at: Type.String({ format: 'date-time', readOnly: true }),
  updated_at: Type.String({ format: 'date-time', readOnly: true }),
})

const RULES = { sort: ['name'], filter: ['name', 'price'] } as const

/** A caller who may do everything except what is named. */
export const personWithout = (id: string, ...permissions: string[]): Caller => ({
  ...{ id, kind: 'person', name: id },
  can: (permission) => !permissions.includes(permission),
  scope: () => undefined,
})

export const ADA = personWithout('ada')

const MIGRATIONS = [...operationMigrations, ...jobMigrations, ...undoMigrations]

async function createParts(knex: Knex, table: string): Promise<void> {
  await knex.schema.createTable(table, (columns) => {
    columns.increments('id')
    columns.text('name').notNullable()
    columns.integer('price').notNullable()
    columns.integer('rank')
    columns.integer('cost')
    for (const name of ['notes', 'tags', 'size', 'label']) columns.text(name)
    columns.timestamp('created_at').notNullable()
    columns.timestamp('updated_at').notNullable()
    columns.integer('version').notNullable()
  })
}

export interface AskOptions {
  readonly body?: unknown
  readonly caller?: Caller
  readonly headers?: Record<string, string>
  readonly requestId?: string
}

/** A plugin `shop` with parts, whose changes can be undone. */
export interface UndoShop {
  readonly database: Database
  readonly operations: OperationRegistry
  /** Asks as Ada. @param call `POST /shop/parts` */
  ask(call: string, options?: AskOptions): Promise<Outcome>
  /** Undoes what an answer offers to undo. */
  undo(outcome: Outcome, options?: AskOptions): Promise<Outcome>
  /** What was told to others about boxes, and what was dropped before, in that order. */
  readonly told: readonly string[]
  close(): Promise<void>
  /** All parts as they are stored, apart from versions and the times of the last change. */
  parts(): Promise<unknown[]>
}

/** Opens the shop. Every change of a box is told to others. @param hours for how long changes can be undone; others are told after so many seconds */
export async function openUndoShop(
  target: TestTarget,
  {
    hours = 24,
    seconds = 0,
    register,
  }: { hours?: number; seconds?: number; register?: (routes: Routes, database: Database) => void } = {},
): Promise<UndoShop> {
  const database = await target.openMigrated(MIGRATIONS)
  for (const table of ['shop_parts', 'shop_boxes', 'shop_cases']) await createParts(database.knex, table)
  await database.knex.schema.createTable('shop_screws', (table) => {
    table.increments('id')
    table.integer('case_id').references('id').inTable('shop_cases').onDelete('CASCADE')
  })
  const { routes, declarations } = collect_routes()
  const parts = table_store(database.context, 'shop_parts', Part, {
    ...RULES,
    // Like a number that only the host gives.
    before: (part, current) => (current ? part : { ...part, label: part.label ?? `L${part.name}` }),
  })
  const jobs = await createJobs({ database, log: silentLogger, tick: 100 })
  const told: string[] = []
  const tell = ({ undone, payload }: JobRow) => void told.push(undone ? `dropped ${payload}` : payload)
  jobs.queue.handle({ plugin: 'shop', kind: 'job', name: 'tell', lease: new Hold(), run: tell })
  const after = ({ name }: object & { name: string }, change: string) =>
    jobs.queue.add('shop', 'tell', `${change} ${name}`, { after_undo: true })
  const boxes = table_store(database.context, 'shop_boxes', Part, { ...RULES, after })
  const cases = table_store(database.context, 'shop_cases', Part, RULES)
  routes.records('/parts/{part_id}', parts).records('/boxes/{id}', boxes).records('/cases/{id}', cases)
  register?.(routes, database)
  const operations = new OperationRegistry()
  const declared = declarations.map((route) =>
    declareOperation('shop', route, route.kind === 'bulk' ? { permission: 'shop.bulk' } : {}),
  )
  const histories = historyOperations('shop', declared, {
    lease: new Hold(),
    withholding: withholdingOf(recordsOf(declarations)),
  })
  operations.replace('shop', [...declared, ...histories])
  const validators = createValidators({ log: silentLogger })
  const keys = new KeyRing(Buffer.alloc(32, 7))
  const room = createUndoRoom({
    ...{ database, operations, keys, hours, seconds },
    perform: (request) => perform(request),
    jobs: jobs.queue,
  })
  operations.replace('platform', room.operations)
  const perform = createPerform({ database, operations, validators, undo: room.notes, checkResponses: true })

  const ask: UndoShop['ask'] = async (call, { body, caller = ADA, headers = {}, requestId = 'r1' } = {}) => {
    const [method = '', address = ''] = call.split(' ')
    const path = address.startsWith('/api/') ? address : `/api/v1${address}`
    const match = operations.match(method, path)
    if (match === undefined || 'allowed' in match) throw new Error(`There is no [${call}].`)
    const signal = new AbortController().signal
    return perform(
      new AdmittedRequest({
        ...match,
        query: {},
        body,
        headers,
        caller,
        origin: 'ui',
        requestId,
        signal: () => signal,
      }),
    )
  }
  return {
    ...{ database, operations, ask, told },
    close: () => jobs.close(),
    undo: (outcome, options) => ask(`POST ${outcome.headers['undo']}`, options),
    parts: async () => {
      const rows = (await database.knex('shop_parts').orderBy('id')) as Record<string, unknown>[]
      return rows.map(({ version: _, updated_at: __, ...row }) => row)
    },
  }
}
