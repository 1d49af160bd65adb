import { ApiError, type Caller, type Knex, type Static, table_store, Type } from '@atrium/sdk'

/** `queued`: a message waits for a host. `waiting`: for an approval. */
const STATUSES = ['idle', 'queued', 'running', 'waiting'] as const
export type Status = (typeof STATUSES)[number]

/** A conversation of a person with an agent. */
export const Conversation = Type.Object(
  {
    id: Type.String({ readOnly: true }),
    agent_id: Type.Integer({ minimum: 1, title: 'Agent' }),
    agent_name: Type.String({ readOnly: true, title: 'Agent' }),
    person_id: Type.String({ readOnly: true }),
    person_name: Type.String({ readOnly: true, title: 'Person' }),
    title: Type.String({ maxLength: 120 }),
    status: Type.Enum([...STATUSES], { readOnly: true }),
    input_tokens: Type.Integer({ readOnly: true }),
    output_tokens: Type.Integer({ readOnly: true }),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
    updated_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Conversation' },
)
export type Conversation = Static<typeof Conversation>

/**
 * The permission to read other people's conversations. `ai-agents.conversations.*` does not cover it, because that covers only one's own.
 */
export const AUDIT = 'ai-agents.conversation-audit.view'

const TABLE = 'ai_agents_conversations'

/** The table of conversations. Everybody sees their own; others' only with a separate permission. */
export const conversationTable = (db: Knex) =>
  table_store(db, TABLE, Conversation, {
    sort: ['status', 'created_at', 'updated_at'],
    filter: ['agent_id', 'person_id', 'status', 'created_at', 'updated_at'],
    search: ['title', 'agent_name'],
    scope: (query, caller) => {
      if (!caller.can(AUDIT)) query.where('person_id', caller.id)
    },
  })

/** A row of the table, including the engine's own columns. */
export interface ConversationRow extends Pick<
  Conversation,
  'id' | 'agent_id' | 'agent_name' | 'person_id' | 'person_name' | 'title' | 'status'
> {
  /** Identifies the person, or the token that they used last, for `act_for`. */
  readonly account: string
  /** The message that is being answered, or was answered last. */
  readonly turn_id: string | null
  readonly owner: string | null
  readonly lease_until: number | string | null
  readonly is_cancelled: boolean | number
}

/** The rows, for the engine: limited neither by the caller nor by their roles. */
export const conversationRows = (db: Knex) => db<ConversationRow>(TABLE)

/** The caller's own conversation. @throws ApiError 404 even for those of others, which the caller must not change */
export async function requireOwn(id: string, caller: Pick<Caller, 'id'>, db: Knex): Promise<ConversationRow> {
  const row = await conversationRows(db).where({ id, person_id: caller.id }).first<ConversationRow | undefined>()
  if (row !== undefined) return row
  throw new ApiError('record_not_found', {
    detail: `There is no conversation [${id.slice(0, 40)}] of yours. It may have been deleted.`,
  })
}
