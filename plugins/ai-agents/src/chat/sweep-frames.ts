import { ApiError, type Knex, type PluginContext } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { conversationRows } from './conversation.ts'
import { type FrameRow, FRAMES } from './frame.ts'

const DAY = 86_400_000

/** Conversations whose frames are deleted in one statement. */
const PORTION = 100

/**
 * Deletes the frames of answers that ended long ago. The last frame of a conversation stays, because the next one continues its numbers.
 * The messages stay.
 */
export async function sweepFrames({
  db,
  settings,
  signal,
}: Pick<PluginContext<Settings>, 'db' | 'settings' | 'signal'>) {
  if (settings.frame_days === 0) return
  const before = Date.now() - settings.frame_days * DAY
  while (!signal.aborted) {
    const ids = await conversationRows(db)
      .where({ status: 'idle' })
      .where('created_at', '<', new Date(before).toISOString())
      .whereExists(oldFrames(before, db).where(`${FRAMES}.conversation_id`, db.ref('ai_agents_conversations.id')))
      .limit(PORTION)
      .pluck('id')
    if (ids.length === 0) return
    await oldFrames(before, db).whereIn(`${FRAMES}.conversation_id`, ids).delete()
  }
}

/** Frames that were written before this moment and are followed by others. */
const oldFrames = (before: number, db: Knex) =>
  db<FrameRow>(FRAMES)
    .where('written_at', '<', before)
    .whereExists(
      db(`${FRAMES} as newer`)
        .where('newer.conversation_id', db.ref(`${FRAMES}.conversation_id`))
        .where('newer.seq', '>', db.ref(`${FRAMES}.seq`)),
    )

/** @throws ApiError 410 if frames after this one are deleted */
export async function requireFramesAfter(conversation_id: string, seq: number, db: Knex): Promise<void> {
  const first = await db<FrameRow>(FRAMES).where({ conversation_id }).orderBy('seq').first<FrameRow | undefined>('seq')
  if (first === undefined || first.seq <= seq + 1) return
  throw new ApiError('frames_gone', {
    status: 410,
    detail: `The frames after [${seq}] are so old that they were deleted. Read the conversation itself (chat.history, or GET /conversations/{id}) and go on from its last_seq.`,
  })
}
