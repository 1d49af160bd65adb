import type { Field, JsonSchema } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pageOptions } from '../api/records.ts'
import { FieldValue } from '../fields/field-value.tsx'
import type { Chosen, ConflictLine, Side } from '../form/conflict.ts'
import { choicesOf, conflictLines, settled } from '../form/conflict.ts'
import { fieldSchema } from '../form/field-set.ts'
import type { LoadedRecord } from '../form/form-values.ts'
import { startingRecord } from '../form/form-values.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import type { Submit } from '../form/use-submit.ts'
import { t } from '../language/t.ts'
import { asText } from '../values/as-text.ts'
import { SinceValue } from '../values/value-kinds.tsx'
import styles from './conflict-panel.module.css'
import { backIntoForm } from './form-focus.ts'

interface ConflictPanelProps {
  form: RecordForm
  submit: Submit
  /** The current record. */
  current: LoadedRecord
}

/**
 * A choice between this person's changes and those that somebody else saved in the meantime, field by field. If the conflict was noticed
 * before saving, the panel leaves the cursor alone, and the person can go on typing.
 */
export function ConflictPanel({ form, submit, current }: ConflictPanelProps) {
  const theirs = startingRecord(form.definition, current)
  const lines = theirs ? conflictLines(form.definition, { base: form.initial, mine: form.values, theirs }) : []
  const [chosen, setChosen] = useState<Chosen>({})
  const choices = choicesOf(lines, chosen)
  const choose = (side: Side, ...among: ConflictLine[]) =>
    setChosen({ ...chosen, ...Object.fromEntries(among.map((line) => [line.name, { side, line }])) })

  const { isForeseen } = submit
  const save = () => {
    if (isForeseen && Object.keys(form.validate()).length > 0) return
    submit.overwrite(settled(form.values, lines, choices))
  }

  return (
    <section
      ref={isForeseen ? null : focusOnce}
      className={styles.panel}
      data-foreseen={isForeseen}
      role={isForeseen ? 'status' : 'alertdialog'}
      aria-labelledby="conflict-title"
      tabIndex={-1}
    >
      <h2 id="conflict-title" className={styles.title}>
        {t('Somebody else has changed this record')}
      </h2>
      {submit.recordPath !== undefined && <LastChange recordPath={submit.recordPath} />}
      <p className={styles.text}>
        {!theirs
          ? t('It was saved after you opened this dialog. Continue if you still want to.')
          : lines.length === 0
            ? t('Their changes do not touch yours. Save again to keep both.')
            : t('It was saved after you opened it. Choose a version for each field, then save.')}
      </p>
      {lines.length > 0 && (
        <div className={styles.lines}>
          <div className={styles.head}>
            <span>{t('Field')}</span>
            <button type="button" className={styles.side} onClick={() => choose('mine', ...lines)}>
              {t('Yours')}
            </button>
            <button type="button" className={styles.side} onClick={() => choose('theirs', ...lines)}>
              {t('Theirs')}
            </button>
          </div>
          {lines.map((line) => (
            <ConflictRow
              key={line.name}
              line={line}
              field={form.definition.fields[line.name]}
              schema={fieldSchema(form.definition, line.name)}
              choice={choices[line.name] ?? 'mine'}
              onChoose={(side) => choose(side, line)}
            />
          ))}
        </div>
      )}
      <div className={styles.buttons}>
        <Button onClick={save}>{theirs ? t('Save this version') : t('Continue')}</Button>
        {theirs && (
          <Button variant="default" onClick={backIntoForm(submit.takeTheirs)}>
            {t('Discard mine')}
          </Button>
        )}
        <Button variant="subtle" color="gray" onClick={backIntoForm(submit.dismiss)}>
          {t('Back to the form')}
        </Button>
      </div>
    </section>
  )
}

/**
 * Who saved the record last, and when. A record whose history this person may not read has none. Its line is there from the beginning, so that
 * no choice below moves from under the pointer.
 */
function LastChange({ recordPath }: { recordPath: string }) {
  const { data, isPending } = useQuery({ ...pageOptions(`${recordPath}/history`, '_start=0&_end=1'), retry: false })
  const last = data?.records[0]
  if (isPending) return <p className={styles.last}>{'\u00a0'}</p>
  if (last === undefined) return null
  return (
    <p className={styles.last}>
      <strong>{asText(last['person'])}</strong> · <SinceValue value={last['at']} />
    </p>
  )
}

/** Scrolls the panel into view and focuses it for screen readers, because the pressed button may be far below. */
function focusOnce(panel: HTMLElement | null): void {
  panel?.focus()
}

interface ConflictRowProps {
  line: ConflictLine
  field: Field | undefined
  schema: JsonSchema
  choice: Side
  onChoose: (side: Side) => void
}

/** One field with both values, of which one is chosen. */
function ConflictRow({ line, field, schema, choice, onChoose }: ConflictRowProps) {
  const label = field?.label ?? line.name
  const side = (name: Side) => (
    <label className={styles.choice} data-chosen={choice === name}>
      <input
        type="radio"
        name={`conflict-${line.name}`}
        checked={choice === name}
        onChange={() => onChoose(name)}
        aria-label={name === 'mine' ? t('{label}: keep yours', { label }) : t('{label}: keep theirs', { label })}
      />
      <span className={styles.value}>
        <FieldValue field={field} schema={schema} value={line[name]} />
      </span>
    </label>
  )
  return (
    <div className={styles.row} role="radiogroup" aria-label={label}>
      <span className={styles.label}>{label}</span>
      {side('mine')}
      {side('theirs')}
    </div>
  )
}
