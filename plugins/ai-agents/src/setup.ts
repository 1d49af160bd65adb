import type { PluginContext } from '@atrium/sdk'
import { sweepApprovals, wakeDecided } from './approvals/decide.ts'
import { sweepBudgets } from './budgets/budget.ts'
import { chatOf, tellFromElsewhere } from './chat/chat.ts'

const HOUR = 3_600_000

/** Starts what keeps conversations going: on this host, and those whose host is gone. */
export function setup(context: PluginContext) {
  const chat = chatOf(context)
  const { runner } = chat
  context.after(0, () => runner.takeUp())
  context.every(250, () => tellFromElsewhere(chat))
  context.every(2_000, async () => {
    await runner.look()
    await sweepApprovals({ chat })
    await wakeDecided({ chat })
  })
  context.every(HOUR, () => sweepBudgets(context.db))
  context.signal.addEventListener('abort', () => runner.replace(), { once: true })
}
