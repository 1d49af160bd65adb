import { type Static, Type } from 'typebox'
import { AbsolutePath, FieldName, Identifier } from './identifier.ts'
import { ProblemDetail } from './problem.ts'

/** The most records that one import takes. */
export const MOST_IMPORTED = 1_000

/** The body of an import. Each record is checked for itself, so that one mistake does not refuse the others. */
export const ImportRequest = Type.Object(
  {
    records: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      minItems: 1,
      maxItems: MOST_IMPORTED,
      description: 'The values of each record, as the body of its creation or change. Null means no value.',
    }),
    key: Type.Optional(
      Type.String({
        description:
          'The field that identifies a record, such as `email`: a record that has the value already is changed, another one is created. ' +
          'Default: all of them are created.',
      }),
    ),
    all: Type.Optional(
      Type.Boolean({ description: 'Saves nothing if any record is refused. Default: saves those that are not.' }),
    ),
  },
  { title: 'ImportRequest', additionalProperties: false },
)
export type ImportRequest = Static<typeof ImportRequest>

/** A record that was refused, by its place in the request. */
export const ImportFailure = Type.Object({
  row: Type.Integer({ description: 'Its place among the records of the request, counted from 0' }),
  error: Type.Object({
    code: Type.String(),
    detail: Type.String(),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'The first reason for each field' }),
    ),
    details: Type.Optional(
      Type.Array(ProblemDetail, { description: 'All reasons, of which a field may have several, with their places' }),
    ),
  }),
})
export type ImportFailure = Static<typeof ImportFailure>

/** The result of an import, or what it would be. */
export const ImportResult = Type.Object(
  {
    saved: Type.Boolean({
      description:
        'False if nothing was saved: it was a dry run, a record was refused and `all` was set, or a new record turned out to have the key of another one.',
    }),
    created: Type.Integer({ description: 'How many records are new.' }),
    changed: Type.Integer({ description: 'How many records have other values now.' }),
    unchanged: Type.Integer({ description: 'How many records had all of these values already.' }),
    failed: Type.Array(ImportFailure),
  },
  { title: 'ImportResult' },
)
export type ImportResult = Static<typeof ImportResult>

/** How people import records into a list. */
export const ListImport = Type.Object(
  {
    path: { ...AbsolutePath, description: 'POST takes an `ImportRequest`, and `dry_run=1` in the query' },
    form_id: { ...Identifier, description: 'The form of a new record: its fields are those that can be imported' },
    fields: Type.Array(
      Type.Object(
        {
          name: FieldName,
          label: Type.String({ description: 'The heading of its column in the export of the list as CSV' }),
          key: Type.Optional(Type.Literal(true, { description: 'Its values may identify records' })),
          permission: Type.Optional(Type.String()),
        },
        { additionalProperties: false },
      ),
      { description: 'All fields of a record, in the order of the export' },
    ),
    undo: Type.Optional(
      Type.Object(
        { permission: Type.Optional(Type.String()) },
        { additionalProperties: false, description: 'It can be undone as one by callers with this permission' },
      ),
    ),
    permission: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type ListImport = Static<typeof ListImport>
