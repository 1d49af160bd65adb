import { page, Type } from '@atrium/sdk'
import { collect_routes, PagingQuery, parse_paging } from '@atrium/sdk/host'
import { actionOf, declareOperation, presentRequest, type UndoNotes } from '../operations/index.ts'
import type { Operation } from '../registries/index.ts'
import { takeBack, type TakeBackOptions } from './take-back.ts'
import { createUndoNotes } from './undo-notes.ts'
import { addressOf, openChanges, sweepUndo, type UndoRow } from './undo-table.ts'

/** A change that can be undone. */
const OpenChange = Type.Object(
  {
    id: Type.String(),
    address: Type.String({ description: 'POST here takes the change back' }),
    at: Type.String({ format: 'date-time' }),
    action: Type.String({ description: 'What was done' }),
    path: Type.String({ description: 'The record, or the first of the records that were changed' }),
    records: Type.Integer({ description: 'How many records were changed' }),
    undoes: Type.Optional(
      Type.String({ description: 'The change that this one took back: undoing it does that again' }),
    ),
  },
  { title: 'OpenChange', additionalProperties: false },
)

const Undone = Type.Object(
  {
    records: Type.Array(
      Type.Object(
        {
          path: Type.String(),
          change: Type.Enum(['created', 'updated', 'deleted'], { description: 'The change that was taken back' }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { title: 'Undone', additionalProperties: false },
)

/** How changes are undone. */
export interface UndoRoom {
  /** For `perform`. Undefined if changes cannot be undone. */
  readonly notes: UndoNotes | undefined
  /** The operations below `/api/v1/platform/undo`, for every caller. */
  readonly operations: readonly Operation[]
  /** Deletes changes that can no longer be undone. */
  sweep(): Promise<void>
}

/** Opens the room. With 0 hours, nothing is recorded. */
export function createUndoRoom(options: TakeBackOptions): UndoRoom {
  const { database, hours } = options
  return {
    notes: hours > 0 ? createUndoNotes(options) : undefined,
    operations: declareOperations(options),
    sweep: () => sweepUndo(database, hours),
  }
}

function declareOperations(options: TakeBackOptions): Operation[] {
  const { database, operations, hours } = options
  const { routes, declarations } = collect_routes()
  const shown = (row: UndoRow) => ({
    id: row.undo,
    address: addressOf(row.undo),
    at: new Date(row.at).toISOString(),
    action: actionOf(row, operations),
    path: pathOf(row),
    records: row.steps,
    ...(row.undoes !== null && { undoes: row.undoes }),
  })
  routes
    .get(
      '/undo',
      {
        summary: 'List your changes that can be undone',
        description: 'The latest first. The answer to a change also names its address, in the header Undo.',
        query: PagingQuery,
        response: Type.Array(OpenChange),
      },
      async ({ caller, query }) => {
        const open = () => openChanges(database, { caller_id: caller.id, hours })
        const { limit, offset } = parse_paging(query)
        const rows: UndoRow[] = await open().limit(limit).offset(offset)
        const [counted] = await open().clearOrder().count({ total: '*' })
        return page(rows.map(shown), Number((counted as { total?: unknown } | undefined)?.total))
      },
    )
    .post(
      '/undo/{id}',
      {
        summary: 'Undo a change',
        description:
          'Takes back a change of yours: all of it, or nothing if a record has changed since (409). You need the permissions for the opposite ' +
          'change. The header Undo of the answer names the address that makes the change again.',
        response: Undone,
      },
      async ({ params: { id } }) => {
        const request = presentRequest()
        if (request === undefined) throw new Error('A change is undone by a request.')
        const rows = await takeBack(id, { ...options, request })
        return { records: rows.map((row) => ({ path: pathOf(row), change: row.change })) }
      },
    )
  return declarations.map((route) => ({
    ...declareOperation('platform', route, { unaudited: true }),
    permission: undefined,
  }))
}

const pathOf = ({ resource, record_id }: UndoRow) => `${resource}/${encodeURIComponent(record_id)}`
