import type { TSchema } from 'typebox'
import type { Operand } from './list-query.ts'

/** What the values of a field are, as far as queries and tables care. */
export interface FieldType {
  /**
   * `texts` is an array of strings, `json` any other array or an object; both are kept as JSON text in a table. Neither is sorted
   * by; a filter asks whether one of the texts is the value.
   */
  readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'date' | 'date-time' | 'texts' | 'json'
  readonly nullable: boolean
  /** The only values there are, where the schema lists them. */
  readonly choices?: readonly Operand[]
}

interface Keywords {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Keywords[]
  readonly items?: Keywords
}

/** Reads the type of a field's values from its schema: `{ type: 'string', format: 'date-time' }` → `date-time`. */
export function field_type(schema: TSchema): FieldType {
  const variants = variantsOf(schema)
  const values = variants.filter((variant) => !isNull(variant))
  const nullable = values.length < variants.length
  const choices = choicesOf(values)
  return { kind: choices ? kindOfChoices(choices) : kindOf(values), nullable, ...(choices && { choices }) }
}

function variantsOf(schema: Keywords): readonly Keywords[] {
  if (schema.anyOf) return schema.anyOf.flatMap(variantsOf)
  if (schema.enum) return schema.enum.map((value) => ({ const: value }))
  if (Array.isArray(schema.type)) return schema.type.map((type: string) => ({ ...schema, type }))
  return [schema]
}

const isNull = (schema: Keywords) => schema.type === 'null' || schema.const === null

function choicesOf(variants: readonly Keywords[]): readonly Operand[] | undefined {
  const choices = variants.map((variant) => variant.const)
  return choices.length > 0 && choices.every(isOperand) ? choices : undefined
}

const isOperand = (value: unknown): value is Operand => ['string', 'number', 'boolean'].includes(typeof value)

function kindOfChoices(choices: readonly Operand[]): FieldType['kind'] {
  if (choices.every((choice) => typeof choice === 'boolean')) return 'boolean'
  if (choices.every((choice) => typeof choice === 'number'))
    return choices.every(Number.isInteger) ? 'integer' : 'number'
  return 'string'
}

function kindOf([first, ...others]: readonly Keywords[]): FieldType['kind'] {
  if (first === undefined || others.some((other) => other.type !== first.type)) return 'json'
  if (first.type === 'integer' || first.type === 'number' || first.type === 'boolean') return first.type
  if (first.type === 'array' && first.items?.type === 'string') return 'texts'
  if (first.type !== 'string') return 'json'
  return first.format === 'date' || first.format === 'date-time' ? first.format : 'string'
}
