import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowDown } from '@tabler/icons-react'
import { memo } from 'react'
import { t } from '../language/t.ts'
import { ApprovalCard } from './approval-card.tsx'
import type { ChatSnapshot, Decision, Sending } from './chat-snapshot.ts'
import { type Call, type Conversation, isAnswering, type Turn } from './conversation.ts'
import { Markdown } from '../values/markdown.tsx'
import { ToolCall } from './tool-call.tsx'
import { useEndInView } from './use-end-in-view.ts'
import styles from './thread.module.css'

interface ThreadProps {
  conversation: Conversation
  sending: Sending | null
  deciding: ChatSnapshot['deciding']
  isConnected: boolean
  approvalsPath: string
  onDecide: (type: Decision, approvalId: string, reason?: string) => void
  onAgain: (question: string) => void
}

/** The messages, from top to bottom. Keeps showing the end while the person has not scrolled away from it. */
export function Thread({ conversation, sending, onAgain, ...rest }: ThreadProps) {
  const { ref, isAtEnd, toEnd, onScroll } = useEndInView(conversation, sending !== null)
  const { turns, agentName } = conversation
  const isNew = sending !== null && !turns.some((turn) => turn.end === undefined && turn.question === sending.text)
  return (
    <div className={styles.frame}>
      <div
        ref={ref}
        className={styles.log}
        role="log"
        aria-live="off"
        aria-label={t('Conversation with {agentName}', { agentName })}
        tabIndex={0}
        onScroll={onScroll}
      >
        {turns.map((turn, index) => (
          <TurnView
            key={turn.id}
            {...rest}
            turn={turn}
            agentName={agentName}
            onAgain={index === turns.length - 1 && !isAnswering(conversation) && !sending ? onAgain : undefined}
          />
        ))}
        {isNew && (
          <article className={styles.turn}>
            <Question text={sending.text} about={sending.about} />
            <Pending agentName={agentName} />
          </article>
        )}
      </div>
      {!isAtEnd && (
        <Button
          className={styles.down}
          variant="default"
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={toEnd}
        >
          {t('To the end')}
        </Button>
      )}
    </div>
  )
}

interface TurnProps extends Pick<ThreadProps, 'deciding' | 'isConnected' | 'approvalsPath' | 'onDecide'> {
  turn: Turn
  agentName: string
  onAgain: ThreadProps['onAgain'] | undefined
}

const TurnView = memo(function TurnView({ turn, agentName, onAgain, ...rest }: TurnProps) {
  const { question, about, parts, end } = turn
  const isUnderWay = end === undefined
  const last = parts.at(-1)
  const isThinking = isUnderWay && (last === undefined || (last.kind === 'call' && last.call.result !== undefined))
  return (
    <article className={styles.turn}>
      <Question text={question} about={about} />
      <div className={styles.answer}>
        {parts.length > 0 && <p className={styles.agent}>{agentName}</p>}
        {parts.map((part, index) =>
          part.kind === 'text' ? (
            <Markdown key={index} text={part.text} isUnderWay={isUnderWay && index === parts.length - 1} />
          ) : (
            <CallView key={index} call={part.call} isOver={!isUnderWay} agentName={agentName} {...rest} />
          ),
        )}
        {isThinking && <Pending agentName={agentName} />}
        {end?.type === 'chat.aborted' && <p className={styles.note}>{t('Stopped.')}</p>}
        {end?.type === 'chat.error' && <Failure end={end} onAgain={onAgain && (() => onAgain(question))} />}
      </div>
    </article>
  )
})

interface CallViewProps extends Omit<TurnProps, 'turn' | 'onAgain'> {
  call: Call
  isOver: boolean
}

/** A call that needs approval is a card until it is decided, and afterwards a card with the decision. */
function CallView({ call, isOver, agentName, approvalsPath, deciding, isConnected, onDecide }: CallViewProps) {
  const { approval } = call
  return (
    <>
      {approval && (
        <ApprovalCard
          {...{ agentName, approvalsPath, isOver, isConnected, onDecide }}
          call={{ ...call, approval }}
          isDeciding={deciding.includes(approval.approval_id)}
        />
      )}
      {(approval === undefined || call.result !== undefined) && <ToolCall call={call} isOver={isOver} />}
    </>
  )
}

function Question({ text, about }: { text: string; about?: string | undefined }) {
  return (
    <div className={styles.question}>
      <p className={styles.bubble}>{text}</p>
      {about !== undefined && <p className={styles.about}>{t('About {about}', { about })}</p>}
    </div>
  )
}

function Pending({ agentName }: { agentName: string }) {
  return (
    <p className={styles.pending} aria-label={t('{agentName} is answering', { agentName })} role="img">
      <span />
      <span />
      <span />
    </p>
  )
}

interface FailureProps {
  end: Extract<NonNullable<Turn['end']>, { type: 'chat.error' }>
  onAgain: (() => void) | undefined
}

function Failure({ end: { code, detail }, onAgain }: FailureProps) {
  return (
    <div className={styles.failure}>
      <IconAlertTriangle size={16} aria-hidden className={styles.failureIcon} />
      <div>
        <p className={styles.detail}>{detail}</p>
        <p className={styles.reference}>
          <code>{code}</code>
        </p>
      </div>
      {onAgain && (
        <Button variant="default" onClick={onAgain}>
          {t('Send again')}
        </Button>
      )}
    </div>
  )
}
