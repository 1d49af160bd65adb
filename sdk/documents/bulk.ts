import { type Static, Type } from 'typebox'

const RecordId = Type.Union([Type.Integer(), Type.String()])

/** The records of a bulk action: either these ids, or all records that match the filter. */
export const BulkRequest = Type.Object(
  {
    ids: Type.Optional(Type.Array(RecordId, { minItems: 1, maxItems: 500 })),
    filter: Type.Optional(
      Type.String({ description: 'A list query without paging, such as `status=draft&q=old`. Empty means all.' }),
    ),
  },
  { additionalProperties: false },
)
export type BulkRequest = Static<typeof BulkRequest>

/** The result of a bulk action for each record. */
export const BulkResult = Type.Object({
  done: Type.Array(RecordId),
  failed: Type.Array(Type.Object({ id: RecordId, error: Type.Object({ code: Type.String(), detail: Type.String() }) })),
})
export type BulkResult = Static<typeof BulkResult>
