import type { PluginContext } from '@atrium/sdk'
import { approvalRows, UNDECIDED } from './approvals/approval.ts'
import { sweepApprovals, wakeDecided } from './approvals/decide.ts'
import { sweepBudgets } from './budgets/budget.ts'
import { leftReservations, settleLeft } from './budgets/left-reservations.ts'
import { chatOf, tellFromElsewhere } from './chat/chat.ts'
import { sweepCalls } from './connectors/call-once.ts'
import { handleRevocations } from './connectors/oauth/revoke.ts'
import { conversationRows } from './chat/conversation.ts'
import { sweepFrames } from './chat/sweep-frames.ts'
import type { Settings } from './settings.ts'

const HOUR = 3_600_000

/** Milliseconds until an idle host polls again: as long as the lease of a lost host on its conversations. */
const REST = 10_000

/** Starts the work that keeps conversations running: those on this host, and those whose host is gone. */
export function setup(context: PluginContext<Settings>) {
  const chat = chatOf(context)
  const { runner } = chat
  handleRevocations(context)
  context.after(0, () => runner.takeUp())
  context.every(250, () => tellFromElsewhere(chat))
  let restUntil = 0
  context.every(2_000, async () => {
    if (performance.now() < restUntil && !runner.isBusy) return
    if (await isAtRest(context)) return void (restUntil = performance.now() + REST)
    await runner.look()
    await sweepApprovals({ chat })
    await wakeDecided({ chat })
    await settleLeft(context.db)
  })
  context.every(HOUR, () => sweepBudgets(context.db))
  context.every(HOUR, () => sweepCalls(context.db))
  context.after(0, () => sweepFrames(context))
  context.every(HOUR, () => sweepFrames(context))
  context.signal.addEventListener('abort', () => runner.replace(), { once: true })
}

/** Whether no answer is running and nothing waits for a decision, as on most hosts most of the time. One query instead of five. */
async function isAtRest({ db }: PluginContext<Settings>): Promise<boolean> {
  const busy = conversationRows(db).whereNot({ status: 'idle' })
  const open = approvalRows(db).whereIn('status', UNDECIDED)
  const found = await db.select(db.raw('1')).whereExists(busy).orWhereExists(open).orWhereExists(leftReservations(db))
  return found.length === 0
}
