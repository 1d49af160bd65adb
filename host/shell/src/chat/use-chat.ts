import type { ChatWidget } from '@atrium/sdk/documents'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { sessionOptions } from '../api/documents.ts'
import { answerOptions, pageOptions, refreshRecords } from '../api/records.ts'
import { request } from '../api/request.ts'
import { signInAgain } from '../api/sign-in-again.ts'
import { toast } from '../feedback/toast.ts'
import { browserSurroundings } from '../live/browser-surroundings.ts'
import { openSignIn } from '../session/sign-in-address.ts'
import { ChatSession } from './chat-session.ts'
import { IDLE, type Sending } from './chat-snapshot.ts'
import { newConversation } from './conversation.ts'

/** An agent that the person may use. */
export interface Agent {
  id: string | number
  name: string
  description?: string
}

/** A conversation in the list. */
export interface ListedConversation {
  id: string
  title: string
  agent_name: string
  status: string
  input_tokens?: number
  output_tokens?: number
  updated_at: string
}

/** The number of listed conversations. */
const LISTED = 50

export const agentsOptions = ({ agents_path }: ChatWidget) =>
  queryOptions({ ...answerOptions<Agent[]>(agents_path), retry: false })

/** The person's own conversations, the latest first. Some people may also read those of others, which are not listed here. */
export const conversationsOptions = ({ conversations_path }: ChatWidget, personId: string) =>
  pageOptions(
    conversations_path,
    new URLSearchParams({
      ...{ person_id: personId, _sort: 'updated_at', _order: 'DESC' },
      ...{ _start: '0', _end: String(LISTED) },
    }).toString(),
  )

const nothing = () => () => undefined

export interface OpenConversation {
  /** Null for a new one. */
  selected: string | null
  select: (id: string | null) => void
}

/** A chat while it is on screen: its state, and the actions of the person. */
export function useChat(
  { namespace, conversations_path }: ChatWidget,
  { selected, select }: OpenConversation,
  onRefused: (sending: Sending) => void,
) {
  const queryClient = useQueryClient()
  const { history } = useRouter()
  const [session, setSession] = useState<ChatSession | null>(null)
  const snapshot = useSyncExternalStore(session?.subscribe ?? nothing, session?.read ?? (() => IDLE))

  useEffect(() => {
    let hasLeft = false
    const made = new ChatSession(namespace, browserSurroundings(namespace), {
      onRefused: (sending, { detail }) => (hasLeft ? toast.failed(detail) : onRefused(sending)),
      onTurnedAway: () => void queryClient.invalidateQueries(sessionOptions()),
      onSignedOut: () =>
        void signInAgain.ask().then((isSignedIn) => (isSignedIn ? made.reconnect() : openSignIn(history))),
      // A tool may have changed data on screen; an answer changes the list of conversations and their usage.
      onFrame: ({ type }) => {
        if (!UNTOLD.has(type)) void refreshRecords(queryClient)
      },
    })
    setSession(made)
    return () => {
      hasLeft = true
      made.stop()
    }
  }, [namespace, queryClient, history, onRefused])
  useEffect(() => session?.open(selected), [session, selected])

  const send = async (agent: Agent, sending: Sending) => {
    if (selected !== null) return session?.send(sending)
    const body = { agent_id: agent.id }
    const make = async () => {
      const { data } = await request<{ id: string }>('POST', conversations_path, { body })
      return newConversation(data.id, agent)
    }
    await session?.begin(sending, { make, onMade: select })
  }
  return { snapshot, session, send }
}

/** Frames that change nothing outside the conversation. */
const UNTOLD: ReadonlySet<string> = new Set(['chat.delta', 'chat.tool_call'])
