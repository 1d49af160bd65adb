import type { Entry } from '@atrium/sdk/documents'
import { Button, Modal } from '@mantine/core'
import { IconArrowBackUp, IconChevronDown, IconRestore } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { fillPath, withQuery } from '../api/paths.ts'
import { useChanging } from '../api/preview.ts'
import { pageOptions, refreshRecords } from '../api/records.ts'
import { request } from '../api/request.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { toast } from '../feedback/toast.ts'
import { undo } from '../feedback/undo.ts'
import { arrow } from '../language/direction.ts'
import { translated } from '../language/translated.ts'
import { msg, t, tn, type Message } from '../language/t.ts'
import { EntryValue } from '../record/entry-nodes.tsx'
import type { WidgetProps } from '../screen/screen-context.ts'
import { useScreen } from '../screen/screen-context.ts'
import { usePermitted } from '../session/permissions.ts'
import dialog from '../theme/dialog.module.css'
import '../theme/modal.css'
import { Blank, isBlank } from '../values/blank.tsx'
import { SinceValue } from '../values/value-kinds.tsx'
import styles from './history-widget.module.css'

interface HistoryEntry {
  id: number
  at: string
  person: string
  origin: string
  action: string
  changes: Change[]
  /** The address for undoing the change. */
  undo?: string
  /** How many records are undone with this one, if there are others. */
  undo_records?: number
  restorable: boolean
}

interface Change {
  field: string
  from?: unknown
  to?: unknown
  left_out?: 'secret' | 'long' | 'unknown'
}

type Widget = WidgetProps<'history'>['widget']

/** The number of entries shown at first, and added by each press of the button. */
const PAGE = 10

/** The changes of the record. They are read when somebody opens the list, because most people only need the present state of a record. */
export function HistoryWidget({ widget }: WidgetProps<'history'>) {
  const [permitted] = usePermitted()([widget])
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (!permitted) return null
  return (
    <section className={styles.widget} aria-labelledby={`${id}-title`}>
      <h2 className={styles.heading} id={`${id}-title`}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={16} aria-hidden className={styles.chevron} />
          {t('History')}
        </button>
      </h2>
      <div id={`${id}-list`}>{isOpen && <Entries widget={widget} />}</div>
    </section>
  )
}

function Entries({ widget }: { widget: Widget }) {
  const { recordId = '' } = useScreen()
  const [count, setCount] = useState(PAGE)
  const [asked, setAsked] = useState<HistoryEntry | null>(null)
  const path = fillPath(widget.path, recordId)
  const { data, error, refetch } = useQuery(pageOptions(path, `_start=0&_end=${count}`))
  const [restore] = usePermitted()(widget.restore ? [widget.restore] : [])
  if (!data) return error ? <ProblemNotice error={error} onRetry={refetch} /> : <ScreenSkeleton />
  const entries = data.records as unknown as HistoryEntry[]
  if (entries.length === 0) return <p className={styles.none}>{t('No changes are known.')}</p>
  return (
    <>
      <ol className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <p className={styles.who}>
              <strong>{entry.person}</strong>
              <span>{translated(entry.action)}</span>
              <span className={styles.faint}>
                {DOORS[entry.origin] ? t(DOORS[entry.origin]!) : entry.origin} · <SinceValue value={entry.at} />
              </span>
              {entry.undo !== undefined && <UndoButton address={entry.undo} records={entry.undo_records} />}
              {restore && entry.restorable && (
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconRestore size={14} aria-hidden />}
                  onClick={() => setAsked(entry)}
                >
                  {t('Restore this version')}
                </Button>
              )}
            </p>
            <Changes changes={entry.changes} entries={widget.entries} />
          </li>
        ))}
      </ol>
      {data.total > entries.length && (
        <Button variant="default" onClick={() => setCount(count + PAGE)}>
          {t('Show earlier changes')}
        </Button>
      )}
      {asked && restore && (
        <RestoreDialog
          entry={asked}
          path={fillPath(restore.path, recordId).replace('{entry_id}', String(asked.id))}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

function UndoButton({ address, records }: { address: string; records: number | undefined }) {
  const { mutate, isPending } = useMutation({ mutationFn: () => undo(address) })
  const changing = useChanging()
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconArrowBackUp size={14} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
      {...changing}
    >
      {records === undefined ? t('Undo') : tn('Undo in {count} record', 'Undo in {count} records', records)}
    </Button>
  )
}

/** The names of the doors for people. */
const DOORS: Readonly<Record<string, Message>> = {
  ui: msg('on a screen'),
  token: msg('with a token'),
  agent: msg('through an agent'),
  cli: msg('on the command line'),
  job: msg('in a job'),
  reload: msg('by a reload'),
  system: msg('by the system'),
}

function Changes({ changes, entries }: { changes: readonly Change[]; entries: readonly Entry[] }) {
  if (changes.length === 0) return null
  return (
    <dl className={styles.changes}>
      {changes.map((change) => {
        const entry = entries.find(({ name }) => name === change.field)
        return (
          <div key={change.field} className={styles.change}>
            <dt>{entry?.label ?? change.field}</dt>
            <dd>
              <Values change={change} entry={entry} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const LEFT_OUT = {
  secret: msg('changed; the value is secret'),
  long: msg('changed; the text is too long to be kept'),
  unknown: msg('the value before is not known'),
} as const

function Values({ change: { from, to, left_out }, entry }: { change: Change; entry: Entry | undefined }) {
  if (left_out === 'secret') return <span className={styles.faint}>{t(LEFT_OUT.secret)}</span>
  const reason = left_out && <span className={styles.faint}> ({t(LEFT_OUT[left_out])})</span>
  return (
    <>
      {!isBlank(from) && (
        <>
          <span className={styles.former}>
            <EntryValue entry={entry} value={from} />
          </span>
          <span aria-label={t('became')}> {arrow()} </span>
        </>
      )}
      {isBlank(to) ? <Blank /> : <EntryValue entry={entry} value={to} />}
      {reason}
    </>
  )
}

interface RestoreDialogProps {
  entry: HistoryEntry
  path: string
  onClose: () => void
}

/** Asks before the record is restored. */
function RestoreDialog({ entry, path, onClose }: RestoreDialogProps) {
  const queryClient = useQueryClient()
  const restore = useMutation({
    mutationFn: () => request<{ left_out: string[] }>('POST', withQuery(path, '')),
    onSuccess: ({ data }) =>
      toast.done(
        data.left_out.length === 0
          ? t('The earlier version is restored.')
          : t('Restored, apart from what was not kept: {left_out}.', { left_out: data.left_out.join(', ') }),
      ),
    onError: (error) => toast.failed(t('The version was not restored: {message}', { message: error.message })),
    onSettled: () => {
      onClose()
      return refreshRecords(queryClient)
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('Restore this version?')} size={420}>
      <p className={dialog.text}>
        {t(
          'The record gets the values back that it had after this change. Later changes are undone, and stay in the history.',
        )}
      </p>
      <p className={dialog.subject}>
        {entry.action}, {entry.person}, <SinceValue value={entry.at} />
      </p>
      <div className={dialog.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('Go back')}
        </Button>
        <Button loading={restore.isPending} onClick={() => restore.mutate()} data-autofocus>
          {t('Restore')}
        </Button>
      </div>
    </Modal>
  )
}
