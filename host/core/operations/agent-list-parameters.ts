import { list_parameters, type ListParameter, record_fields, type RouteDeclaration } from '@atrium/sdk/host'
import { listDialect, type Parameter } from './openapi/list-dialect.ts'

const PLAIN = new Set(['q', '_page', '_limit', '_sort', '_order'])
const ORDERED = new Set(['integer', 'number', 'date', 'date-time'])

/**
 * What agents have use for of the parameters of a list: searching, filtering, sorting and paging one way each. All others work for
 * them too. Each filter carries the permission of its field.
 */
export function agentListParameters(declaration: RouteDeclaration): Parameter[] {
  const { record, rules } = declaration
  if (record === undefined || rules === undefined) return []
  const comparisons = list_parameters(record, rules)
  const fields = record_fields(record)
  return listDialect(declaration).flatMap((parameter) => {
    const comparison = comparisons.get(parameter.name)
    if (comparison === undefined) return PLAIN.has(parameter.name) ? [parameter] : []
    const permission = fields.get(comparison.field)?.permission
    return isUseful(comparison)
      ? [{ ...parameter, schema: { ...parameter.schema, ...(permission !== undefined && { permission }) } }]
      : []
  })
}

function isUseful({ field, comparison, type }: ListParameter): boolean {
  if (comparison === 'eq') return true
  const isRange = comparison === 'gte' || comparison === 'lte'
  return isRange && field !== 'id' && type.choices === undefined && ORDERED.has(type.kind)
}
