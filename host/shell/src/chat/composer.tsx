import { ActionIcon, Textarea } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import { useChanging } from '../api/preview.ts'
import { t } from '../language/t.ts'
import type { About } from './chat.tsx'
import styles from './composer.module.css'

interface ComposerProps {
  agentName: string
  text: string
  onText: (text: string) => void
  /** The record or screen that the person is looking at, which is sent to the agent with the message. */
  about: About | undefined
  onForgetAbout: () => void
  isAnswering: boolean
  isCancelling: boolean
  isConnected: boolean
  /** Whether a message can be sent now. */
  isReady: boolean
  onSend: () => void
  onStop: () => void
  ref: Ref<HTMLTextAreaElement>
}

/** The host accepts no longer messages. */
const LONGEST = 32_000

/** The input. Enter sends, Shift+Enter begins a line, Esc stops the answer. */
export function Composer({ agentName, text, onText, about, onForgetAbout, ...rest }: ComposerProps) {
  const { isAnswering, isCancelling, isConnected, isReady, onSend, onStop, ref } = rest
  const changing = useChanging()
  const canSend = isReady && !isAnswering && text.trim() !== '' && !changing.disabled
  // Enter before the connection is there sends the message as soon as it is.
  const [isAsked, ask] = useState(false)
  useEffect(() => {
    if (!isAsked || !canSend) return
    ask(false)
    onSend()
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isAnswering) {
      event.stopPropagation()
      onStop()
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (canSend) onSend()
    else ask(!isReady && !isAnswering)
  }
  return (
    <div className={styles.composer}>
      {about && (
        <p className={styles.about}>
          <span>{t('About: {title}', { title: about.title })}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('Do not send what I look at: {title}', { title: about.title })}
            onClick={onForgetAbout}
          >
            <IconX size={12} aria-hidden />
          </ActionIcon>
        </p>
      )}
      <div className={styles.line}>
        <Textarea
          ref={ref}
          className={styles.text}
          aria-label={t('Message to {agentName}', { agentName })}
          aria-describedby="chat-keys"
          placeholder={t('Message to {agentName}', { agentName })}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={LONGEST}
          value={text}
          onChange={(event) => {
            ask(false)
            onText(event.currentTarget.value)
          }}
          onKeyDown={onKeyDown}
          {...changing}
        />
        {isAnswering ? (
          <ActionIcon
            size={32}
            variant="default"
            aria-label={t('Stop')}
            title={t('Stop (Esc)')}
            loading={isCancelling}
            disabled={!isConnected}
            onClick={onStop}
          >
            <IconPlayerStopFilled size={14} aria-hidden />
          </ActionIcon>
        ) : (
          <ActionIcon
            size={32}
            variant="filled"
            aria-label={t('Send')}
            title={t('Send (Enter)')}
            disabled={!canSend}
            onClick={onSend}
          >
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <p className={styles.keys} id="chat-keys">
        {isAnswering
          ? t('Enter sends, Shift+Enter begins a line, Esc stops the answer.')
          : t('Enter sends, Shift+Enter begins a line.')}
      </p>
    </div>
  )
}
