import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { countOf } from '../../actions/action-answer.ts'
import { useAway } from '../../api/reach.ts'
import { ProgressBar } from '../../feedback/progress-bar.tsx'
import { msg, t, tn } from '../../language/t.ts'
import dialog from '../../theme/dialog.module.css'
import '../../theme/modal.css'
import { formatCount } from '../../values/person-formats.ts'
import { recordTitle } from '../../values/record-title.ts'
import styles from './paste-dialog.module.css'
import { countsOf, type PastePlan, type PlannedRecord } from './plan-paste.ts'
import type { Paste } from './use-paste.ts'

/** Records that are listed before the person asks for all. */
const FIRST = 50

/** Shows what a paste would change, and what it cannot change and why. Nothing is changed before the person agrees. */
export function PasteDialog({ paste, plan }: { paste: Paste; plan: PastePlan }) {
  const { changed, refused, records } = countsOf(plan)
  const isAway = useAway()
  const dismiss = () => !paste.isPending && paste.dismiss()
  return (
    <Modal
      opened
      onClose={dismiss}
      title={changed > 0 ? t('Change {cells}?', { cells: cellsOf(changed) }) : t('Nothing can be changed')}
      size={760}
    >
      <p className={dialog.text}>{summaryOf(plan, paste.isUndoable)}</p>
      {paste.banner !== null && (
        <p role="alert" className={styles.alert}>
          {paste.banner}
        </p>
      )}
      <Changes plan={plan} titleField={paste.titleField} />
      {paste.isPending && <ProgressBar max={1} label={t('Changing {records}', { records: countOf(records) })} />}
      <div className={dialog.buttons}>
        <span role="status" className={styles.effect}>
          {paste.isPending
            ? isAway
              ? t('Waiting for the server…')
              : t('Changing {records}…', { records: countOf(records) })
            : ''}
        </span>
        <Button
          variant="default"
          disabled={paste.isPending}
          onClick={dismiss}
          data-autofocus={changed === 0 || undefined}
        >
          {changed > 0 ? t('Cancel') : t('Close')}
        </Button>
        {changed > 0 && (
          <Button loading={paste.isPending} onClick={paste.confirm} data-autofocus>
            {refused > 0
              ? t('Change the other {count}', { count: formatCount(changed) })
              : t('Change {cells}', { cells: cellsOf(changed) })}
          </Button>
        )}
      </div>
    </Modal>
  )
}

const UNDOABLE = msg('This changes {cells} in {records} and can be undone.')
const FINAL = msg('This changes {cells} in {records}.')

const cellsOf = (count: number): string => tn('{count} cell', '{count} cells', count)

function summaryOf(plan: PastePlan, isUndoable: boolean): string {
  const { changed, refused, records } = countsOf(plan)
  const parts = [
    changed > 0 ? t(isUndoable ? UNDOABLE : FINAL, { cells: cellsOf(changed), records: countOf(records) }) : '',
    refused > 0 ? t('{cells} cannot be changed.', { cells: cellsOf(refused) }) : '',
    plan.outside > 0
      ? tn(
          '{count} cell beyond the end of the page is left out.',
          '{count} cells beyond the end of the page are left out.',
          plan.outside,
        )
      : '',
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** The cells, those that are refused first. */
function Changes({ plan, titleField }: { plan: PastePlan; titleField: string }) {
  const [isWhole, setWhole] = useState(false)
  const parts = [
    ...plan.records.map((record) => only(record, (problem) => problem !== undefined)),
    ...plan.records.map((record) => only(record, (problem) => problem === undefined)),
  ].filter(({ cells }) => cells.length > 0)
  const shown = isWhole ? parts : parts.slice(0, FIRST)
  if (parts.length === 0) return null
  return (
    <div className={styles.frame} tabIndex={0} role="region" aria-label={t('Cells')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('Record')}</th>
            <th scope="col">{t('Field')}</th>
            <th scope="col">{t('Now')}</th>
            <th scope="col">{t('New')}</th>
          </tr>
        </thead>
        {shown.map((part, index) => (
          <RecordChanges key={index} part={part} title={recordTitle(part.record, titleField)} />
        ))}
      </table>
      {shown.length < parts.length && (
        <Button variant="subtle" size="compact-sm" className={styles.more} onClick={() => setWhole(true)}>
          {t('Show all {parts} records', { parts: formatCount(parts.length) })}
        </Button>
      )}
    </div>
  )
}

const only = (planned: PlannedRecord, is: (problem: string | undefined) => boolean): PlannedRecord => ({
  ...planned,
  cells: planned.cells.filter(({ problem }) => is(problem)),
})

function RecordChanges({ part: { cells }, title }: { part: PlannedRecord; title: string }) {
  return (
    <tbody>
      {cells.map(({ column, present, text, problem }, index) => (
        <tr key={column.name} data-refused={problem !== undefined}>
          {index === 0 && (
            <th scope="rowgroup" rowSpan={cells.length}>
              {title}
            </th>
          )}
          <td>{column.label}</td>
          <td className={styles.present}>{present === '' ? '–' : present}</td>
          <td>
            <span className={styles.next}>{text.trim() === '' ? t('Empty') : text}</span>
            {problem !== undefined && <span className={styles.problem}>{problem}</span>}
          </td>
        </tr>
      ))}
    </tbody>
  )
}
