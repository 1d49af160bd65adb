import { openAgents } from '../../../plugins/ai-agents/test/agents-host.ts'
import { ProviderServer } from '../../../plugins/ai-agents/test/provider-server.ts'
import { spendTogether } from '../../../plugins/ai-agents/test/suites/spend-together.ts'
import { onEachDatabase } from '../agents/databases.ts'
import { atMost, type Finding } from '../finding.ts'

const CHATS = Number(process.env.ATRIUM_BUDGET_CHATS ?? 100)

/** Has chats at the same time spend one budget. */
export const budgets = (): Promise<Finding[]> =>
  onEachDatabase(async (name, options) => {
    const provider = await new ProviderServer().open()
    const agents = await openAgents(options)
    try {
      const { budget, spent, answer, answered } = await spendTogether(agents, { provider, chats: CHATS })
      return atMost(
        `answers by which ${CHATS} chats overspend a budget, ${name}`,
        Math.max(0, spent - budget) / answer,
        {
          ...{ wanted: 1, note: `${spent} of ${budget} tokens, ${answered} answers of at most ${answer}` },
        },
      )
    } finally {
      await agents.host.close()
      await provider.close()
    }
  })
