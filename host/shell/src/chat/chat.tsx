import type { ChatWidget } from '@atrium/sdk/documents'
import { ActionIcon, Button, CloseButton, NativeSelect } from '@mantine/core'
import { IconHistory, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { signInAgain } from '../api/sign-in-again.ts'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { t } from '../language/t.ts'
import { usePanel } from '../screen/panel-context.ts'
import { formatCount } from '../values/person-formats.ts'
import { Announcer } from './announcer.tsx'
import { Composer } from './composer.tsx'
import { ConversationList } from './conversation-list.tsx'
import { isAnswering } from './conversation.ts'
import { Thread } from './thread.tsx'
import {
  type Agent,
  conversationsOptions,
  type ListedConversation,
  type OpenConversation,
  useChat,
} from './use-chat.ts'
import { useWriting } from './use-writing.ts'
import styles from './chat.module.css'

/** The record or screen that a person is looking at while they write. */
export interface About {
  /** The path of a record or of a screen. */
  path: string
  title: string
}

interface ChatProps extends OpenConversation {
  widget: ChatWidget
  /** At least one. */
  agents: readonly Agent[]
  about?: About | undefined
  /** Whether the input gets the focus when it is shown, as in a chat that the person has just opened. */
  takesFocus?: () => boolean
}

const no = () => false

/** A chat with agents: the conversations, the messages of one of them, and the input. */
export function Chat({ widget, agents, about, takesFocus = no, selected, select }: ChatProps) {
  const writing = useWriting(takesFocus)
  const { text, setText, input } = writing
  const [agentId, setAgentId] = useState(agents[0]?.id)
  const [isListOpen, setIsListOpen] = useState(false)
  const [left, setLeft] = useState<string | null>(null)
  const { snapshot, session, send } = useChat(widget, { selected, select }, writing.restore)
  const { conversation, sending, state } = snapshot
  useUnsaved(text.trim() !== '' || sending !== null)
  const agent = agents.find(({ id }) => id === agentId) ?? agents[0]!
  const agentName = conversation?.agentName ?? agent.name
  const listed = useListed(widget, selected)
  const shown = about && about.path !== left ? about : undefined

  const open = (id: string | null) => {
    setIsListOpen(false)
    select(id)
    input.current?.focus()
  }
  const submit = (message: string) => {
    void send(agent, { text: message, ...(shown && { about: shown.path }) })
    input.current?.focus()
  }

  return (
    <div className={styles.frame}>
      <div className={styles.chat} data-list={isListOpen}>
        <nav className={styles.side} aria-label={t('Conversations')}>
          <div className={styles.bar}>
            <Button
              variant="default"
              fullWidth
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => open(null)}
            >
              {t('New conversation')}
            </Button>
          </div>
          <div className={styles.conversations}>
            <ConversationList widget={widget} selected={selected} onSelect={open} />
          </div>
        </nav>
        <div className={styles.main}>
          <div className={styles.bar} data-narrow>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('Conversations')}
              aria-expanded={isListOpen}
              onClick={() => setIsListOpen(!isListOpen)}
            >
              <IconHistory size={18} aria-hidden />
            </ActionIcon>
            <span className={styles.title}>{listed?.title ?? conversation?.title ?? t('New conversation')}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('New conversation')}
              onClick={() => open(null)}
            >
              <IconPlus size={18} aria-hidden />
            </ActionIcon>
          </div>
          {selected === null && sending === null && <Beginning agents={agents} agent={agent} onAgent={setAgentId} />}
          {snapshot.isLoading && <ScreenSkeleton />}
          {conversation ? (
            <>
              <Thread
                {...{ conversation, sending, deciding: snapshot.deciding, approvalsPath: widget.approvals_path }}
                isConnected={state === 'ready'}
                onDecide={(type, id, reason) => {
                  session?.decide(type, id, reason)
                  input.current?.focus()
                }}
                onAgain={submit}
              />
              <Announcer key={conversation.id} conversation={conversation} />
            </>
          ) : (
            (sending !== null || snapshot.problem !== null) && <div className={styles.space} />
          )}
          <Notices snapshot={snapshot} onClose={() => session?.dismiss()} onNew={() => open(null)} />
          <Composer
            {...{ agentName, text, onText: setText, about: shown }}
            onForgetAbout={() => setLeft(about?.path ?? null)}
            isAnswering={isAnswering(conversation) || sending !== null}
            isCancelling={snapshot.isCancelling}
            isConnected={state === 'ready'}
            isReady={state === 'ready' && (selected === null || conversation !== null)}
            onSend={() => {
              setText('')
              submit(text)
            }}
            onStop={() => {
              session?.cancel()
              input.current?.focus()
            }}
            ref={input}
          />
          {listed && <UsageLine conversation={listed} />}
        </div>
      </div>
    </div>
  )
}

