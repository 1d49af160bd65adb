import type { TextFormat } from '@atrium/sdk/documents'
import { Input, Radio } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { recordOptions } from '../api/records.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { dependentPath } from '../form/dependent-path.ts'
import { useForm } from '../form/form-scope.ts'
import { msg, t } from '../language/t.ts'
import { isBlank } from '../values/blank.tsx'
import { textInWords } from '../values/record-title.ts'
import { TextValue } from '../values/value-kinds.tsx'
import { formatDay, isDay, readDate } from '../values/dates.ts'
import styles from './comparison-field.module.css'
import type { FieldProps } from './field-props.ts'

/** The record beside another one, field by field. Where both have a value, the person chooses which one stays. */
export function ComparisonField({ field, name, value, error, isDisabled, onChange }: FieldProps<'comparison'>) {
  const scope = useForm()
  const { path } = dependentPath(field.record_path, scope)
  const other = useQuery({ ...recordOptions(path ?? ''), enabled: path !== null })
  const taken = Array.isArray(value) ? (value as readonly string[]) : []
  const own: Values = scope.subject ?? {}
  const compared = useRef(path)
  useEffect(() => {
    if (compared.current === path) return
    compared.current = path
    // The choices for one record do not apply to the next.
    if (taken.length > 0) onChange([])
  })
  if (path === null) return null
  if (other.error) return <ProblemNotice error={other.error} onRetry={other.refetch} />
  const theirs: Values = other.data?.record ?? {}
  const rows = field.options.filter((row) => !isBlank(own[String(row.value)]) || !isBlank(theirs[String(row.value)]))
  const take = (row: string, isTheirs: boolean) =>
    onChange(isTheirs ? [...taken, row] : taken.filter((each) => each !== row))

  return (
    <div className={styles.frame} aria-busy={other.isPending}>
      <table className={styles.table}>
        <caption className={styles.caption}>{field.label}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('This record')}</th>
            <th scope="col">{t('The other record')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ value: row, label, format }) => (
            <ComparedRow
              key={String(row)}
              name={`${name}.${String(row)}`}
              label={label}
              format={format}
              own={own[String(row)]}
              theirs={theirs[String(row)]}
              isTaken={taken.includes(String(row))}
              isDisabled={isDisabled}
              onTake={(isTheirs) => take(String(row), isTheirs)}
            />
          ))}
        </tbody>
      </table>
      {field.description !== undefined && <Input.Description>{field.description}</Input.Description>}
      <Input.Error>{error}</Input.Error>
    </div>
  )
}

type Values = Readonly<Record<string, unknown>>

interface ComparedRowProps {
  name: string
  label: string
  /** Of the schema of the field. */
  format: TextFormat | undefined
  own: unknown
  theirs: unknown
  isTaken: boolean
  isDisabled: boolean
  onTake: (isTheirs: boolean) => void
}

const OF_THIS_RECORD = msg('{label}: {value}, of this record')
const OF_THE_OTHER = msg('{label}: {value}, of the other record')

/** The two values of one field. There is only a choice where they differ and neither is empty: an empty field is filled. */
function ComparedRow({ name, label, format, own, theirs, isTaken, isDisabled, onTake }: ComparedRowProps) {
  const isChoice = !isBlank(own) && !isBlank(theirs) && own !== theirs
  const stays = isBlank(own) || (isChoice && isTaken) ? 'theirs' : 'own'
  const cell = (side: 'own' | 'theirs', value: unknown) => (
    <td data-stays={(stays === side && !isBlank(value)) || undefined}>
      {isChoice ? (
        <Radio
          name={name}
          checked={stays === side}
          disabled={isDisabled}
          onChange={() => onTake(side === 'theirs')}
          label={textOf(value, format)}
          aria-label={t(side === 'own' ? OF_THIS_RECORD : OF_THE_OTHER, {
            label,
            value: textOf(value, format),
          })}
        />
      ) : (
        <TextValue value={isBlank(value) ? value : textOf(value, format)} />
      )}
    </td>
  )
  return (
    <tr>
      <th scope="row">{label}</th>
      {cell('own', own)}
      {cell('theirs', theirs)}
    </tr>
  )
}

function textOf(value: unknown, format: TextFormat | undefined): string {
  const date = isDay(value) ? readDate(value) : null
  return date ? formatDay(date) : (textInWords(value, format) ?? String(value))
}
