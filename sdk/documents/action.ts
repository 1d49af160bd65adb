import { type Static, Type } from 'typebox'
import { Color, Condition, SecretMember } from './values.ts'
import { AbsolutePath, FieldName, Identifier } from './identifier.ts'

/** The members of a job's record that say how far it is. */
const JobMembers = Type.Object(
  {
    total: FieldName,
    done: { ...FieldName, description: 'Those that were tried, with or without success' },
    failed: FieldName,
    finished: { ...FieldName, description: 'When it ended. Without a value it goes on' },
    outcome: { ...FieldName, description: 'Once it has ended: what it came to, in words' },
    state: Type.Optional({ ...FieldName, description: '`failed` or `cancelled` if it ended before it was complete' }),
  },
  { additionalProperties: false },
)

/** That something can be undone, by callers with this permission. */
export const UndoneWith = Type.Object({ permission: Type.Optional(Type.String()) }, { additionalProperties: false })

/** Work that goes on after the answer to an action. The answer is its record, which is read again until it has ended. */
export const ActionJob = Type.Object(
  {
    doing: Type.String({ description: 'What is going on: “Importing clients”' }),
    record_path: AbsolutePath,
    under_way_path: { ...AbsolutePath, description: 'The list of those that have not ended' },
    cancel: Type.Optional(
      Type.Object(
        { path: AbsolutePath, permission: Type.Optional(Type.String()) },
        { additionalProperties: false, description: 'POST ends it before it is complete' },
      ),
    ),
    failures_path: Type.Optional({
      ...AbsolutePath,
      description: 'The list of what failed: `line`, `column` and `message`. Also as CSV',
    }),
    members: JobMembers,
  },
  { additionalProperties: false },
)
export type ActionJob = Static<typeof ActionJob>

/**
 * An action on a table or a record. `{id}` in the path stands for the record; in a relation block, `{parent_id}` stands for the record of
 * the screen. A bulk action sends
 * `{ ids: [...] }` or `{ filter: '<list query>' }`, with what its form asks for as `body`, and is answered
 * `{ done, failed: [{ id, error }] }` (ARCHITECTURE: Operations).
 */
export const Action = Type.Object(
  {
    id: Identifier,
    kind: Type.Enum(['row', 'bulk', 'header']),
    label: Type.String(),
    method: Type.Enum(['POST', 'PUT', 'PATCH', 'DELETE']),
    path: AbsolutePath,
    icon: Type.Optional(Type.String()),
    color: Type.Optional(Color),
    form_id: Type.Optional({ ...Identifier, description: 'The form in which the body is asked for' }),
    changes: Type.Optional(
      Type.Array(FieldName, {
        minItems: 1,
        description:
          'For a bulk action: the fields of the form that people may change in all records. The body is `changes` with those that they chose, and `seen`, the records as they were shown',
      }),
    ),
    record_path: Type.Optional({
      ...AbsolutePath,
      description: 'The record, read before the form is shown; its `ETag` is sent back as `If-Match`',
    }),
    opens: Type.Optional({
      ...FieldName,
      description: 'The member of the answer that is an address, which the browser then goes to',
    }),
    sends: Type.Optional(
      Type.Array(FieldName, {
        description: 'Fields of the record that are sent in the body, under the same names and as they were shown',
      }),
    ),
    confirm: Type.Optional(Type.String({ description: 'Asked before the request is sent, unless it can be undone' })),
    undo: Type.Optional({
      ...UndoneWith,
      description:
        'It can be undone by callers with this permission, who are asked `confirm` only if the host refuses it with `Undo: required`',
    }),
    keep: Type.Optional(
      Type.String({ description: 'The button that dismisses the question or the form. Default: “Go back”' }),
    ),
    done: Type.Optional(
      Type.String({ description: 'Says that it is done: “Booking cancelled”. Default: the label in the past tense' }),
    ),
    primary: Type.Optional(
      Type.Literal(true, {
        description: 'The step that usually comes next: the main button of the record while it is offered',
      }),
    ),
    job: Type.Optional(ActionJob),
    visible_when: Type.Optional(Condition),
    not_before: Type.Optional({
      ...FieldName,
      description: 'A field of the record: the moment from which on it is offered',
    }),
    secrets: Type.Optional(Type.Array(SecretMember, { description: 'What the answer contains only once' })),
    permission: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type Action = Static<typeof Action>
