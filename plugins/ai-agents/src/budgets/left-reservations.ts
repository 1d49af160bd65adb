import type { Knex } from '@atrium/sdk'
import { conversationRows } from '../chat/conversation.ts'
import { FRAMES, type FrameRow } from '../chat/frame.ts'
import { tokensIn } from '../model/model.ts'
import { persist } from '../persist.ts'
import { type Reservation, settle } from './budget.ts'
import { USAGE } from './usage.ts'

/** The most reservations that are looked at in one go. */
const MOST = 100

interface ReservedRow {
  readonly id: number
  readonly conversation_id: string
  readonly input_tokens: number
  readonly output_tokens: number
  readonly created_at: string | Date
  /** Null: reserved before the column was made. */
  readonly held: string | null
}

/** Reservations of conversations that nobody answers: their host is gone, or could not settle them. */
export const leftReservations = (db: Knex): Knex.QueryBuilder =>
  db(USAGE)
    .where({ state: 'reserved' })
    .whereNotIn('conversation_id', conversationRows(db).where({ status: 'running' }).select('id'))

/**
 * Settles what hosts that are gone have left reserved. The provider has read what it was sent, and has written at least what people were
 * told; so much stays used.
 */
export async function settleLeft(db: Knex): Promise<void> {
  const rows = await leftReservations(db).orderBy('id').limit(MOST).select<ReservedRow[]>()
  for (const row of rows) {
    const { id: usage_id, conversation_id, input_tokens, output_tokens } = row
    const held = row.held === null ? { subjects: [], prices: {} } : (JSON.parse(row.held) as Reservation['held'])
    const use = { input_tokens, output_tokens }
    const told = Math.min(output_tokens, await toldSince(row, db))
    await persist(() => settle({ usage_id, conversation_id, use, held }, { input_tokens, output_tokens: told }, db))
  }
}

/** The tokens of the text that people were shown since the reservation, estimated. */
async function toldSince({ conversation_id, created_at }: ReservedRow, db: Knex): Promise<number> {
  const frames = await db<FrameRow>(FRAMES)
    .where({ conversation_id, type: 'chat.delta' })
    .where('written_at', '>=', new Date(created_at).getTime())
    .select<FrameRow[]>('payload')
  return tokensIn(frames.map(({ payload }) => (JSON.parse(payload) as { text: string }).text).join(''))
}
