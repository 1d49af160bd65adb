import type { Choice } from '@atrium/sdk/documents'
import { Input, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { choicesOptions } from '../api/records.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { dependentPath } from '../form/dependent-path.ts'
import { takesEmptyList } from '../form/field-set.ts'
import { useForm } from '../form/form-scope.ts'
import { msg, t } from '../language/t.ts'
import { asText } from '../values/as-text.ts'
import styles from './choices-field.module.css'
import type { FieldProps } from './field-props.ts'

/** Longer lists have a search box. */
const MANY = 8

/** Several values of a list, by group. Chosen values that are no longer offered are kept, and marked as not active. */
export function ChoicesField({
  field,
  name,
  schema,
  value,
  error,
  isRequired,
  isDisabled,
  onChange,
}: FieldProps<'choices'>) {
  const { path, waitsFor } = dependentPath(field.choices_path, useForm())
  const { data, error: failed, refetch } = useQuery({ ...choicesOptions(path ?? ''), enabled: path !== null })
  const [text, setText] = useState('')
  const id = useId()
  const chosen = Array.isArray(value) ? value.map(asText) : []
  const offered = data ?? []
  const groups = groupsOf(offered, chosen, text)
  const toggle = (each: string) => {
    const next = chosen.includes(each) ? chosen.filter((other) => other !== each) : [...chosen, each]
    onChange(next.length > 0 || takesEmptyList(schema) ? next : undefined)
  }

  return (
    <fieldset className={styles.field} aria-describedby={`${id}-error`}>
      <Input.Label component="legend" className={styles.legend} required={isRequired && !takesEmptyList(schema)}>
        {field.label}
      </Input.Label>
      {field.description !== undefined && <Input.Description>{field.description}</Input.Description>}
      {path === null && (
        <p className={styles.note}>{t('Choose {waitsFor} first.', { waitsFor: waitsFor ?? t('the others') })}</p>
      )}
      {failed && !data && <ProblemNotice error={failed} onRetry={refetch} />}
      {offered.length > MANY && (
        <TextInput
          className={styles.find}
          aria-label={t('Find in {label}', { label: field.label })}
          placeholder={t('Find…')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {groups.map((group) => (
        <Group
          key={group.title}
          {...group}
          name={name}
          chosen={chosen}
          isOpen={text !== '' || groups.length === 1}
          isDisabled={isDisabled}
          onToggle={toggle}
        />
      ))}
      {data && groups.length === 0 && <p className={styles.note}>{t('Nothing found.')}</p>}
      <Input.Error id={`${id}-error`} {...(error !== undefined && { 'data-invalid': 'list', tabIndex: -1 })}>
        {error}
      </Input.Error>
    </fieldset>
  )
}

interface ChoiceGroup {
  title: string
  note?: string
  choices: readonly Choice[]
}

interface GroupProps extends ChoiceGroup {
  name: string
  chosen: readonly string[]
  isOpen: boolean
  isDisabled: boolean
  onToggle: (value: string) => void
}

/** One group. It is collapsed while none of it is chosen, because people look for a few of many. */
function Group({ title, note, choices, name, chosen, isOpen, isDisabled, onToggle }: GroupProps) {
  const count = choices.filter(({ value }) => chosen.includes(value)).length
  const [wasChosen] = useState(count > 0)
  const list = (
    <ul className={styles.choices}>
      {choices.map(({ value, label, description }) => (
        <li key={value}>
          <label className={styles.choice}>
            <input
              type="checkbox"
              name={name}
              value={value}
              checked={chosen.includes(value)}
              disabled={isDisabled}
              onChange={() => onToggle(value)}
            />
            <span>
              {label}
              {description !== undefined && description !== label && (
                <span className={styles.description}>{description}</span>
              )}
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
  if (title === '') return list
  return (
    <details className={styles.group} open={isOpen || wasChosen || undefined}>
      <summary className={styles.summary}>
        <span>{title}</span>
        {count > 0 && <span className={styles.count}>{t('{count} chosen', { count })}</span>}
      </summary>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {list}
    </details>
  )
}

const INACTIVE = msg('Not active at present')

function groupsOf(offered: readonly Choice[], chosen: readonly string[], text: string): ChoiceGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isFound = ({ label, group = '', value }: Choice) =>
    words.every((word) => `${group} ${label} ${value}`.toLowerCase().includes(word))
  const groups = new Map<string, Choice[]>()
  for (const choice of offered.filter(isFound)) {
    const { group = '' } = choice
    groups.set(group, [...(groups.get(group) ?? []), choice])
  }
  const unknown = chosen.filter((value) => !offered.some((choice) => choice.value === value))
  return [
    ...(offered.length > 0 && unknown.length > 0
      ? [
          {
            title: t(INACTIVE),
            note: t('No active plugin declares these. They are kept, and count again when their plugin is back.'),
            choices: unknown.map((value) => ({ value, label: value })),
          },
        ]
      : []),
    ...[...groups].map(([title, choices]) => ({ title, choices })),
  ]
}
