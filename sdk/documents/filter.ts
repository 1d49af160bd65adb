import { type Static, type TProperties, Type } from 'typebox'
import { FieldName } from './identifier.ts'
import { Option, RelationTarget } from './values.ts'

const filter = <Kind extends string, Properties extends TProperties>(kind: Kind, properties: Properties) =>
  Type.Object(
    {
      kind: Type.Literal(kind),
      name: FieldName,
      label: Type.String(),
      comparisons: Type.Optional(
        Type.Array(Type.Enum(['eq', 'ne', 'null']), {
          description:
            'What the list takes besides: eq sends name=, ne sends name_ne=, and null sends name_null=true|false, for fields that may have no value',
        }),
      ),
      ...properties,
    },
    { additionalProperties: false },
  )

/**
 * One filter of a table widget. Each kind asks the list dialect in its own way: `text` sends `name_like`, `select` repeats
 * `name=`, `relation` repeats ids as `name=`, `ternary` sends `name=true|false`, the ranges send `name_gte` and `name_lte`, `is_null` sends `name_null=true|false`.
 */
export const Filter = Type.Union([
  filter('text', { placeholder: Type.Optional(Type.String()) }),
  filter('select', { options: Type.Array(Option), multiple: Type.Boolean() }),
  filter('ternary', {}),
  filter('number_range', { currency: Type.Optional(Type.String()) }),
  filter('date_range', { time: Type.Boolean({ description: 'The field holds instants, not calendar days' }) }),
  filter('is_null', {}),
  filter('relation', { relation: RelationTarget }),
])
export type Filter = Static<typeof Filter>
