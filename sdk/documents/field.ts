import { type Static, type TProperties, Type } from 'typebox'
import { Condition } from './condition.ts'
import { Option } from './option.ts'
import { RelationTarget } from './relation-target.ts'

const field = <Kind extends string, Properties extends TProperties>(kind: Kind, properties: Properties) =>
  Type.Object(
    {
      kind: Type.Literal(kind),
      label: Type.String(),
      description: Type.Optional(Type.String()),
      placeholder: Type.Optional(Type.String()),
      visible_when: Type.Optional(Condition),
      required_when: Type.Optional(Condition),
      disabled_when: Type.Optional(Condition),
      permission: Type.Optional(Type.String()),
      ...properties,
    },
    { additionalProperties: false },
  )

/** One input of a form. What its value may be stands in the form's schema, never here a second time. */
export const Field = Type.Union([
  field('text', {}),
  field('textarea', { rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })) }),
  field('number', {}),
  field('money', { currency: Type.String({ description: 'ISO 4217; the value is an integer in minor units' }) }),
  field('select', { options: Type.Array(Option) }),
  field('tags', { suggestions: Type.Optional(Type.Array(Type.String())) }),
  field('toggle', {}),
  field('date', {}),
  field('datetime', {}),
  field('relation', { relation: RelationTarget }),
  field('file', {
    media_types: Type.Optional(Type.Array(Type.String(), { description: 'As `text/csv`, `image/*` or `.csv`' })),
    size_limit: Type.Optional(Type.Integer({ minimum: 1, description: 'In bytes' })),
  }),
])
export type Field = Static<typeof Field>
