import { approvalRows } from '../approvals/approval.ts'
import { withdrawFromApprovers } from '../approvals/notify-approvers.ts'
import type { TokenUse } from '../model/model.ts'
import { isApiError } from '../is-api-error.ts'
import { touched } from '../touched.ts'
import { conversationRows, type Status } from './conversation.ts'
import type { TurnOptions } from './turn.ts'

/** The end or interruption of a turn. */
export type TurnEnd =
  | { readonly type: 'done'; readonly use: TokenUse }
  /** `mayKnow`: whether the person may see the credential of the agent, and so the address of its provider. Default false. */
  | { readonly type: 'error'; readonly error: unknown; readonly mayKnow?: boolean }
  | { readonly type: 'aborted' }
  /** Somebody has to approve first. */
  | { readonly type: 'waiting' }
  /** This generation of the plugin ends; another one continues. */
  | { readonly type: 'handed-over' }
  /** The last frame has already been written. */
  | { readonly type: 'over' }

/** Writes the last frame, and releases the conversation once it is stored. */
export async function endTurn(end: TurnEnd, options: TurnOptions): Promise<void> {
  const { chat, frames } = options
  await chat.frames.flush()
  if (frames.lost.aborted) return
  if (end.type === 'done') frames.last('chat.done', { usage: end.use })
  if (end.type === 'aborted') frames.last('chat.aborted', {})
  if (end.type === 'error') {
    const told = toldError(end)
    if (told.frame.code === 'internal_error') chat.context.log.error('A turn of an agent failed.', { error: end.error })
    if (told.withheld !== undefined)
      chat.context.log.warn('The provider of an agent failed.', { detail: told.withheld })
    frames.last('chat.error', { ...told.frame })
  }
  await chat.frames.finish(frames, async () => {
    if (end.type !== 'waiting' && end.type !== 'handed-over') await cancelApprovals(options.conversation.id, options)
    await release(options, STATUS_AFTER[end.type])
  })
}

const STATUS_AFTER: Readonly<Record<TurnEnd['type'], Status>> = {
  done: 'idle',
  error: 'idle',
  aborted: 'idle',
  over: 'idle',
  waiting: 'waiting',
  'handed-over': 'queued',
}

async function release({ chat, conversation }: TurnOptions, status: Status): Promise<void> {
  const { db } = chat.context
  await conversationRows(db)
    .where({ id: conversation.id, owner: chat.owner })
    .update({
      ...{ status, owner: null, lease_until: null },
      ...(status === 'idle' && { is_cancelled: false }),
      ...touched(db),
    })
}

/** Cancels the open approvals when a turn ends. */
export async function cancelApprovals(conversation_id: string, { chat }: Pick<TurnOptions, 'chat'>): Promise<void> {
  const result = JSON.stringify({ ok: false, text: 'cancelled: The turn ended before somebody approved the call.' })
  const pending = () => approvalRows(chat.context.db).where({ conversation_id, status: 'pending' })
  const ids = await pending().pluck('id')
  if (ids.length === 0) return
  await pending().update({ status: 'cancelled', result })
  for (const id of ids) await withdrawFromApprovers(id, chat.context.notifications)
}

/** The part of an error that clients receive. */
interface ToldError {
  readonly code: string
  readonly detail: string
  /** Seconds. */
  readonly retry_after?: number
}

function toldError({ error, mayKnow = false }: TurnEnd & { readonly type: 'error' }): {
  readonly frame: ToldError
  readonly withheld?: string
} {
  if (error instanceof Interrupted) return { frame: INTERRUPTED }
  if (!isApiError(error)) return { frame: UNKNOWN }
  const { code, message, options } = error
  const seconds = Number(options.headers?.['retry-after'])
  const wait = seconds > 0 && { retry_after: seconds }
  const plain = mayKnow ? undefined : PLAIN[code]
  if (plain === undefined) return { frame: { code, detail: message, ...wait } }
  return { frame: { code, detail: plain, ...wait }, withheld: message }
}

const LATER = 'The agent cannot reach its language model at the moment. Try again later, or ask an operator.'
const OPERATOR = 'The agent cannot use its language model. Ask an operator to check the credential of the agent.'

/** What staff read instead of the messages of providers, which name addresses, accounts and models. */
const PLAIN: Readonly<Partial<Record<string, string>>> = {
  provider_unreachable: LATER,
  provider_failed: LATER,
  provider_busy: 'The language model of the agent has too much to do at the moment. Try again later.',
  provider_answer_broken: 'The answer of the language model broke off or could not be read. Send the message again.',
  provider_refused: OPERATOR,
  provider_refused_key: OPERATOR,
  provider_unpaid: OPERATOR,
  provider_model_unknown: OPERATOR,
  egress_refused: OPERATOR,
}

const UNKNOWN: ToldError = {
  code: 'internal_error',
  detail: 'Something went wrong. Send the message again, or ask an operator.',
}

/** The host or the plugin ended while the agent was answering, so nobody can continue in the middle of the sentence. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

const INTERRUPTED: ToldError = {
  code: 'turn_interrupted',
  detail: 'The host or the plugin stopped while the agent was answering. Send the message again, or go on from here.',
}
