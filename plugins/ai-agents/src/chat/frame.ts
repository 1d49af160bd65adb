import type { Knex } from '@atrium/sdk'

export const FRAME_TYPES = [
  'chat.start',
  'chat.delta',
  'chat.tool_call',
  'chat.approval_required',
  'chat.tool_result',
  'chat.done',
  'chat.error',
  'chat.aborted',
] as const
export type FrameType = (typeof FRAME_TYPES)[number]

/** The frames that end a turn: nothing follows them until the person's next message. */
export const LAST_FRAMES = ['chat.done', 'chat.error', 'chat.aborted'] as const satisfies readonly FrameType[]
export type LastFrameType = (typeof LAST_FRAMES)[number]

const LAST: ReadonlySet<string> = new Set(LAST_FRAMES)

/** Whether a frame ends the turn: nothing follows it until the person's next message. */
export const endsTurn = ({ type }: { readonly type: string }) => LAST.has(type)

/** A frame as clients receive it: the event, and its place in the conversation. */
export interface Frame {
  readonly type: FrameType
  readonly payload: Readonly<Record<string, unknown>> & FramePlace
}

export interface FramePlace {
  readonly conversation_id: string
  readonly message_id: string
  /** Counts the frames of the conversation, from 1 and without gaps. */
  readonly seq: number
}

/** A row of the table of frames. */
export interface FrameRow extends FramePlace {
  readonly type: FrameType
  /** JSON, without the place. */
  readonly payload: string
  /** Milliseconds since 1970. */
  readonly written_at: number | string
}

export const FRAMES = 'ai_agents_frames'

/** The topic on which the frames of a conversation are published. */
export const topicOf = (conversation_id: string) => `conversation/${conversation_id}`

export const toFrame = ({ type, payload, conversation_id, message_id, seq }: FrameRow): Frame => ({
  type,
  payload: { ...(JSON.parse(payload) as object), conversation_id, message_id, seq },
})

/** The frames of a conversation after one, in order, at most 2,000. */
export async function framesAfter(conversation_id: string, seq: number, db: Knex): Promise<Frame[]> {
  const rows = await db<FrameRow>(FRAMES)
    .where({ conversation_id })
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(MOST)
    .select<FrameRow[]>()
  return rows.map(toFrame)
}

/** The most frames that `framesAfter` returns. */
export const MOST = 2_000

/** The last frame of a conversation. */
export const lastFrame = (conversation_id: string, db: Knex): Promise<FrameRow | undefined> =>
  db<FrameRow>(FRAMES).where({ conversation_id }).orderBy('seq', 'desc').first<FrameRow | undefined>()
