import { type Static, Type } from 'typebox'
import { Color, Condition, SecretMember } from './values.ts'
import { AbsolutePath, FieldName, Identifier } from './identifier.ts'

/**
 * An action on a table or a record. `{id}` in the path stands for the record; in a relation block, `{parent_id}` stands for the record of
 * the screen. A bulk action sends
 * `{ ids: [...] }` or `{ filter: '<list query>' }` and is answered `{ done, failed: [{ id, error }] }` (ARCHITECTURE: Operations).
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
    record_path: Type.Optional({
      ...AbsolutePath,
      description: 'The record, read before the form is shown; its `ETag` is sent back as `If-Match`',
    }),
    opens: Type.Optional({
      ...FieldName,
      description: 'The member of the answer that is an address, which the browser then goes to',
    }),
    confirm: Type.Optional(Type.String({ description: 'Asked before the request is sent' })),
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
    visible_when: Type.Optional(Condition),
    secrets: Type.Optional(Type.Array(SecretMember, { description: 'What the answer contains only once' })),
    permission: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type Action = Static<typeof Action>
