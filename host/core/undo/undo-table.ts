import { ApiError } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import type { ChangedRecord, OpenUndo } from '../operations/index.ts'
import type { UndoStep } from './undo-steps.ts'

export const UNDO_TABLE = 'platform_undo'

/** The operation that undoes changes. */
export const UNDO = 'POST /api/v1/platform/undo/{id}'

/** The address for undoing a change. */
export const addressOf = (undo: string) => `/api/v1/platform/undo/${undo}`

/** Where the former state of records is stored. */
export const sealedPlace = (undo: string, position: number) => ({
  plugin: 'platform',
  place: `platform_undo/${undo}/${position}/sealed`,
})

/** A step of a change that can be undone. */
export interface UndoRow extends Omit<UndoStep, 'former'> {
  readonly id: number | string
  readonly undo: string
  readonly steps: number
  readonly position: number
  readonly caller_id: string
  readonly at: string | Date
  readonly done_at: string | Date | null
  readonly undoes: string | null
  readonly request_id: string | null
  readonly operation: string
  readonly sealed: string
}

const HOUR = 60 * 60_000

/** Changes from before this time can no longer be undone. */
const oldestOf = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()

interface Asked {
  readonly caller_id: string
  /** Hours for which changes can be undone. */
  readonly hours: number
}

/** The steps of somebody's changes that can still be undone, the latest first. */
const openSteps = (database: Database, { caller_id, hours }: Asked) =>
  database
    .context<UndoRow>(UNDO_TABLE)
    .where({ caller_id })
    .whereNull('done_at')
    .where('at', '>=', oldestOf(hours))
    .orderBy('id', 'desc')

/** The latest changes of somebody that can still be undone, the latest first. One row for each. */
export const openChanges = (database: Database, asked: Asked) => openSteps(database, asked).where({ position: 0 })

/** The changes that left the record in its present state, perhaps together with others, by the id of their request. */
export async function openChangesOf(
  database: Database,
  { resource, record_id, etag, ...asked }: ChangedRecord & Asked,
): Promise<ReadonlyMap<string, OpenUndo>> {
  const rows: UndoRow[] = await openSteps(database, asked).where({ resource, record_id, tag_after: etag })
  return new Map(rows.map(({ request_id, undo, steps }) => [request_id ?? '', { address: addressOf(undo), steps }]))
}

/**
 * Claims a person's change, so that no other request undoes it, and returns its steps, last one first.
 * @throws ApiError 404 `record_not_found`, 410 `undo_over`
 */
export async function takeChange(database: Database, undo: string, { caller_id, hours }: Asked): Promise<UndoRow[]> {
  const rows = () => database.context<UndoRow>(UNDO_TABLE).where({ undo, caller_id })
  const taken = await rows()
    .whereNull('done_at')
    .where('at', '>=', oldestOf(hours))
    .update({ done_at: new Date().toISOString() })
  const steps: UndoRow[] = await rows().orderBy('position', 'desc')
  const [last] = steps
  if (last === undefined) throw new ApiError('record_not_found', { detail: `You have made no change [${undo}].` })
  if (taken === 0) throw over(undo, { hours, isDone: last.done_at !== null })
  return steps
}

export const over = (undo: string, { hours, isDone }: { hours: number; isDone: boolean }) =>
  new ApiError('undo_over', {
    detail: isDone
      ? `The change [${undo}] has been undone already. Its answer names the change that does it again.`
      : `The change [${undo}] can no longer be undone, because that is possible for ${hours} hours. Change the record by hand.`,
  })

/**
 * After a record has returned to a former version under a new ETag, attaches the steps that led to that version to the new ETag.
 * @param tags the ETags of the former version and of the present one
 */
export async function countFrom(
  database: Database,
  { resource, record_id }: Pick<UndoRow, 'resource' | 'record_id'>,
  tags: { readonly former: string; readonly present: string },
): Promise<void> {
  await database
    .context<UndoRow>(UNDO_TABLE)
    .where({ resource, record_id, tag_after: tags.former })
    .whereNull('done_at')
    .update({ tag_after: tags.present })
}

/** Rows per statement, few enough that other writers do not wait long. */
const AT_ONCE = 1_000

/** Deletes changes that can no longer be undone. The host calls it every hour. */
export async function sweepUndo(database: Database, hours: number): Promise<void> {
  for (;;) {
    const old = database.knex<UndoRow>(UNDO_TABLE).where('at', '<', oldestOf(hours))
    const ids = await old.orderBy('id').limit(AT_ONCE).pluck<number[]>('id')
    if (ids.length === 0) return
    await database.knex(UNDO_TABLE).whereIn('id', ids).delete()
  }
}
