import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'

const RecordId = Type.Union([Type.Integer(), Type.String()])

/** The most records that one request changes. A filter that matches more is run in the background. */
export const MOST_AT_ONCE = 500

/** The most values that one request changes if each record gets its own. */
export const MOST_VALUES = 10_000

/** The records of a bulk action: either these ids, or all records that match the filter. */
export const BulkRequest = Type.Object(
  {
    ids: Type.Optional(Type.Array(RecordId, { minItems: 1, maxItems: MOST_AT_ONCE })),
    filter: Type.Optional(
      Type.String({ description: 'A list query without paging, such as `status=draft&q=old`. Empty means all.' }),
    ),
  },
  { additionalProperties: false },
)
export type BulkRequest = Static<typeof BulkRequest>

const SeenValues = Type.Record(Type.String(), Type.Unknown())

const Seen = Type.Record(Type.String(), SeenValues, {
  description:
    'What the caller has seen of the records, by id, as their list answers it. A record of which any of these values has changed since is not changed.',
})

/** `add` and `remove` of a bulk route, by the schemas of the items of each list. Empty without lists. */
function listChanges(items: Readonly<Record<string, TSchema>>): TProperties {
  const lists = Object.entries(items).map(
    ([name, item]) => [name, Type.Optional(Type.Array(item, { minItems: 1, maxItems: MOST_AT_ONCE }))] as const,
  )
  if (lists.length === 0) return {}
  const some = (description: string) =>
    Type.Optional(
      Type.Object(Object.fromEntries(lists), { additionalProperties: false, minProperties: 1, description }),
    )
  return {
    add: some('Values that are added to the lists of each record. Those that it has already stay as they are.'),
    remove: some('Values that are removed from the lists of each record.'),
  }
}

/**
 * The body of a bulk route that changes fields: either the records and what is changed in all of them, or `records`, each with its own
 * changes. `seen` is how the caller has seen them. `items` are the schemas of what can be added to the lists of a record.
 */
export const bulk_change = (changes: TSchema, items: Readonly<Record<string, TSchema>>) =>
  Type.Object(
    {
      ...BulkRequest.properties,
      changes: Type.Optional(changes),
      ...listChanges(items),
      seen: Type.Optional(Seen),
      records: Type.Optional(
        Type.Array(
          Type.Object(
            { id: RecordId, changes, seen: Type.Optional(SeenValues) },
            { required: ['id', 'changes'], additionalProperties: false },
          ),
          {
            minItems: 1,
            maxItems: MOST_AT_ONCE,
            description: `Instead of all other members: each record with its own changes and what the caller has seen of it. At most ${MOST_VALUES} values.`,
          },
        ),
      ),
    },
    { additionalProperties: false },
  )

/**
 * The body of a bulk route whose repeated route has a body: the records, and the body with which the route is called for each. It may be left
 * out if the repeated route needs nothing that has no default.
 */
export function bulk_with_body(body: TObject) {
  // A body that is no object, such as a union, has no properties.
  const { required = [], properties } = body as Partial<TObject>
  const isNeeded = properties === undefined || required.some((name) => !('default' in (properties[name] ?? {})))
  return Type.Object(
    { ...BulkRequest.properties, body: isNeeded ? body : Type.Optional({ ...body, default: {} }) },
    { additionalProperties: false },
  )
}

/** What is changed in a record, and the values of it that the caller has seen. */
export interface OwnChange {
  changes: Record<string, unknown>
  seen?: Static<typeof SeenValues>
}

/** Values by the name of a field that is a list. */
type Lists = Readonly<Record<string, readonly unknown[]>>

/** Values that are added to the lists of a record, and removed from them. */
export interface ListChanges {
  add?: Lists
  remove?: Lists
}

/** A bulk request with changes: the same for all records, or `records`. */
export interface BulkChange extends BulkRequest, ListChanges {
  changes?: OwnChange['changes']
  seen?: Static<typeof Seen>
  records?: readonly (OwnChange & { id: Static<typeof RecordId> })[]
  /** The body with which the repeated route is called for each record. */
  body?: Record<string, unknown>
}

const Reason = Type.Object({
  code: Type.String(),
  detail: Type.String(),
  errors: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'What is wrong with which field, if it is about fields.',
    }),
  ),
})

/** A record that a bulk action could not change, and why. */
export const BulkFailure = Type.Object({ id: RecordId, error: Reason })
export type BulkFailure = Static<typeof BulkFailure>

/** The result of a bulk action for each record. */
export const BulkResult = Type.Object({
  done: Type.Array(RecordId),
  failed: Type.Array(BulkFailure),
})
export type BulkResult = Static<typeof BulkResult>

/** A bulk action that runs in the background: how far it is, and which records failed. */
export const BulkAction = Type.Object(
  {
    id: Type.Integer(),
    operation: Type.String({
      description: 'The bulk route, such as `POST /api/v1/clients/clients/archive`.',
    }),
    state: Type.Enum(['waiting', 'running', 'done', 'cancelled', 'failed'], {
      description:
        'waiting: it has not begun, or it goes on as soon as its plugin is active. done: every record was tried, see `failed`. cancelled, failed: it ended before the last record, and the records done so far stay done.',
    }),
    total: Type.Integer({ description: 'The number of records that matched when it was started.' }),
    done: Type.Integer({ description: 'The number of records that were changed so far.' }),
    failed: Type.Integer({ description: 'The number of records that were refused so far.' }),
    errors: Type.Array(BulkFailure, { description: 'The first 100 records that were refused, and why.' }),
    reason: Type.Optional(
      Type.Object({ code: Type.String(), detail: Type.String() }, { description: 'Why it failed.' }),
    ),
    caller_id: Type.String({ description: 'The id of the caller who started it.' }),
    caller_name: Type.String({ description: 'The name of the caller who started it.' }),
    created_at: Type.String({ format: 'date-time' }),
    started_at: Type.Optional(Type.String({ format: 'date-time' })),
    finished_at: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { title: 'Bulk action' },
)
export type BulkAction = Static<typeof BulkAction>
