import type { Option } from '@atrium/sdk/documents'
import { Checkbox, MultiSelect, Pill, Radio } from '@mantine/core'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { asText } from '../values/as-text.ts'
import { takesEmptyList } from '../form/field-set.ts'
import { t } from '../language/t.ts'
import { selectProps } from '../theme/select-props.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps, mayBeLeftOut } from './field-props.ts'
import styles from './select-fields.module.css'

/** A choice whose options are all seen at once, or of several options. The choice of one from a list is in `choice-fields.tsx`. */
export function WideSelectField(props: FieldProps<'select'>) {
  const { multiple, spread } = props.field
  if (!multiple) return <RadioField {...props} />
  return spread ? <CheckboxesField {...props} /> : <MultiSelectField {...props} />
}

/** A group takes no focus itself, so the cursor goes to its error. */
const AT_ERROR = { 'data-invalid': 'list', tabIndex: -1 }

/** One button for each option. */
function RadioField(props: FieldProps<'select'>) {
  const { options } = props.field
  const choose = (text: string) => props.onChange(options.find(({ value }) => String(value) === text)?.value)
  return (
    <Radio.Group {...inputProps(props)} errorProps={AT_ERROR} value={asText(props.value)} onChange={choose}>
      <div className={styles.options}>
        {options.map(({ value, label }) => (
          <Radio key={String(value)} value={String(value)} label={label} disabled={props.isDisabled} />
        ))}
        {mayBeLeftOut(props) && <Radio value="" label={t('None')} disabled={props.isDisabled} />}
      </div>
    </Radio.Group>
  )
}

/** One box for each option. */
function CheckboxesField(props: FieldProps<'select'>) {
  const { input, offered, chosen, choose } = useSeveral(props)
  return (
    <Checkbox.Group {...input} errorProps={AT_ERROR} value={chosen} onChange={choose}>
      <div className={styles.options}>
        {offered.map(({ value, label }) => (
          <Checkbox key={value} value={value} label={label} disabled={props.isDisabled} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** Several options from a list that can be searched. */
function MultiSelectField(props: FieldProps<'select'>) {
  const { input, offered, chosen, choose } = useSeveral(props)
  const labels = new Map(offered.map(({ value, label }) => [value, label]))
  return (
    <MultiSelect
      {...input}
      {...selectProps}
      placeholder={chosen.length === 0 ? (props.field.placeholder ?? t('Choose…')) : undefined}
      data={offered}
      value={chosen}
      onChange={choose}
      maxValues={typeof props.schema.maxItems === 'number' ? props.schema.maxItems : undefined}
      hidePickedOptions
      searchable
      nothingFoundMessage={t('Nothing found')}
      renderPill={({ value, onRemove, disabled }) => (
        <Pill
          disabled={disabled ?? false}
          withRemoveButton={!disabled}
          onRemove={onRemove}
          removeButtonProps={{ 'aria-label': t('Remove {name}', { name: labels.get(String(value)) ?? String(value) }) }}
        >
          {labels.get(String(value)) ?? value}
        </Pill>
      )}
    />
  )
}

/** What a choice of several options shows, as texts, and how it changes the list. The list keeps the order of the options. */
function useSeveral(props: FieldProps<'select'>) {
  const { field, schema, value, isRequired, onChange } = props
  const mayBeEmpty = takesEmptyList(schema)
  const chosen = Array.isArray(value) ? value.map(asText) : []
  const gone = chosen.filter((text) => !field.options.some((option) => String(option.value) === text))
  const offered = [...field.options.map(toText), ...gone.map((text) => ({ value: text, label: text }))]
  const choose = (texts: string[]) => {
    const kept = field.options.filter((option) => texts.includes(String(option.value))).map((option) => option.value)
    const list = [...kept, ...gone.filter((text) => texts.includes(text))]
    onChange(list.length > 0 || mayBeEmpty ? list : undefined)
  }
  return { input: { ...inputProps(props), required: isRequired && !mayBeEmpty }, offered, chosen, choose }
}

const toText = ({ value, label }: Option) => ({ value: String(value), label })
