import { type Static, Type } from 'typebox'
import { Field } from './field.ts'
import { AbsolutePath, Identifier, Revision } from './identifier.ts'
import { JsonSchema } from './values.ts'
import { LayoutNode } from './layout.ts'

/**
 * A form. Served at `GET /api/v1/forms/{formId}`; the id is `<resource>-<operation>-<hash>`, changes when the form changes
 * and is read from the dashboard, never typed. `schema` is the very schema the host validates with: the submitted body, and with
 * PATCH of a record what it would be afterwards, so that `required` names what cannot be emptied. `create` and `action` begin with the
 * defaults of the schema and send all that was entered; `edit` begins with the record, and with PATCH sends what was changed.
 */
export const FormDefinition = Type.Object(
  {
    id: Identifier,
    resource_id: Identifier,
    operation: Type.Enum(['create', 'edit', 'action']),
    submit: Type.Object(
      {
        method: Type.Enum(['POST', 'PUT', 'PATCH']),
        path: AbsolutePath,
        encoding: Type.Optional(Type.Enum(['multipart/form-data'], { description: 'Default: JSON' })),
        once: Type.Optional(Type.Literal(true, { description: 'A multipart body may come with an Idempotency-Key' })),
      },
      { additionalProperties: false },
    ),
    revision: Revision,
    schema: JsonSchema,
    fields: Type.Record(Type.String(), Field),
    layout: Type.Array(LayoutNode),
  },
  { additionalProperties: false },
)
export type FormDefinition = Static<typeof FormDefinition>
