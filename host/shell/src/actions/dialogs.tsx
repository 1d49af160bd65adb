import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RecordId } from '../api/paths.ts'
import { relatedOptions } from '../api/records.ts'
import { t } from '../language/t.ts'
import styles from '../theme/dialog.module.css'
import '../theme/modal.css'
import type { BulkOutcome } from './action-answer.ts'
import type { Actions, AskedAction } from './actions.ts'
import { actionTone } from './actions.ts'
import { reasonOf } from './failure-words.ts'
import { Subject } from './subject.tsx'
import { formatCount } from '../values/person-formats.ts'
import { recordTitle } from '../values/record-title.ts'

interface ConfirmDialogProps {
  asked: AskedAction
  isRunning: boolean
  onConfirm: () => void
  onDismiss: () => void
}

/** Asks before an action runs. If the action is destructive, the button that dismisses has the focus. */
export function ConfirmDialog({ asked: { action, target }, isRunning, onConfirm, onDismiss }: ConfirmDialogProps) {
  const destroys = actionTone(action) === 'red'
  return (
    <Modal opened onClose={onDismiss} title={action.label} size={420}>
      <p className={styles.text}>{action.confirm}</p>
      <Subject target={target} />
      <div className={styles.buttons}>
        <Button variant="default" onClick={onDismiss} data-autofocus={destroys || undefined}>
          {action.keep ?? t('Go back')}
        </Button>
        <Button
          color={destroys ? 'red' : undefined}
          loading={isRunning}
          onClick={onConfirm}
          data-autofocus={!destroys || undefined}
        >
          {action.label}
        </Button>
      </div>
    </Modal>
  )
}

interface OutcomeDialogProps {
  outcome: BulkOutcome
  list: Actions['list']
  onDismiss: () => void
}

/** Lists the records for which a bulk action failed, with the reasons. */
export function OutcomeDialog({ outcome: { done, failed, failures }, list, onDismiss }: OutcomeDialogProps) {
  const titleOf = useTitles(
    failures.map(({ id }) => id),
    list,
  )
  const title = t('{done} done, {failed} failed', { done: formatCount(done), failed: formatCount(failed) })
  return (
    <Modal opened onClose={onDismiss} title={title} size={520}>
      <p className={styles.text}>
        {failed > failures.length
          ? t('These records were not changed, among others:')
          : t('These records were not changed:')}
      </p>
      <ul className={styles.failures} tabIndex={0} aria-label={t('Records that were not changed')}>
        {failures.map(({ id, error }) => (
          <li key={id} className={styles.failure}>
            <span className={styles.name}>{titleOf(id)}</span>
            <span>{reasonOf(error)}</span>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={onDismiss} data-autofocus>
          {t('Close')}
        </Button>
      </div>
    </Modal>
  )
}

const NOWHERE = { list_path: '', title_attribute: '' }

/** Reads the titles of records. A record that is gone, or whose list cannot be read, is named by its id. */
function useTitles(ids: readonly RecordId[], list: Actions['list']): (id: RecordId) => string {
  const { data = [] } = useQuery({
    ...relatedOptions(list ?? NOWHERE, ids),
    enabled: list !== undefined && ids.length > 0,
    retry: false,
  })
  const byId = new Map(data.map((record) => [String(record.id), recordTitle(record, list?.title_attribute)]))
  return (id) => byId.get(String(id)) ?? String(id)
}
