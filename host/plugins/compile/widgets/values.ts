import type { Condition, DiagnosticCode, JsonSchema } from '@atrium/sdk/documents'
import type { FieldInfo, Fields } from './field-info.ts'
import { type Finding, knownNames, type Report } from '../checks/finding.ts'

export interface Place {
  /** The offender: `The column [status] of [vans]`. */
  readonly who: string
  readonly report: Report
  readonly origin: Finding['origin']
}

/** Reports values that a field cannot have. Only fields that list their values are checked. */
export function reportValues(
  values: readonly unknown[],
  field: FieldInfo | undefined,
  { who, report, origin, code }: Place & { code: DiagnosticCode },
): void {
  if (field?.options === undefined) return
  const known = field.options.map(({ value }) => String(value))
  for (const value of values.map(textOf)) {
    if (value === 'null' || known.includes(value)) continue
    report({
      code,
      message: `${who} names the value [${value}], which [${field.name}] cannot have.`,
      fix: knownNames(value, known),
      ...(origin && { origin }),
    })
  }
}

/** Reports a condition on an unknown field, or on a value that the field cannot have, because it would never be met. */
export function reportCondition({ field: name, schema }: Condition, fields: Fields, place: Place): void {
  const field = fields.get(name)
  if (field !== undefined) return reportValues(valuesIn(schema), field, { ...place, code: 'value_unknown' })
  place.report({
    code: 'field_unknown',
    message: `${place.who} depends on [${name}], which is not a field of the record.`,
    fix: knownNames(name, fields.keys()),
    ...(place.origin && { origin: place.origin }),
  })
}

/** A value as text: keys of objects are text, so `{ 1: 'One' }` of a numeric enum arrives as `'1'`. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The values that a schema compares with: from `const`, `enum`, and the schemas inside. */
function valuesIn(schema: JsonSchema): unknown[] {
  const { const: constant, enum: values, not, anyOf, allOf } = schema as Comparing
  const inside = [not, ...(anyOf ?? []), ...(allOf ?? [])].filter((each) => each !== undefined)
  const own = [constant, ...(values ?? [])].filter((each) => each !== undefined)
  return [...own, ...inside.flatMap(valuesIn)]
}

interface Comparing {
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly not?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}
