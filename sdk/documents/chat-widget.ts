import { type Static, Type } from 'typebox'
import { AbsolutePath, Identifier, ScreenPath } from './identifier.ts'

/** The messages of the namespace of a chat (ARCHITECTURE: Chats). */
export const CHAT_MESSAGES = [
  'chat.send',
  'chat.cancel',
  'chat.approve',
  'chat.reject',
  'chat.resume',
  'chat.history',
] as const

/** A chat with agents: the WebSocket namespace that it speaks, and the paths of what it lists (ARCHITECTURE: Chats). */
export const ChatWidget = Type.Object(
  {
    kind: Type.Literal('chat'),
    id: Identifier,
    title: Type.String(),
    namespace: Type.String({ pattern: '^[a-z][a-z0-9-]*$', description: 'Of `/api/v1/ws`' }),
    agents_path: { ...AbsolutePath, description: 'Answers the agents that the caller may use' },
    conversations_path: { ...AbsolutePath, description: 'The list; below it, one conversation by its id' },
    approvals_path: { ...AbsolutePath, description: 'The list; below it, one approval by its id' },
    create_agent: Type.Optional(
      Type.Object(
        { label: Type.String(), path: ScreenPath, permission: Type.Optional(Type.String()) },
        { additionalProperties: false, description: 'Offered if there is no agent yet' },
      ),
    ),
    permission: Type.Optional(Type.String({ description: 'Callers without it do not see the chat' })),
  },
  { additionalProperties: false },
)
export type ChatWidget = Static<typeof ChatWidget>
