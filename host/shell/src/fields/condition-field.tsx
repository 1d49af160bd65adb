import type { Choice } from '@atrium/sdk/documents'
import { ActionIcon, Button, Input, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { choicesOptions } from '../api/records.ts'
import type { ConditionPart } from '../form/condition-parts.ts'
import { COMPARISONS, conditionParts, PERSONAL, writeCondition } from '../form/condition-parts.ts'
import { dependentPath } from '../form/dependent-path.ts'
import { useForm } from '../form/form-scope.ts'
import { t } from '../language/t.ts'
import { selectProps } from '../theme/select-props.ts'
import { asText } from '../values/as-text.ts'
import styles from './condition-field.module.css'
import type { FieldProps } from './field-props.ts'

/** A condition on records, put together from fields, comparisons and values. All parts must hold. */
export function ConditionField({ field, value, error, isRequired, isDisabled, onChange }: FieldProps<'condition'>) {
  const { path, waitsFor } = dependentPath(field.fields_path, useForm())
  const { data = [] } = useQuery({ ...choicesOptions(path ?? ''), enabled: path !== null })
  const id = useId()
  const parts = conditionParts(
    asText(value ?? ''),
    data.map((each) => each.value),
  )
  const change = (next: readonly ConditionPart[]) => onChange(writeCondition(next))
  const canAdd = path !== null && !isDisabled

  return (
    <fieldset className={styles.field} aria-describedby={`${id}-error`}>
      <Input.Label component="legend" required={isRequired}>
        {field.label}
      </Input.Label>
      {path === null && (
        <p className={styles.note}>{t('Choose {waitsFor} first.', { waitsFor: waitsFor ?? t('the others') })}</p>
      )}
      {parts.map((part, index) => (
        <Part
          key={index}
          part={part}
          number={index + 1}
          fields={data}
          isDisabled={isDisabled}
          onChange={(next) => change(parts.map((each, at) => (at === index ? next : each)))}
          onRemove={() => change(parts.filter((_, at) => at !== index))}
        />
      ))}
      <Button
        className={styles.add}
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={!canAdd}
        onClick={() => change([...parts, { field: data[0]?.value ?? '', comparison: '', value: '' }])}
      >
        {parts.length === 0 ? t('Add a condition') : t('And…')}
      </Button>
      <Input.Error id={`${id}-error`} {...(error !== undefined && { 'data-invalid': 'list', tabIndex: -1 })}>
        {error}
      </Input.Error>
    </fieldset>
  )
}

interface PartProps {
  part: ConditionPart
  number: number
  fields: readonly Choice[]
  isDisabled: boolean
  onChange: (part: ConditionPart) => void
  onRemove: () => void
}

const OTHER = ' other'

function Part({ part, number, fields, isDisabled, onChange, onRemove }: PartProps) {
  const known = fields.find(({ value }) => value === part.field)
  const names = fields.map(({ value, label }) => ({ value, label }))
  const personal = PERSONAL.map(({ value, label }) => ({ value, label: t(label) }))
  const offered = [...personal, ...(known?.options ?? []).map(({ value, label }) => ({ value: String(value), label }))]
  const isOffered = offered.some(({ value }) => value === part.value)
  return (
    <div className={styles.part} role="group" aria-label={t('Condition {number}', { number })}>
      <Select
        {...selectProps}
        aria-label={t('Field of condition {number}', { number })}
        data={known || part.field === '' ? names : [{ value: part.field, label: part.field }, ...names]}
        value={part.field}
        allowDeselect={false}
        searchable={names.length > 8}
        disabled={isDisabled}
        onChange={(field) => field !== null && onChange({ ...part, field, value: '' })}
      />
      <Select
        {...selectProps}
        aria-label={t('Comparison of condition {number}', { number })}
        data={COMPARISONS.map((each) => ({ ...each, label: t(each.label) }))}
        value={part.comparison}
        allowDeselect={false}
        disabled={isDisabled}
        onChange={(comparison) => comparison !== null && onChange({ ...part, comparison })}
      />
      <Select
        {...selectProps}
        aria-label={t('Value of condition {number}', { number })}
        data={[...offered, { value: OTHER, label: t('another value…') }]}
        value={isOffered ? part.value : OTHER}
        allowDeselect={false}
        disabled={isDisabled}
        onChange={(value) => onChange({ ...part, value: value === OTHER || value === null ? '' : value })}
      />
      {!isOffered && (
        <TextInput
          aria-label={t('Other value of condition {number}', { number })}
          placeholder={t('Value')}
          value={part.value}
          disabled={isDisabled}
          onChange={(event) => onChange({ ...part, value: event.currentTarget.value })}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={t('Remove condition {number}', { number })}
        disabled={isDisabled}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
