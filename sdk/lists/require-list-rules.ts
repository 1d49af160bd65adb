import type { TObject } from 'typebox'
import { DeclarationError } from '../declaration/declaration-error.ts'
import type { DiagnosticCode } from '../documents/diagnostics/diagnostic-catalogue.ts'
import type { FieldType } from './field-type.ts'
import type { ListRules } from './list-rules.ts'
import { nearest_name } from '../declaration/nearest-name.ts'
import { record_fields } from './record-fields.ts'

/**
 * Returns the rules of a store, or throws at the author's call: the record needs an `id`, and what is sorted, filtered or searched
 * by has to be a field of it with a single value. `version` is the column that counts changes and cannot be a field.
 */
export function require_list_rules(schema: TObject, { sort = [], filter = [], search = [] }: ListRules): ListRules {
  const fields = record_fields(schema)
  if (!fields.has('id')) {
    throw new DeclarationError('record_invalid', 'The record has no [id].', {
      fix: 'Add `id: Type.Integer({ readOnly: true })` to the record schema.',
    })
  }
  for (const name of sort) requireField(schema, { name, code: 'sort_not_supported', use: 'sorted by' })
  for (const name of filter) requireField(schema, { name, code: 'filter_not_supported', use: 'filtered by' })
  for (const name of search) requireText(schema, name)
  return { sort, filter, search }
}

function requireField(schema: TObject, { name, code, use }: { name: string; code: DiagnosticCode; use: string }): void {
  const fields = record_fields(schema)
  const field = fields.get(name)
  if (field && isComparable(field.type, code)) return
  if (field) {
    const fix = 'Leave it out, or give the field a type with a single value.'
    throw new DeclarationError(code, `Records cannot be ${use} [${name}]: it holds an object or an array.`, { fix })
  }
  const nearest = nearest_name(name, fields.keys())
  throw new DeclarationError('field_unknown', `Records cannot be ${use} [${name}]: there is no such field.`, {
    fix: nearest ? `Did you mean [${nearest}]?` : `Use one of ${[...fields.keys()].join(', ')}.`,
  })
}

/** Whether one of several texts is a value can be asked; which of two lists of texts is the smaller cannot. */
const isComparable = ({ kind }: FieldType, code: DiagnosticCode) =>
  kind !== 'json' && (kind !== 'texts' || code === 'filter_not_supported')

function requireText(schema: TObject, name: string): void {
  requireField(schema, { name, code: 'search_not_supported', use: 'searched by' })
  if (record_fields(schema).get(name)?.type.kind === 'string') return
  throw new DeclarationError('search_not_supported', `[q] cannot look into [${name}]: it is no text.`, {
    fix: 'Name fields that hold text.',
  })
}
