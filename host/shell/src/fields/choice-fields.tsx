import type { Option } from '@atrium/sdk/documents'
import { Checkbox, Select, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { type KeyboardEvent, lazy } from 'react'
import { selectProps } from '../theme/select-props.ts'
import { asText } from '../values/as-text.ts'
import { isEmpty } from '../form/form-values.ts'
import { t } from '../language/t.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps, mayBeLeftOut } from './field-props.ts'

const MANY = 8

const WideSelectField = lazy(() =>
  import('./select-fields.tsx').then((module) => ({ default: module.WideSelectField })),
)

/** A choice of one option. Longer lists can be searched. */
export function SelectField(props: FieldProps<'select'>) {
  const { options, multiple, spread } = props.field
  const isSearched = options.length > MANY
  if (multiple || spread) return <WideSelectField {...props} />
  return (
    <Select
      {...inputProps(props)}
      {...selectProps}
      placeholder={props.field.placeholder ?? t('Choose…')}
      data={options.map(({ value, label }) => ({ value: String(value), label }))}
      value={isEmpty(props.value) ? null : asText(props.value)}
      onChange={(chosen) => props.onChange(options.find(({ value }) => String(value) === chosen)?.value)}
      clearable={mayBeLeftOut(props)}
      allowDeselect={false}
      searchable={isSearched}
      nothingFoundMessage={t('Nothing found')}
      {...(!isSearched && {
        onKeyDown: (event) => {
          const option = optionOfKey(event, options, props.value)
          if (option) props.onChange(option.value)
        },
      })}
    />
  )
}

/** The option that a letter chooses in a short list, as in a native one: the next after the chosen one that begins with it. */
function optionOfKey(event: KeyboardEvent, options: readonly Option[], chosen: unknown): Option | undefined {
  if (event.key.length > 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return undefined
  const at = options.findIndex(({ value }) => value === chosen)
  const inOrder = [...options.slice(at + 1), ...options.slice(0, at + 1)]
  return inOrder.find(({ label }) => label.toLocaleLowerCase().startsWith(event.key.toLocaleLowerCase()))
}

/** A switch, or a box to tick. */
export function ToggleField({ field, name, value, error, isDisabled, onChange }: FieldProps<'toggle'>) {
  const Toggle = field.looks === 'checkbox' ? Checkbox : Switch
  return (
    <Toggle
      name={name}
      label={field.label}
      description={field.description}
      error={error}
      disabled={isDisabled}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
