import { expect } from 'chai'
import type { AgentsHost, OpenAgents } from '../agents-host.ts'
import { ProviderServer } from '../provider-server.ts'
import { withinOneDay } from '../within-one-day.ts'
import { spendTogether } from './spend-together.ts'

const CHATS = 30

/** On every database. */
export function describeBudgets(open: OpenAgents): void {
  describe('Budgets', () => {
    const provider = new ProviderServer()
    let agents: AgentsHost
    before(async () => {
      await provider.open()
      agents = await open()
    })
    after(async () => {
      await agents.host.close()
      await provider.close()
    })

    it(`are overspent by at most one answer by ${CHATS} chats at the same time`, async () => {
      const { budget, spent, answer, answered } = await withinOneDay(() =>
        spendTogether(agents, { provider, chats: CHATS }),
      )
      expect(spent, JSON.stringify({ budget, answered })).to.be.at.most(budget + answer)
      expect(answered).to.be.greaterThan(1).and.to.be.lessThan(CHATS)
    })
  })
}
