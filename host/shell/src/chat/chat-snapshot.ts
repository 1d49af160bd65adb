import type { Problem } from '@atrium/sdk/documents'
import type { ConnectionEvents } from '../live/lasting-connection.ts'
import type { ChatFrame } from './chat-frames.ts'
import type { Conversation } from './conversation.ts'

/** A message that the host has not confirmed yet. */
export interface Sending {
  text: string
  about?: string
}

/** The message that sends it to a conversation. */
export const messageOf = ({ text, about }: Sending, { id, agentId }: Pick<Conversation, 'id' | 'agentId'>): object => ({
  ...{ agent_id: agentId, conversation_id: id, text },
  ...(about !== undefined && { about: { path: about } }),
})

/** A conversation that a message begins. */
export interface Beginning {
  /** Creates the conversation on the host. */
  make: () => Promise<Conversation>
  /** Called with the id, before the message is sent, unless the person has left meanwhile. */
  onMade: (id: string) => void
}

/** The state that a chat shows. */
export interface ChatSnapshot {
  /** `away`: the plugin of the chat is not running. */
  state: 'connecting' | 'ready' | 'away'
  conversation: Conversation | null
  /** Whether a conversation is loading. */
  isLoading: boolean
  sending: Sending | null
  /** Ids of the approvals that this client is deciding on, or has decided on. */
  deciding: readonly string[]
  isCancelling: boolean
  problem: Problem | null
}

/** The messages that decide on a call. */
export type Decision = 'chat.approve' | 'chat.reject'

/** Callbacks to the owner of a chat session. */
export interface SessionEvents extends Pick<ConnectionEvents, 'onTurnedAway' | 'onSignedOut'> {
  /** A message was refused: its text returns to the input. */
  onRefused: (sending: Sending, problem: Problem) => void
  onFrame: (frame: ChatFrame) => void
}

/** A chat before its connection is open. */
export const IDLE: ChatSnapshot = {
  ...{ state: 'connecting', conversation: null, isLoading: false, sending: null },
  ...{ deciding: [], isCancelling: false, problem: null },
}
