import { field_type, type FilterDraft } from '@atrium/sdk/host'
import type { Filter, RelationTarget } from '@atrium/sdk/documents'
import { absolutePath } from '../checks/route-index.ts'
import { reportTarget } from './asked-query.ts'
import { choicesOf } from './field-info.ts'
import type { FieldInfo } from './field-info.ts'
import { knownNames } from '../checks/finding.ts'
import { reportKind } from './kinds.ts'
import { reportValues } from './values.ts'
import type { TableContext } from './make-table.ts'

/** The filters of a table. The list would reject an unknown filter at the first click, so it is an error. */
export function makeFilters(drafts: readonly FilterDraft[], context: TableContext): Filter[] {
  return drafts.flatMap((draft) => {
    const field = fieldOf(draft, context)
    return field === undefined ? [] : [makeFilter(draft, field, context)]
  })
}

function fieldOf(draft: FilterDraft, { fields, rules, name, report }: TableContext): FieldInfo | undefined {
  const field = fields.get(draft.name)
  if (field === undefined) {
    report({
      code: 'field_unknown',
      message: `The filter [${draft.name}] is not a field of [${name}].`,
      fix: knownNames(draft.name, fields.keys()),
      origin: draft.origin,
    })
    return undefined
  }
  if (rules === undefined) return field
  if (rules.filter?.includes(draft.name)) return field
  report({
    code: 'filter_not_supported',
    message: `The filter [${draft.name}] of [${name}] is not supported by its list.`,
    fix: `Add '${draft.name}' to the store's \`filter\`.`,
    origin: draft.origin,
  })
  return undefined
}

function makeFilter(draft: FilterDraft, field: FieldInfo, context: TableContext): Filter {
  const who = `The filter [${draft.name}] of [${context.name}]`
  const place = { who, report: context.report, origin: draft.origin }
  reportKind({ kind: draft.kind, field, ...place })
  reportValues(draft.options?.map(({ value }) => value) ?? [], field, { ...place, code: 'value_unknown' })
  const comparisons = comparisonsOf(draft.kind, field, context)
  const common = {
    ...{ name: draft.name, label: draft.label ?? field.label },
    ...(comparisons.length > 0 && { comparisons }),
  }
  switch (draft.kind) {
    case 'text':
      return { kind: 'text', ...common, ...(draft.placeholder !== undefined && { placeholder: draft.placeholder }) }
    case 'select':
      return { kind: 'select', ...common, options: choicesOf(draft.options, field), multiple: draft.multiple ?? true }
    case 'number_range':
      return { kind: 'number_range', ...common, ...(field.currency !== undefined && { currency: field.currency }) }
    case 'date_range':
      return { kind: 'date_range', ...common, time: field.type === 'datetime' }
    case 'relation':
      return { kind: 'relation', ...common, relation: relationOf(draft, context) }
    case 'ternary':
    case 'is_null':
      return { kind: draft.kind, ...common }
  }
}

/** The comparisons that a record kit list accepts besides the one that the kind of filter sends. Unknown for other lists. */
function comparisonsOf(kind: Filter['kind'], field: FieldInfo, { rules }: TableContext): ('eq' | 'ne' | 'null')[] {
  if (rules === undefined || kind === 'is_null') return []
  const mayBeEmpty = !field.required || field_type(field.schema).nullable
  const values = { text: ['eq', 'ne'] as const, select: ['ne'] as const, relation: ['ne'] as const }
  return [...(kind in values ? values[kind as keyof typeof values] : []), ...(mayBeEmpty ? (['null'] as const) : [])]
}

function relationOf(draft: FilterDraft, { name, api_base, routes, report }: TableContext): RelationTarget {
  const { list_path = '', title_attribute = 'id' } = draft.relation ?? {}
  const path = absolutePath(list_path, api_base)
  const who = `The filter [${draft.name}] of [${name}]`
  reportTarget({ list_path: path, title_attribute }, { who, routes, report, origin: draft.origin })
  return { list_path: path, title_attribute }
}
