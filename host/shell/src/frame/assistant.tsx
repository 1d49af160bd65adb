import type { ChatWidget } from '@atrium/sdk/documents'
import { ActionIcon } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { panelsOptions } from '../api/documents.ts'

const AssistantAside = lazy(() =>
  import('../chat/assistant-aside.tsx').then((module) => ({ default: module.AssistantAside })),
)

const KEY = 'atrium-assistant'
/** The assistant of a phone, which takes the focus before its chat is there. */
const DIALOG = '[data-assistant][aria-modal]'

let isOpen: boolean | undefined
let isAwaited = false
let opener: Element | null = null
const listeners = new Set<() => void>()

/** Whether the assistant is open in this tab. It stays open across panels and reloads. */
const openness = {
  read: (): boolean => (isOpen ??= sessionStorage.getItem(KEY) !== null),
  change: (open: boolean): void => {
    isOpen = open
    if (open) {
      sessionStorage.setItem(KEY, 'open')
      opener = document.activeElement
    } else {
      sessionStorage.removeItem(KEY)
      if (opener instanceof HTMLElement) opener.focus()
    }
    isAwaited = open
    for (const tell of listeners) tell()
  },
  /** Whether a chat that is shown gets the focus: only the first, and unless the person has gone on with something else meanwhile. */
  takeFocus: (): boolean => {
    const wasAwaited = isAwaited
    isAwaited = false
    const place = document.activeElement
    return wasAwaited && (place === opener || place === document.body || place?.closest(DIALOG) != null)
  },
  subscribe: (tell: () => void): (() => void) => {
    listeners.add(tell)
    return () => listeners.delete(tell)
  },
}

/** The chats that documents offer beside every screen, of all panels. */
function useAssistants(): readonly ChatWidget[] {
  const { data: panels = [] } = useQuery(panelsOptions())
  return panels.flatMap(({ assistants = [] }) => assistants)
}

/** Opens and closes the assistant. Without one there is no button. */
export function AssistantButton() {
  const [first] = useAssistants()
  const open = useSyncExternalStore(openness.subscribe, openness.read)
  if (first === undefined) return null
  return (
    <ActionIcon
      variant={open ? 'light' : 'default'}
      size={32}
      aria-label={first.title}
      title={first.title}
      aria-expanded={open}
      onClick={() => openness.change(!open)}
    >
      <IconMessage size={16} aria-hidden />
    </ActionIcon>
  )
}

/** The assistant beside the screen. Its code is not fetched before it is open. */
export function AssistantPlace() {
  const assistants = useAssistants()
  const open = useSyncExternalStore(openness.subscribe, openness.read)
  if (!open || assistants.length === 0) return null
  return (
    <Suspense>
      <AssistantAside assistants={assistants} takesFocus={openness.takeFocus} onClose={() => openness.change(false)} />
    </Suspense>
  )
}
