import type { Choice } from '@atrium/sdk/documents'
import { Autocomplete } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choicesOptions } from '../api/records.ts'
import { dependentPath } from '../form/dependent-path.ts'
import { useForm } from '../form/form-scope.ts'
import { suggestionProps } from '../theme/select-props.ts'
import { asText } from '../values/as-text.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './field-props.ts'
import styles from './suggested-text-field.module.css'

/** How many suggestions are offered at once. */
const SHOWN = 50

/** A line of text with suggestions, which are read when the field gets the focus. Any other text is allowed. */
export function SuggestedTextField(props: FieldProps<'text'>) {
  const { field, value, onChange } = props
  const { path } = dependentPath(field.suggestions_path ?? '', useForm())
  const [isUsed, setUsed] = useState(false)
  const { data = [] } = useQuery({ ...choicesOptions(path ?? ''), enabled: isUsed && path !== null, retry: false })
  const text = asText(value)
  const choices = new Map(data.map((choice) => [choice.value, choice]))

  return (
    <Autocomplete
      {...inputProps(props)}
      {...suggestionProps}
      autoComplete="off"
      value={text}
      onChange={onChange}
      onFocus={() => setUsed(true)}
      data={groupsOf(choices.has(text) ? data : data.filter((choice) => isFound(choice, text)))}
      filter={({ options }) => options}
      renderOption={({ option }) => <Suggestion choice={choices.get(option.value)} />}
    />
  )
}

function Suggestion({ choice }: { choice: Choice | undefined }) {
  if (choice === undefined) return null
  const { value, label, description } = choice
  return (
    <span className={styles.suggestion}>
      <span>{label}</span>
      {label !== value && <code className={styles.value}>{value}</code>}
      {description !== undefined && <span className={styles.description}>{description}</span>}
    </span>
  )
}

function isFound({ label, group = '', value }: Choice, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => `${group} ${label} ${value}`.toLowerCase().includes(word))
}

function groupsOf(choices: readonly Choice[]): (string | { group: string; items: string[] })[] {
  const groups = new Map<string, string[]>()
  for (const { group = '', value } of choices.slice(0, SHOWN)) groups.set(group, [...(groups.get(group) ?? []), value])
  return [...groups].flatMap<string | { group: string; items: string[] }>(([group, items]) =>
    group === '' ? items : { group, items },
  )
}
