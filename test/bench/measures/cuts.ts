import { openAgents } from '../../../plugins/ai-agents/test/agents-host.ts'
import { ProviderServer } from '../../../plugins/ai-agents/test/provider-server.ts'
import { cutConnections } from '../../../plugins/ai-agents/test/suites/cut-connections.ts'
import { onEachDatabase } from '../agents/databases.ts'
import { atMost, type Finding } from '../finding.ts'

/** Cuts the connection of a chat at each of its frames. */
export const cuts = (): Promise<Finding[]> =>
  onEachDatabase(async (name, options) => {
    const provider = await new ProviderServer().open()
    const agents = await openAgents({ others: ['template'], ...options })
    try {
      const credential_id = await agents.credential({ kind: 'openai-compatible', base_url: provider.url })
      const agent_id = await agents.agent({ credential_id, model: 'small' })
      const { frames, differing } = await cutConnections(agents, { provider, agent_id })
      for (const each of differing) console.log(`${name}: ${each}`)
      const note = `cut at each of ${frames} frames: when the chat was over, twice, and while it went on`
      return atMost(`transcripts that differ after a cut, ${name}`, differing.length, { wanted: 0, digits: 0, note })
    } finally {
      await agents.host.close()
      await provider.close()
    }
  })
