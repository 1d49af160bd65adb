import { type Static, Type } from 'typebox'
import { Field } from './field.ts'
import { AbsolutePath, Identifier, Revision } from './identifier.ts'
import { JsonSchema } from './json-schema.ts'
import { LayoutNode } from './layout-node.ts'

/**
 * A form. Served at `GET /api/v1/forms/{formId}`; the id is `<resource>-<operation>-<hash>`, changes when the form changes
 * and is read from the dashboard, never typed. `schema` is the very schema the host validates with: the submitted body, and with
 * PATCH the record as it would be afterwards, so that `required` names what cannot be emptied.
 */
export const FormDefinition = Type.Object(
  {
    id: Identifier,
    resource_id: Identifier,
    operation: Type.Enum(['create', 'edit', 'action']),
    submit: Type.Object(
      { method: Type.Enum(['POST', 'PUT', 'PATCH']), path: AbsolutePath },
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
