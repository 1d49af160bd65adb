import { Button, Select, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { andList, t, tn } from '../language/t.ts'
import { selectProps } from '../theme/select-props.ts'
import styles from './import-dialog.module.css'
import { NotationChoice } from './notation-choice.tsx'
import { StepFoot, type StepProps } from './step-foot.tsx'
import { linesOf, missingFields } from './plan-import.ts'
import type { Sheet } from './read-sheet.ts'
import type { Importing } from './use-importing.ts'

/** Says which column is which field, and how records that exist are found. */
export function ColumnsStep({ importing }: StepProps) {
  const { sheet, choices, targets } = importing
  if (sheet === null) return null
  const isMatched = choices.matching.some((name) => targets.some((each) => each.name === name && each.field))
  return (
    <>
      <ul className={styles.columns} aria-label={t('Columns of the file')}>
        {sheet.headings.map((heading, at) => (
          <li key={at} className={styles.column}>
            <span className={styles.source}>
              <span className={styles.name}>{heading}</span>
              <span className={styles.sample}>{samplesOf(sheet, at)}</span>
            </span>
            <TargetSelect importing={importing} heading={heading} at={at} />
          </li>
        ))}
      </ul>
      <ReadingChoice importing={importing} />
      <LeftOut importing={importing} />
      <MissingFields importing={importing} />
      <StepFoot
        importing={importing}
        effect={isMatched ? extentOf(importing) : t('Choose a field for at least one column.')}
      >
        <Button disabled={!isMatched} onClick={importing.check}>
          {t('Check the lines')}
        </Button>
      </StepFoot>
    </>
  )
}

/** `3 lines, 1 column left out`: in sight, while the names of these columns may be below the end of the dialog. */
function extentOf(importing: Importing): string {
  const lines = linesOf(importing.count)
  const left = leftOut(importing).length
  if (left === 0) return lines
  return tn('{lines}, {count} column left out', '{lines}, {count} columns left out', left, { lines })
}

const leftOut = ({ sheet, choices }: Importing) =>
  sheet?.headings.filter((heading, at) => heading !== '' && (choices.matching[at] ?? null) === null) ?? []

const SAMPLES = 3

/** The first different values of a column. */
function samplesOf({ lines }: Sheet, at: number): string {
  const values = new Set(lines.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== ''))
  return [...values].slice(0, SAMPLES).join(' · ') || t('No values')
}

const LEFT_OUT = ''

type Part = Pick<StepProps, 'importing'>

/** A field that another column has moves to this one. */
function TargetSelect({ importing, heading, at }: Part & { heading: string; at: number }) {
  const { targets, choices } = importing
  const { matching, key } = choices
  const present = matching[at] ?? null
  const change = (name: string | null) =>
    importing.choose({ matching: matching.map((each, index) => (index === at ? name : each === name ? null : each)) })
  const data = targets.map(({ name, label, field }) => ({
    value: name,
    label: field || key === name ? label : t('{label} (only to find records)', { label }),
  }))
  return (
    <Select
      {...selectProps}
      aria-label={t('Field for {heading}', { heading })}
      className={styles.target}
      data={[{ value: LEFT_OUT, label: t('Leave out') }, ...data]}
      value={present ?? LEFT_OUT}
      onChange={(chosen) => change(chosen === LEFT_OUT ? null : chosen)}
      allowDeselect={false}
      searchable={targets.length > 8}
      nothingFoundMessage={t('Nothing found')}
      data-left-out={present === null || undefined}
    />
  )
}

/** How values are read and existing records are found, and what follows from that. */
function ReadingChoice({ importing }: Part) {
  const { targets, choices } = importing
  const keys = targets.filter(({ name, isKey }) => isKey && choices.matching.includes(name))
  const { day, number } = importing.sheetNotation
  const hasAmounts = targets.some(({ name, field }) => field?.kind === 'money' && choices.matching.includes(name))
  if (keys.length === 0 && !hasAmounts && day === undefined && number === undefined) return null
  return (
    <div className={styles.options}>
      <NotationChoice importing={importing} />
      {keys.length > 0 && (
        <Select
          {...selectProps}
          label={t('Records that exist already')}
          data={[
            { value: LEFT_OUT, label: t('Stay as they are: each line makes a new record') },
            ...keys.map(({ name, label }) => ({
              value: name,
              label: t('Are changed if they have the same {label}', { label }),
            })),
          ]}
          value={choices.key ?? LEFT_OUT}
          onChange={(chosen) => importing.choose({ key: chosen === LEFT_OUT ? null : chosen })}
          allowDeselect={false}
        />
      )}
      {choices.key !== null && (
        <Switch
          label={t('An empty cell removes the value of a record that exists')}
          checked={choices.clears}
          onChange={(event) => importing.choose({ clears: event.currentTarget.checked })}
        />
      )}
      {hasAmounts && (
        <Switch
          label={t('Amounts are in the smallest unit of their currency, as an export of all fields writes them')}
          checked={choices.isStored}
          onChange={(event) => importing.choose({ isStored: event.currentTarget.checked })}
        />
      )}
    </div>
  )
}

/** What is not imported is easy to miss among many columns. */
function LeftOut({ importing }: Part) {
  const left = leftOut(importing)
  if (left.length === 0) return null
  return (
    <p className={styles.hint}>
      {tn('This column is left out: {columns}.', 'These columns are left out: {columns}.', left.length, {
        columns: andList(left),
      })}
    </p>
  )
}

function MissingFields({ importing }: Part) {
  const missing = missingFields(importing)
  if (missing.length === 0) return null
  return (
    <p className={styles.warning}>
      {tn(
        'New records need {fields}, and no column is matched with it.',
        'New records need {fields}, and no column is matched with them.',
        missing.length,
        { fields: missing.map(({ label }) => label).join(', ') },
      )}
    </p>
  )
}
