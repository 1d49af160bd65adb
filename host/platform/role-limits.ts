import { ApiError, invalid_values, nearest_name } from '@atrium/sdk'
import { parse_condition, record_fields } from '@atrium/sdk/host'
import type { TObject } from 'typebox'
import type { Role } from '../core/auth/index.ts'
import type { OperationRegistry } from '../core/registries/index.ts'

/**
 * Refuses limits that cannot be applied to the records of active plugins: an unknown field, a value of another type. Limits on the tables
 * of inactive plugins are kept as they are; they reach no record until they can be applied.
 * @throws ApiError 422 `validation_failed` at the condition or field
 */
export function requireApplicable(
  limits: Partial<Pick<Role, 'conditions' | 'fields'>>,
  operations: OperationRegistry,
): void {
  const { conditions = [], fields = [] } = limits
  for (const [at, { resource, where }] of conditions.entries()) {
    const schema = schemaOf(resource, operations)
    const message = schema && whatIsWrong(where, schema)
    if (message !== undefined) throw invalid_values([{ pointer: `/conditions/${at}/where`, message }])
  }
  for (const [at, { resource, hidden = [], read_only = [] }] of fields.entries()) {
    const schema = schemaOf(resource, operations)
    if (schema === undefined) continue
    for (const [list, names] of Object.entries({ hidden, read_only })) {
      const message = names.map((name) => whyNot(name, schema)).find((each) => each !== undefined)
      if (message !== undefined) throw invalid_values([{ pointer: `/fields/${at}/${list}`, message }])
    }
  }
}

function schemaOf(table: string, operations: OperationRegistry): TObject | undefined {
  return operations.list().find(({ declaration }) => declaration.store?.table?.name === table)?.declaration.store
    ?.schema
}

/** `me` and `mine` stand for values that only a person has, so of these only the field is checked. */
function whatIsWrong(where: string, schema: TObject): string | undefined {
  const query = [...new URLSearchParams(where)]
  const isPersons = ([, value]: [string, string]) => value === 'me' || value === 'mine'
  const unknown = query.filter(isPersons).map(([name]) => whyNot(name.replace(/_ne$/, ''), schema))
  const message = unknown.find((each) => each !== undefined)
  if (message !== undefined) return message
  try {
    parse_condition(new URLSearchParams(query.filter((each) => !isPersons(each))).toString(), schema)
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error.message.replace('This list does', 'These records do')
    throw error
  }
}

function whyNot(name: string, schema: TObject): string | undefined {
  if (name === 'id') return 'Every record shows its [id], by which it is found. Choose other fields'
  const fields = record_fields(schema)
  if (fields.has(name)) return undefined
  const nearest = nearest_name(name, fields.keys())
  const hint = nearest === undefined ? `Use one of ${[...fields.keys()].join(', ')}` : `Did you mean [${nearest}]?`
  return `These records have no field [${name}]. ${hint}`
}
