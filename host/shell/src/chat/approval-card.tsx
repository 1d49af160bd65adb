import { Button, TextInput } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react'
import { useChanging } from '../api/preview.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { answerOptions, recordOptions } from '../api/records.ts'
import { changedFields } from '../form/form-values.ts'
import { rich } from '../language/rich.tsx'
import { msg, t, type Message } from '../language/t.ts'
import { usePanel } from '../screen/panel-context.ts'
import { formatInstant, formatSince } from '../values/dates.ts'
import type { AskedApproval, Values } from './chat-frames.ts'
import type { Decision } from './chat-snapshot.ts'
import type { Call } from './conversation.ts'
import { asValues, toolTitle } from './tool-call.tsx'
import { DescribedChanges, DescribedValues } from '../record/described-values.tsx'
import { EntryValue } from '../record/entry-nodes.tsx'
import styles from './approval-card.module.css'

/** An approval as the host lists it. */
interface Approval {
  status: string
  person_id: string
  four_eyes: boolean
  /** Whether the person may decide on it. */
  decidable?: boolean
  decided_name?: string
  decided_at?: string
  reason?: string
}

interface ApprovalCardProps {
  call: Call & { approval: AskedApproval }
  agentName: string
  approvalsPath: string
  /** Whether the answer that asks for it has ended. */
  isOver: boolean
  isDeciding: boolean
  isConnected: boolean
  onDecide: (type: Decision, approvalId: string, reason?: string) => void
}

/** A call that waits for approval: the change, its record, the two buttons, and later the decision. */
export function ApprovalCard({ call, agentName, approvalsPath, isOver, onDecide, ...rest }: ApprovalCardProps) {
  const { approval_id, record, operation, change = {}, expires_at } = call.approval
  const { session } = usePanel()
  const { data } = useQuery({ ...answerOptions<Approval>(`${approvalsPath}/${approval_id}`), retry: false })
  const isLate = useIsLate(expires_at)
  const isOpen = call.result === undefined && !isOver && !isLate && (data?.status ?? 'pending') === 'pending'
  const isForOthers = data?.decidable === false || (data?.four_eyes === true && data.person_id === session.id)
  const input = Object.entries(asValues(call.input) ?? {}).filter(
    ([name]) => !(name in change) && !(name === 'id' && record !== undefined),
  )
  const title = toolTitle(call)
  const news = useNews(record, isOpen)

  return (
    <section className={styles.card} data-open={isOpen} aria-label={t('Approval: {title}', { title })}>
      <p className={styles.question}>
        <IconHandStop size={16} aria-hidden className={styles.icon} />
        <span>{rich('{agent} asks to run {action}', { agent: agentName, action: <strong>{title}</strong> })}</span>
      </p>
      {input.length > 0 && (
        <Part title={t('With')}>
          <DescribedValues Value={EntryValue} about={operation ?? record?.path} values={Object.fromEntries(input)} />
        </Part>
      )}
      {Object.keys(change).length > 0 && (
        <Part title={t('What would change')}>
          <DescribedChanges Value={EntryValue} about={record?.path ?? operation} changes={change} />
        </Part>
      )}
      {record && (
        <details className={styles.record} open={isOpen && Object.keys(change).length === 0}>
          <summary>{t('The record when this was asked')}</summary>
          <div className={styles.values} role="group" aria-label={t('The record when this was asked')} tabIndex={0}>
            <DescribedValues Value={EntryValue} about={record.path} values={withoutId(record.value)} />
          </div>
        </details>
      )}
      {news !== undefined && (
        <p className={styles.news} role="status">
          {t('{news} Approving would do nothing: ask the agent again.', { news })}
        </p>
      )}
      {isOpen && !isForOthers ? (
        <Buttons {...{ ...rest, title, expires_at }} onDecide={(type, reason) => onDecide(type, approval_id, reason)} />
      ) : (
        <p className={styles.outcome}>
          {isOpen ? (data?.four_eyes === true ? t(SOMEBODY_ELSE) : t(ANOTHER_ROLE)) : outcomeOf(data, call, isLate)}
        </p>
      )}
    </section>
  )
}

/** What has become of the record since it was asked, as a sentence. Undefined if nothing has, or if the person cannot read it. */
function useNews(asked: AskedApproval['record'], isOpen: boolean): string | undefined {
  const { data, error } = useQuery({
    ...recordOptions(asked?.path ?? ''),
    enabled: isOpen && asked !== undefined,
    retry: false,
  })
  if (!isOpen || asked === undefined) return undefined
  if (error instanceof ApiProblem && error.status === 404) return t('The record does not exist any more.')
  return data && hasChanged(asked.value, data.record) ? t('The record has changed since this was asked.') : undefined
}

