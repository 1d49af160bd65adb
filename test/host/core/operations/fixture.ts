import { type Caller, money, type Routes, table_store, Type } from '@atrium/sdk'
import { collect_routes } from '@atrium/sdk/host'
import type { Knex } from 'knex'
import type { Database } from '../../../../host/base/db/index.ts'
import { silentLogger } from '../../../../host/base/log/index.ts'
import { createPerformMany, type PerformMany } from '../../../../host/core/operations/perform-many.ts'
import { createPerform } from '../../../../host/core/operations/perform.ts'
import { createValidators } from '../../../../host/core/operations/validators.ts'
import { declareOperation, recordsOf, withholdingOf } from '../../../../host/core/operations/declare-operation.ts'
import { operationMigrations } from '../../../../host/core/operations/migrations.ts'
import { AdmittedRequest } from '../../../../host/core/operations/request.ts'
import type { OperationRequest, Outcome, Perform } from '../../../../host/core/operations/request.ts'
import type { Operation } from '../../../../host/core/registries/operation.ts'
import { OperationRegistry } from '../../../../host/core/registries/operation-registry.ts'
import type { TestTarget } from '../../../helpers/databases.ts'

export const Item = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    name: Type.String({ minLength: 1, maxLength: 80 }),
    status: Type.Enum(['draft', 'active', 'retired'], { default: 'draft' }),
    price: money(),
    notes: Type.Optional(Type.String({ maxLength: 2000 })),
    cost: Type.Optional(Type.Integer({ title: 'Internal cost', permission: 'shop.items.cost' })),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Item' },
)

export async function createItems(knex: Knex): Promise<void> {
  await knex.schema.createTable('shop_items', (table) => {
    table.increments('id')
    table.text('name').notNullable().unique()
    table.text('status').notNullable()
    table.integer('price').notNullable()
    table.text('notes')
    table.integer('cost')
    table.timestamp('created_at').notNullable()
    table.integer('version').notNullable()
  })
}

export const itemStore = (db: Knex) =>
  table_store(db, 'shop_items', Item, {
    sort: ['name', 'price', 'cost'],
    filter: ['name', 'status', 'price', 'cost', 'created_at'],
    search: ['name', 'notes'],
  })

/** A caller who may do everything except what is named. */
export const callerWithout = (...permissions: string[]): Caller => ({
  id: permissions.length === 0 ? 'u1' : 'u2',
  kind: 'person',
  name: 'Ada',
  can: (permission) => !permissions.includes(permission),
  scope: () => undefined,
})

export const ADA = callerWithout()

export type Given = Partial<Pick<OperationRequest, 'body' | 'query' | 'headers' | 'caller' | 'signal'>>

/** A shop with one plugin `shop`, and a function that sends it requests as a door would. */
export interface Shop {
  readonly database: Database
  readonly operations: OperationRegistry
  readonly perform: Perform
  readonly performMany: PerformMany
  ask(call: string, given?: Given): Promise<Outcome>
}

type Register = (routes: Routes, shop: { database: Database; items: ReturnType<typeof itemStore> }) => unknown

/** Opens a shop with the items of the record kit and the routes that `register` adds. */
export async function openShop(
  target: TestTarget,
  register: Register = () => undefined,
  refine: (operation: Operation) => Operation = (operation) => operation,
): Promise<Shop> {
  const database = await target.openMigrated(operationMigrations)
  await createItems(database.knex)
  const { routes, declarations } = collect_routes()
  const items = itemStore(database.context)
  routes.records('/items/{item_id}', items)
  register(routes, { database, items })
  const operations = new OperationRegistry()
  const withholding = withholdingOf(recordsOf(declarations))
  const declared = declarations.map((route) =>
    declareOperation('shop', route, {
      withholding,
      ...(route.kind === 'bulk' && { permission: 'shop.items.bulk' }),
    }),
  )
  operations.replace('shop', declared.map(refine))
  const validators = createValidators({ log: silentLogger })
  const perform = createPerform({ database, operations, validators, checkResponses: true })
  const performMany = createPerformMany({ database, perform, validators, checkResponses: true })
  return {
    database,
    operations,
    perform,
    performMany,
    ask: async (call, given) => perform(requestOf(operations, call, given)),
  }
}

/** `POST /items/7/retire` as a door passes it to `perform`. */
export function requestOf(operations: OperationRegistry, call: string, given: Given = {}): AdmittedRequest {
  const [method = '', path = ''] = call.split(' ')
  const match = operations.match(method, `/api/v1/shop${path}`)
  if (match === undefined || 'allowed' in match) throw new Error(`There is no [${call}].`)
  const { query = {}, body, headers = {}, signal = new AbortController().signal } = given
  const caller = 'caller' in given ? given.caller : ADA
  return new AdmittedRequest({
    ...match,
    query,
    body,
    headers,
    caller,
    origin: 'token',
    requestId: 'r1',
    signal: () => signal,
  })
}