/** If the session ends meanwhile, people sign in over the chat, which loses nothing. */
function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? signInAgain.hold() : undefined), [isUnsaved])
}

interface BeginningProps {
  agents: readonly Agent[]
  agent: Agent
  onAgent: (id: Agent['id']) => void
}

/** Shown instead of messages: the agent that the person writes to. */
function Beginning({ agents, agent, onAgent }: BeginningProps) {
  return (
    <div className={styles.beginning}>
      {agents.length > 1 ? (
        <NativeSelect
          label={t('Agent')}
          value={String(agent.id)}
          onChange={({ currentTarget: { value } }) => {
            const chosen = agents.find(({ id }) => String(id) === value)
            if (chosen) onAgent(chosen.id)
          }}
          data={agents.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      ) : (
        <p className={styles.name}>{agent.name}</p>
      )}
      {agent.description !== undefined && <p className={styles.description}>{agent.description}</p>}
    </div>
  )
}

interface NoticesProps {
  snapshot: ReturnType<typeof useChat>['snapshot']
  onClose: () => void
  onNew: () => void
}

/** Problems, and what to do about them. */
function Notices({ snapshot: { state, problem, conversation, isLoading }, onClose, onNew }: NoticesProps) {
  if (state === 'away')
    return (
      <p className={styles.notice} role="status">
        {t('The chat is being restarted or is switched off. It goes on by itself as soon as it is back.')}
      </p>
    )
  if (problem !== null)
    return (
      <div className={styles.notice} data-problem role="alert">
        <span>
          {problem.detail} <code>{problem.code}</code>
        </span>
        {conversation === null && !isLoading && problem.status === 404 && (
          <Button variant="default" onClick={onNew}>
            {t('New conversation')}
          </Button>
        )}
        <CloseButton size="sm" aria-label={t('Dismiss')} onClick={onClose} />
      </div>
    )
  if (state === 'connecting' && conversation !== null)
    return (
      <p className={styles.notice} role="status">
        {isAnswering(conversation)
          ? t('No connection. The rest of the answer is shown as soon as there is one.')
          : t('No connection. You can go on as soon as there is one.')}
      </p>
    )
  return null
}

/** The open conversation as it is in the list, which is reread after each answer. */
function useListed(widget: ChatWidget, id: string | null): ListedConversation | undefined {
  const { session } = usePanel()
  const { data } = useQuery({ ...conversationsOptions(widget, session.id), enabled: false })
  const listed = data?.records as unknown as readonly ListedConversation[] | undefined
  return listed?.find((each) => each.id === id)
}

function UsageLine({ conversation: { input_tokens = 0, output_tokens = 0 } }: { conversation: ListedConversation }) {
  if (input_tokens + output_tokens === 0) return null
  return (
    <p className={styles.usage}>
      {t('This conversation: {input_tokens} tokens read, {output_tokens} written', {
        input_tokens: formatCount(input_tokens),
        output_tokens: formatCount(output_tokens),
      })}
    </p>
  )
}
