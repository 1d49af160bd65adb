import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { FilterProps } from './filter-props.ts'

/** Asks for records whose field contains a text. */
export function TextFilter({ filter, filters, onChange }: FilterProps<'text'>) {
  const name = `${filter.name}_like`
  const tell = useDebouncedCallback((text: string) => onChange({ [name]: text === '' ? [] : [text] }), 300)
  return (
    <TextInput
      label={`${filter.label} contains`}
      placeholder={filter.placeholder}
      defaultValue={filters[name]?.[0]}
      onChange={(event) => tell(event.currentTarget.value.trim())}
      data-autofocus
    />
  )
}
