import { ApiError, type Caller, type RecordStore, table_store } from '@atrium/sdk'
import type { Undo } from '@atrium/sdk'
import { BulkAction, collect_routes, MOST_AT_ONCE } from '@atrium/sdk/host'
import { Hold, type Lease } from '../../base/lifetime/index.ts'
import type { Database } from '../../base/db/index.ts'
import type { KeyRing } from '../../base/secrets/index.ts'
import { toPrincipal } from '../auth/index.ts'
import type { JobOwner, JobQueue, JobRow } from '../jobs/index.ts'
import {
  type BackgroundBulk,
  declareOperation,
  filteredList,
  type OperationRequest,
  repeatedOperation,
  requirePermission,
} from '../operations/index.ts'
import { type NotificationRoom, PLATFORM } from '../notifications/index.ts'
import type { Operation, Registries } from '../registries/index.ts'
import { BulkRunner, type RunnerOptions } from './bulk-runner.ts'
import { endedAction } from './ended-action.ts'
import { sealGiven } from './given.ts'
import { ACTION_TABLE, type BulkRow, BulkTable, isOver } from './bulk-table.ts'

/** The owner of the operations and of the jobs. Each job has the id of its plugin as its name, so it waits for that plugin. */
const OWNER = 'bulk'

/** Callers with this permission, who may cancel any job, may also see and cancel the actions of others. */
const MANAGE = 'platform.jobs.cancel'

/** Failed tries of one turn. */
const ATTEMPTS = 10

export interface BulkOptions extends Pick<RunnerOptions, 'perform' | 'auth' | 'log' | 'keys'> {
  /** With `bulkMigrations` applied. */
  readonly database: Database
  readonly registries: Registries
  readonly queue: JobQueue
  /** Tells people how their actions ended. Default: they are not told. */
  readonly notifications?: Pick<NotificationRoom, 'send'>
  /** The most records that one request changes. A filter that matches more needs this room. Default 500. */
  readonly mostAtOnce?: number
}

/** Bulk actions that run in the background. */
export interface BulkRoom extends BackgroundBulk {
  /** Deletes old actions and ends those whose job was given up. Call it once an hour. */
  sweep(): Promise<void>
}

/**
 * Opens the room and publishes the operations below `/api/v1/bulk`. Actions left by an earlier process continue as soon as their plugin is
 * active.
 */
export async function createBulkRoom(options: BulkOptions): Promise<BulkRoom> {
  const { database, registries, queue, keys, notifications, mostAtOnce = MOST_AT_ONCE } = options
  const { operations } = registries
  const table = new BulkTable(database, mostAtOnce, {
    ended: async (row) => {
      const notification = endedAction(row, registries)
      if (notification) await notifications?.send(PLATFORM, notification)
    },
  })
  const goOn = ({ id, plugin }: Pick<BulkRow, 'id' | 'plugin'>) =>
    queue.add(OWNER, plugin, { id }, { key: String(id), attempts: ATTEMPTS })
  const runner = new BulkRunner({ ...options, table, operations, goOn })
  const store = table_store(database.context, ACTION_TABLE, BulkAction, {
    sort: ['created_at'],
    filter: ['state', 'operation', 'caller_id', 'created_at'],
    scope: (query, caller) => void (caller.can(MANAGE) || query.where({ caller_id: caller.id })),
  })
  // Only one host uses a SQLite file, so nothing runs there yet.
  if (database.dialect === 'sqlite') await table.pause()
  await endOrphans(table, queue)

  queue.own(OWNER, jobOwner(table))
  followPlugins(registries, { queue, runner })
  registries.publishOperations(OWNER, declareOperations(store, { table, queue }))
  return {
    mostAtOnce,
    addressOf: ({ id }) => `/api/v1/${OWNER}/actions/${id}`,
    accept: async (request, ids) => {
      const repeated = repeatedOperation(operations, request.operation)
      for (const each of [repeated, filteredList(operations, repeated)])
        if (each) requirePermission(each, request.caller)
      const row = await table.add(toAction(request, keys), ids)
      await goOn(row)
      return store.get(row.id)
    },
    sweep: async () => {
      await endOrphans(table, queue)
      await table.sweep()
    },
  }
}

