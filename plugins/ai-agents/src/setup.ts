import type { PluginContext } from '@atrium/sdk'
import { approvalRows, UNDECIDED } from './approvals/approval.ts'
import { sweepApprovals, wakeDecided } from './approvals/decide.ts'
import { sweepBudgets } from './budgets/budget.ts'
import { chatOf, tellFromElsewhere } from './chat/chat.ts'
import { sweepCalls } from './connectors/call-once.ts'
import { handleRevocations } from './connectors/oauth/revoke.ts'
import { conversationRows } from './chat/conversation.ts'
import { sweepFrames } from './chat/sweep-frames.ts'
import type { Settings } from './settings.ts'

const HOUR = 3_600_000

/** Starts what keeps conversations going: on this host, and those whose host is gone. */
export function setup(context: PluginContext<Settings>) {
  const chat = chatOf(context)
  const { runner } = chat
  handleRevocations(context)
  context.after(0, () => runner.takeUp())
  context.every(250, () => tellFromElsewhere(chat))
  context.every(2_000, async () => {
    if (await isAtRest(context)) return
    await runner.look()
    await sweepApprovals({ chat })
    await wakeDecided({ chat })
  })
  context.every(HOUR, () => sweepBudgets(context.db))
  context.every(HOUR, () => sweepCalls(context.db))
  context.after(0, () => sweepFrames(context))
  context.every(HOUR, () => sweepFrames(context))
  context.signal.addEventListener('abort', () => runner.replace(), { once: true })
}

/** Whether no answer is under way and nothing waits for a decision, as on most hosts most of the time. Two queries instead of five. */
async function isAtRest({ db }: PluginContext<Settings>): Promise<boolean> {
  const [busy] = await conversationRows(db).whereNot({ status: 'idle' }).select('id').limit(1)
  if (busy !== undefined) return false
  const [open] = await approvalRows(db).whereIn('status', UNDECIDED).select('id').limit(1)
  return open === undefined
}
