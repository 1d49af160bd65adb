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
  field('toggle', {}),
  field('date', {}),
  field('datetime', {}),
  field('relation', { relation: RelationTarget }),
])
export type Field = Static<typeof Field>