/** The caller is known: an anonymous caller has no list to filter. */
function toAction({ operation, params, caller, origin, requestId, body }: OperationRequest, keys: KeyRing) {
  const { id, kind, name, permissions, token } = toPrincipal(caller as Caller)
  return {
    plugin: operation.owner,
    operation: operation.name,
    params: JSON.stringify(params),
    ...{ caller_id: id, caller_kind: kind, caller_name: name },
    ...{ permissions: JSON.stringify(permissions), token_id: token?.id ?? null },
    origin,
    request_id: requestId,
    given: sealGiven(body, keys, requestId),
  }
}

/** Runs the jobs of each plugin with bulk routes while it serves. */
function followPlugins(registries: Registries, { queue, runner }: { queue: JobQueue; runner: BulkRunner }): void {
  // The platform's own operations belong to no generation.
  const platform = new Hold()
  const followed = new Map<string, { readonly lease: Lease; readonly stop: Undo }>()
  registries.onChange(({ owner }) => {
    if (owner === undefined) return
    const bulk = registries.operations.list(owner).find(({ declaration }) => declaration.kind === 'bulk')
    const lease = bulk ? (bulk.lease ?? platform) : undefined
    const former = followed.get(owner)
    if (lease === former?.lease) return
    const run: BulkRunner['run'] = (row, signal) => runner.run(row, signal)
    const handler = { plugin: OWNER, kind: 'job', name: owner, title: 'Bulk action' } as const
    if (lease === undefined) followed.delete(owner)
    else followed.set(owner, { lease, stop: queue.handle({ ...handler, lease, run }) })
    former?.stop()
  })
}

/** An action ends with its job. The job cannot be retried once its action has ended, because the list of its records is deleted. */
function jobOwner(table: BulkTable): JobOwner {
  const actionOf = ({ payload }: JobRow) => (JSON.parse(payload) as { id: number }).id
  return {
    cancelled: async (row) => void (await table.end(actionOf(row), { state: 'cancelled' })),
    givenUp: async (row) => void (await table.end(actionOf(row), GIVEN_UP)),
    retried: async (row) => {
      const action = await table.find(actionOf(row))
      if (action === undefined || isOver(action)) throw nothingToRetry(actionOf(row), action)
    },
  }
}

const GIVEN_UP = {
  state: 'failed',
  reason: {
    code: 'internal_error',
    detail:
      'Its job was given up, because the host ended too often while it ran. The records done so far stay done. Find out what ends the host, then start the action again.',
  },
} as const

/** Ends actions whose job will not continue: it was given up while no host of this version ran. */
async function endOrphans(table: BulkTable, queue: JobQueue): Promise<void> {
  const open = await table.open()
  if (open.length === 0) return
  const keys = new Set(await queue.openKeys(OWNER))
  for (const id of open) if (!keys.has(String(id))) await table.end(id, GIVEN_UP)
}

/** Every caller may see and cancel their own actions. */
function declareOperations(
  store: RecordStore<BulkAction>,
  { table, queue }: { table: BulkTable; queue: JobQueue },
): Operation[] {
  const { routes, declarations } = collect_routes()
  const { schema, rules } = store
  routes
    .records('/actions/{id}', {
      ...{ schema, rules },
      list: (query) => store.list(query),
      ids: (query) => store.ids(query),
      get: (id) => store.get(id),
    })
    .post(
      '/actions/{id}/cancel',
      {
        summary: 'Cancel a bulk action',
        description: 'The records done so far stay done. Cancelling it again does nothing.',
        response: BulkAction,
      },
      async ({ params: { id } }) => {
        const action = await store.get(id)
        if (isOver(action) && action.state !== 'cancelled') throw alreadyOver(action)
        await table.end(action.id, { state: 'cancelled' })
        await queue.cancelWaiting(OWNER, String(action.id))
        return store.get(id)
      },
    )
  return declarations.map((route) => ({ ...declareOperation(OWNER, route), permission: undefined }))
}

const alreadyOver = ({ id, state }: BulkAction) =>
  new ApiError('conflict', {
    detail: `The bulk action [${id}] has already ended: it is [${state}]. There is nothing left to cancel.`,
  })

const nothingToRetry = (id: number, action?: Pick<BulkAction, 'state'>) =>
  new ApiError('conflict', {
    detail: `The bulk action [${id}] of this job has ended: it is [${action?.state ?? 'deleted'}]. Start the action again instead.`,
  })
