import { RelationSelect } from '../../fields/relation-field.tsx'
import type { FilterProps } from './filter-props.ts'

/** Asks for records whose field points at the chosen one. */
export function RelationFilter({ filter, filters, onChange }: FilterProps<'relation'>) {
  const { name, label, relation } = filter
  const [value] = filters[name] ?? []
  return (
    <RelationSelect
      label={label}
      relation={relation}
      choices={{ path: relation.list_path, waitsFor: undefined, hasChanged: false }}
      value={value}
      onChange={(id) => onChange({ [name]: id === undefined ? [] : [String(id)] })}
      comboboxProps={{ withinPortal: false }}
      clearable
      data-autofocus
    />
  )
}
