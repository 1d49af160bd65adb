import type { Caller, Routes } from '@atrium/sdk'
import { collect_routes } from '@atrium/sdk/host'
import { type Database, migrate } from '../../../../host/base/db/index.ts'
import { Hold } from '../../../../host/base/lifetime/index.ts'
import { silentLogger } from '../../../../host/base/log/index.ts'
import { KeyRing } from '../../../../host/base/secrets/index.ts'
import type { Auth, Principal } from '../../../../host/core/auth/index.ts'
import { createPrincipal } from '../../../../host/core/auth/identity.ts'
import { bulkMigrations, type BulkRoom, createBulkRoom } from '../../../../host/core/bulk/index.ts'
import { createJobs, jobMigrations, type JobRoom } from '../../../../host/core/jobs/index.ts'
import {
  AdmittedRequest,
  createPerform,
  declareOperation,
  operationMigrations,
  type Outcome,
  type Perform,
} from '../../../../host/core/operations/index.ts'
import { Registries } from '../../../../host/core/registries/index.ts'
import { createItems, type Given, itemStore } from '../operations/fixture.ts'

/** People by id: what each may do now. Nobody else exists. */
export type People = Map<string, readonly string[]>

/** One host with a plugin `shop`, as far as bulk actions need it. */
export interface BulkHost {
  readonly registries: Registries
  readonly perform: Perform
  readonly bulk: BulkRoom
  readonly jobs: JobRoom
  /** The generation of the plugin. */
  readonly hold: Hold
  /** Sends a request as a person: `POST /api/v1/shop/items/retire`. */
  ask(call: string, given?: Omit<Given, 'caller'> & { as?: string }): Promise<Outcome>
}

type Register = (routes: Routes, shop: { database: Database; items: ReturnType<typeof itemStore> }) => unknown

/** Makes the tables of a host in an empty database. */
export async function prepareDatabase(database: Database): Promise<void> {
  const migrations = [...operationMigrations, ...jobMigrations, ...bulkMigrations]
  await migrate({ database, owner: 'platform', migrations })
  await createItems(database.knex)
}

/** Opens a host on a prepared database. With `mostAtOnce`, fewer records than 500 run in the background. */
export async function openBulkHost(
  database: Database,
  { people, register, mostAtOnce }: { people: People; register: Register; mostAtOnce?: number },
): Promise<BulkHost> {
  const registries = new Registries()
  const { operations } = registries
  const log = silentLogger
  const jobs = await createJobs({ database, log, lease: 2_000, tick: 100, pauseAfter: () => 50 })
  const auth: Pick<Auth, 'resume'> = {
    resume: async ({ id, permissions: limit }) => personOf(people, id, limit),
  }
  const perform: Perform = (request) => run(request)
  const bulk = await createBulkRoom({
    ...{ database, registries, log, queue: jobs.queue, auth, perform, keys: new KeyRing(Buffer.alloc(32, 7)) },
    ...(mostAtOnce !== undefined && { mostAtOnce }),
  })
  const run = createPerform({ database, operations, background: bulk, checkResponses: true })
  const hold = new Hold()
  const { routes, declarations } = collect_routes()
  const items = itemStore(database.context)
  routes.records('/items/{item_id}', items)
  register(routes, { database, items })
  const declared = declarations.map((route) =>
    declareOperation('shop', route, { lease: hold, ...(route.kind === 'bulk' && { permission: 'shop.items.bulk' }) }),
  )
  registries.publishOperations('shop', declared)
  return { registries, perform, bulk, jobs, hold, ask }

  async function ask(
    call: string,
    { as = 'ada', query = {}, body, headers = {} }: Parameters<BulkHost['ask']>[1] = {},
  ) {
    const [method = '', path = ''] = call.split(' ')
    const match = operations.match(method, path)
    if (match === undefined || 'allowed' in match) throw new Error(`There is no [${call}].`)
    const caller: Caller | undefined = personOf(people, as)
    const { signal } = new AbortController()
    return perform(
      new AdmittedRequest({
        ...match,
        query,
        body,
        headers,
        caller,
        origin: 'ui',
        requestId: 'r1',
        signal: () => signal,
      }),
    )
  }
}

function personOf(people: People, id: string, limit?: readonly string[]): Principal | undefined {
  const permissions = people.get(id)
  return permissions && createPrincipal({ id, kind: 'person', name: id, permissions, ...(limit && { limit }) })
}
