import { type Static, Type } from 'typebox'
import { Field } from './field.ts'
import { AbsolutePath, Identifier, Revision } from './identifier.ts'
import { JsonSchema, SecretMember } from './values.ts'
import { LayoutNode } from './layout.ts'

/**
 * A form. Served at `GET /api/v1/forms/{formId}`. The id is `<resource>-<operation>-<hash>`; it changes with the form and is read from
 * the dashboard. The host validates with the same `schema`: the submitted body, or for a PATCH the record after the change, so that
 * `required` names the fields that cannot be emptied. `create` and `action` start with the defaults of the schema and send every
 * value; `edit` starts with the record, and with PATCH sends only the changes.
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
    plan_path: Type.Optional(
      Type.Unsafe<string>({
        ...AbsolutePath,
        description: 'Takes the changes by POST and answers a GrantPlan, which is shown before they are saved',
      }),
    ),
    similar_path: Type.Optional(
      Type.String({
        description:
          'Answers the SimilarRecords of what is entered in a new record; `{name}` stands for a field, whose parameter is left out without a value',
      }),
    ),
    typed_fields: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 2,
        description:
          'Take the text that was searched for before a new record was begun: the last word goes into the last field, the words before it into the first',
      }),
    ),
    revision: Revision,
    schema: JsonSchema,
    fields: Type.Record(Type.String(), Field),
    layout: Type.Array(LayoutNode),
    secrets: Type.Optional(Type.Array(SecretMember, { description: 'What the answer contains only once' })),
  },
  { additionalProperties: false },
)
export type FormDefinition = Static<typeof FormDefinition>

/** A record that may be the one that somebody is about to create. */
export const SimilarRecord = Type.Object({
  id: Type.Union([Type.Integer(), Type.String()]),
  title: Type.String(),
  reasons: Type.Array(Type.String(), { description: 'Why, in words: “same phone number”' }),
})
export type SimilarRecord = Static<typeof SimilarRecord>
