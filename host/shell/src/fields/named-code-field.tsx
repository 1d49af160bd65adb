import type { CodeFormat } from '@atrium/sdk/documents'
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { isEmpty } from '../form/form-values.ts'
import { t } from '../language/t.ts'
import { selectProps } from '../theme/select-props.ts'
import { asText } from '../values/as-text.ts'
import { codeInWords } from '../values/code-words.ts'
import { codesOf, type NamedCode } from '../values/codes.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps, mayBeLeftOut } from './field-props.ts'

/** Options that are rendered at once. */
const SHOWN = 100

/** A country, a language, a currency or a time zone, found by its name or its code. */
export function NamedCodeField({ format, ...props }: FieldProps<'text'> & { format: CodeFormat }) {
  const value = isEmpty(props.value) ? null : asText(props.value)
  const codes = useMemo(() => withChosen(codesOf(format), { value, format }), [value, format])
  return (
    <Select
      {...inputProps(props)}
      {...selectProps}
      placeholder={props.field.placeholder ?? t('Choose…')}
      data={codes}
      value={value}
      onChange={(chosen) => props.onChange(chosen ?? undefined)}
      clearable={mayBeLeftOut(props)}
      allowDeselect={false}
      searchable
      limit={SHOWN}
      filter={({ options, search }) => options.filter((option) => !('group' in option) && isFound(option, search))}
      nothingFoundMessage={t('Nothing found')}
    />
  )
}

/** A stored code that is not offered, such as a rare language, stays as it is until another one is chosen. */
function withChosen(codes: readonly NamedCode[], { value, format }: { value: string | null; format: CodeFormat }) {
  if (value === null || codes.some((code) => code.value === value)) return [...codes]
  return [{ value, label: codeInWords(value, format) ?? value }, ...codes]
}

function isFound({ value, label }: NamedCode, search: string): boolean {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => `${label} ${value}`.toLocaleLowerCase().includes(word))
}
