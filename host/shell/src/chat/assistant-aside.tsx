import type { ChatWidget } from '@atrium/sdk/documents'
import { CloseButton, FocusTrap, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { t } from '../language/t.ts'
import { Chat } from './chat.tsx'
import { NoAgents } from './no-agents.tsx'
import { agentsOptions } from './use-chat.ts'
import { useAbout } from './use-about.ts'
import styles from './assistant-aside.module.css'

interface AssistantAsideProps {
  /** At least one. */
  assistants: readonly ChatWidget[]
  /** Whether the chat gets the focus when it is shown. */
  takesFocus: () => boolean
  onClose: () => void
}

/** A chat beside the screen, which stays while the person changes screens. On a phone it covers the screen. */
export function AssistantAside({ assistants, takesFocus, onClose }: AssistantAsideProps) {
  const [chosen, setChosen] = useState(assistants[0]!.id)
  const widget = assistants.find(({ id }) => id === chosen) ?? assistants[0]!
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const onKeyDown = (event: KeyboardEvent) => {
    // Dialogs of the chat are elsewhere on the page, but their events bubble here.
    if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) onClose()
  }
  return (
    <FocusTrap active={isNarrow}>
      <div
        className={styles.aside}
        data-assistant
        aria-label={widget.title}
        {...(isNarrow ? { role: 'dialog', 'aria-modal': true } : { role: 'complementary' })}
        onKeyDown={onKeyDown}
      >
        <div className={styles.bar}>
          {assistants.length > 1 ? (
            <NativeSelect
              aria-label={t('Assistant')}
              value={widget.id}
              onChange={(event) => setChosen(event.currentTarget.value)}
              data={assistants.map(({ id, title }) => ({ value: id, label: title }))}
            />
          ) : (
            <h2 className={styles.title}>{widget.title}</h2>
          )}
          <CloseButton
            aria-label={t('Close {title}', { title: widget.title })}
            title={t('Close (Esc)')}
            onClick={onClose}
          />
        </div>
        <div className={styles.chat}>
          <AssistantChat key={widget.id} widget={widget} takesFocus={takesFocus} />
        </div>
      </div>
    </FocusTrap>
  )
}

function AssistantChat({ widget, takesFocus }: { widget: ChatWidget; takesFocus: () => boolean }) {
  const { data: agents, error, refetch } = useQuery(agentsOptions(widget))
  const about = useAbout()
  const [selected, select] = useRemembered(`atrium-chat ${widget.id}`)
  if (!agents) return error ? <ProblemNotice error={error} onRetry={refetch} /> : <ScreenSkeleton />
  if (agents.length === 0) return <NoAgents widget={widget} heading={false} />
  return <Chat {...{ widget, agents, about, selected, select, takesFocus }} />
}

/** A text that is kept in this tab, even after a reload. */
function useRemembered(key: string) {
  const [value, setValue] = useState(() => sessionStorage.getItem(key))
  const change = (next: string | null) => {
    if (next === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, next)
    setValue(next)
  }
  return [value, change] as const
}
