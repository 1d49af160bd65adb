import type { Choice } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { choicesOptions } from '../api/records.ts'
import { COMPARISONS, conditionParts, type ConditionPart, PERSONAL } from '../form/condition-parts.ts'
import { filledPath } from '../form/dependent-path.ts'
import { andList, t } from '../language/t.ts'
import { asText } from '../values/as-text.ts'
import { Blank, isBlank } from '../values/blank.tsx'
import { TagsValue } from '../values/value-kinds.tsx'
import type { EntryProps } from './entry-kinds.tsx'

type Owner = EntryProps['record']

/** Texts by the labels that their field offers. A value without a label is shown as it is. */
export function ChoicesEntry({ shown, value, record }: EntryProps<'choices'>) {
  const choices = useChoices(shown.choices_path, record)
  const values = Array.isArray(value) ? value.map(asText) : []
  return choices === undefined && values.length > 0 ? null : (
    <TagsValue value={values.map((each) => labelOf(choices, each))} />
  )
}

/** A list query in words: `Status is Open and Owner is the person`. */
export function ConditionEntry({ shown, value, record }: EntryProps<'condition'>) {
  const fields = useChoices(shown.fields_path, record)
  if (isBlank(value)) return <Blank />
  if (fields === undefined) return null
  const names = fields.map((each) => each.value)
  return <bdi>{andList(conditionParts(asText(value), names).map((part) => partInWords(part, fields)))}</bdi>
}

/** The choices at a path with members of the record. Empty if they cannot be read; undefined until they are. */
function useChoices(path: string, record: Owner): readonly Choice[] | undefined {
  const { data, isError } = useQuery({ ...choicesOptions(filledPath(path, (name) => record[name])), retry: false })
  return isError ? [] : data
}

/** The label, with its group if others have the same one. */
function labelOf(choices: readonly Choice[] = [], value: string): string {
  const choice = choices.find((each) => each.value === value)
  if (choice === undefined) return value
  const isAlone = choices.filter(({ label }) => label === choice.label).length === 1
  return isAlone || choice.group === undefined ? choice.label : `${choice.label} (${choice.group})`
}

function partInWords({ field, comparison, value }: ConditionPart, fields: readonly Choice[]): string {
  const known = fields.find((each) => each.value === field)
  const personal = PERSONAL.find((each) => each.value === value)
  const option = known?.options?.find((each) => String(each.value) === value)
  const compared = COMPARISONS.find((each) => each.value === comparison)
  return [
    known?.label ?? field,
    compared ? t(compared.label) : comparison,
    personal ? t(personal.label) : (option?.label ?? value),
  ].join(' ')
}
