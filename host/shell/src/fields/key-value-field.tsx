import { ActionIcon, Button, Input, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { type Pair, unfinishedPairs, valueOfPairs } from '../form/pairs.ts'
import { inSentence, t } from '../language/t.ts'
import { asText } from '../values/as-text.ts'
import type { FieldProps } from './field-props.ts'
import styles from './key-value-field.module.css'

/** Texts by name. A row without both is not sent. */
export function KeyValueField({ field, value, error, isRequired, isDisabled, onChange }: FieldProps<'key_value'>) {
  const id = useId()
  const { pairs, change } = usePairs(value, onChange)
  const [nameLabel, valueLabel] = [field.key_label ?? t('Name'), field.value_label ?? t('Value')]
  const set = (index: number, pair: Pair) => change(pairs.map((each, at) => (at === index ? pair : each)))
  return (
    <fieldset className={styles.pairs} aria-describedby={`${id}-error`}>
      <Input.Label component="legend" className={styles.legend} required={isRequired}>
        {field.label}
      </Input.Label>
      {field.description !== undefined && <Input.Description>{field.description}</Input.Description>}
      {pairs.map(([name, text], index) => (
        <div key={index} className={styles.pair}>
          <TextInput
            aria-label={`${nameLabel} ${index + 1}`}
            placeholder={nameLabel}
            value={name}
            error={isTwice(pairs, index) ? t('This name is used above') : undefined}
            disabled={isDisabled}
            autoComplete="off"
            onChange={({ currentTarget }) => set(index, [currentTarget.value, text])}
          />
          <TextInput
            aria-label={`${valueLabel} ${index + 1}`}
            placeholder={valueLabel}
            value={text}
            disabled={isDisabled}
            autoComplete="off"
            onChange={({ currentTarget }) => set(index, [name, currentTarget.value])}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('Remove {name}', { name: name === '' ? t('row {number}', { number: index + 1 }) : name })}
            disabled={isDisabled}
            onClick={() => change(pairs.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        className={styles.add}
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={isDisabled}
        onClick={() => change([...pairs, ['', '']])}
      >
        {t('Add {item}', { item: inSentence(nameLabel) })}
      </Button>
      <Input.Error id={`${id}-error`} {...(error !== undefined && { 'data-invalid': 'list', tabIndex: -1 })}>
        {error}
      </Input.Error>
    </fieldset>
  )
}

const isTwice = (pairs: readonly Pair[], index: number) =>
  pairs.slice(0, index).some(([name]) => name !== '' && name === pairs[index]?.[0])

/** The rows, in the order in which they were typed, also the empty ones. */
function usePairs(value: unknown, onChange: (value: unknown) => void) {
  const [typed, setTyped] = useState<readonly Pair[]>(() => pairsOf(value))
  const isOwn = JSON.stringify(valueOfPairs(typed)) === JSON.stringify(value ?? {})
  const change = (pairs: readonly Pair[]) => {
    setTyped(pairs)
    const next = valueOfPairs(pairs)
    onChange(Object.keys(next).length > 0 || value !== undefined ? next : undefined)
  }
  // Somebody else changed the value, or it was put back.
  return { pairs: isOwn ? typed : pairsOf(value), change }
}

function pairsOf(value: unknown): readonly Pair[] {
  const unfinished = unfinishedPairs(value)
  if (unfinished) return unfinished
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).map(([name, text]) => [name, asText(text)])
}