/** A version decides. Without one, the values that both have do: who approves may see fewer than who asked. */
function hasChanged(before: Values, now: Values): boolean {
  if (before['version'] !== undefined && now['version'] !== undefined) return before['version'] !== now['version']
  return changedFields(before, now).some((name) => name in now)
}

/** The id means nothing to people. */
const withoutId = ({ id: _, ...rest }: Values) => rest

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <p className={styles.label}>{title}</p>
      {children}
    </div>
  )
}

interface ButtonsProps {
  title: string
  expires_at: string
  isDeciding: boolean
  isConnected: boolean
  onDecide: (type: Decision, reason?: string) => void
}

/** Reject first asks for an optional reason, which the agent reads. */
function Buttons({ title, expires_at, isDeciding, isConnected, onDecide }: ButtonsProps) {
  const [reason, setReason] = useState<string | null>(null)
  const inPreview = useChanging()
  const changing = isConnected ? inPreview : { ...inPreview, disabled: true }
  const reject = (event: SyntheticEvent) => {
    event.preventDefault()
    onDecide('chat.reject', reason ?? '')
  }
  const until = new Date(expires_at)
  if (reason !== null)
    return (
      <form className={styles.buttons} onSubmit={reject}>
        <TextInput
          className={styles.reason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            setReason(null)
          }}
          maxLength={500}
          placeholder={t('Reason (optional)')}
          aria-label={t('Reason')}
          title={t('The agent reads it')}
          autoFocus
        />
        <Button type="submit" color="red" loading={isDeciding} {...changing}>
          {t('Reject')}
        </Button>
        <Button variant="default" onClick={() => setReason(null)}>
          {t('Go back')}
        </Button>
      </form>
    )
  return (
    <div className={styles.buttons}>
      <Button
        loading={isDeciding}
        onClick={() => onDecide('chat.approve')}
        aria-label={t('Approve: {title}', { title })}
        {...changing}
      >
        {t('Approve')}
      </Button>
      <Button
        variant="default"
        disabled={isDeciding}
        onClick={() => setReason('')}
        aria-label={t('Reject: {title}', { title })}
      >
        {t('Reject…')}
      </Button>
      <span className={styles.expiry} title={formatInstant(until)}>
        {t('Expires {when}', { when: formatSince(until) })}
      </span>
    </div>
  )
}

/** Whether a time has passed. Checked every few seconds, and again when the component is shown. */
function useIsLate(instant: string): boolean {
  const [now, setNow] = useState(Date.now)
  const isLate = Date.parse(instant) <= now
  useEffect(() => {
    if (isLate) return undefined
    const timer = setInterval(() => setNow(Date.now()), 5_000)
    return () => clearInterval(timer)
  }, [isLate])
  return isLate
}

const SOMEBODY_ELSE = msg('Somebody else has to decide on this. It waits in their list of approvals.')
const ANOTHER_ROLE = msg('People with another role have to decide on this. It waits in their list of approvals.')

/** Each decision. */
const DECISIONS: Readonly<Record<string, Message>> = {
  approved: msg('Approved'),
  done: msg('Approved and done'),
  failed: msg('Approved'),
  rejected: msg('Rejected'),
  stale: msg('Approved'),
  unknown: msg('Approved'),
}

/** What else there is to say about it. */
const OUTCOMES: Readonly<Record<string, Message>> = {
  failed: msg('It failed.'),
  expired: msg('Nobody decided in time. Nothing was done.'),
  stale: msg('Something had changed since it was asked, so nothing was done. Ask the agent again.'),
  cancelled: msg('Not needed any more. Nothing was done.'),
  unknown: msg('Whether it took effect is unknown: look at the record before you ask again.'),
}

function outcomeOf(approval: Approval | undefined, { result }: Call, isLate: boolean): string {
  const { status = 'pending', decided_name, decided_at, reason } = approval ?? {}
  if (status === 'pending')
    return isLate ? t(OUTCOMES.expired!) : result?.ok ? `${t(DECISIONS.done!)}.` : t('Not done.')
  const outcome = OUTCOMES[status] ? t(OUTCOMES[status]) : ''
  const decision = DECISIONS[status] ? t(DECISIONS[status]) : ''
  if (decision === '') return outcome
  const when = decided_at === undefined ? '' : `, ${formatInstant(new Date(decided_at))}`
  const made =
    decided_name === undefined ? decision : t('{decision} by {name}', { decision, name: `${decided_name}${when}` })
  return `${made}${reason ? `: ${reason}` : ''}. ${outcome}`.trimEnd()
}
