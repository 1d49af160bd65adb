import { type Routes, Type } from '@atrium/sdk'
import { Connector } from './connector.ts'
import { connectorStore } from './connector-store.ts'
import { ConnectorTool, connectorTools } from './connector-tool.ts'
import { acceptAll, acceptTool, refuseAll, refuseTool, SeenAcceptance, SeenTools } from './decide-tool.ts'
import { readTools } from './read-tools.ts'
import { callRoute, type ConnectorContext } from './tool-source.ts'

/** Raw, so that none becomes a tool: only people decide. */
const DECISION = { raw: true } as const

/** The routes of connectors: their records, reading their tools, and deciding on them. */
export function connectorRoutes(routes: Routes, context: ConnectorContext): void {
  const { db } = context
  const connectors = connectorStore(context)
  const tools = connectorTools(db)
  routes
    .records('/connectors/{id}', connectors)
    .post(
      '/connectors/{id}/refresh',
      {
        ...{ transaction: false, timeout_seconds: 60, response: Connector },
        summary: 'Read the tools of a connector',
        description:
          'New tools wait in quarantine, and changed ones are not offered any more, until somebody accepts them.',
      },
      async ({ params: { id }, signal }) => {
        const { id: known } = await connectors.get(id)
        await readTools(known, context, signal)
        return connectors.get(known)
      },
    )
    .post(
      '/connectors/{id}/accept',
      {
        ...{ ...DECISION, body: Type.Optional(SeenTools), response: Connector },
        summary: 'Accept all tools of a connector that wait',
      },
      async ({ params: { id }, body, caller }) => {
        const { id: known } = await connectors.get(id)
        await acceptAll(known, body?.waiting_hash, { caller, db })
        return connectors.get(known)
      },
    )
    .post(
      '/connectors/{id}/refuse',
      { ...DECISION, response: Connector, summary: 'Refuse all tools of a connector that wait' },
      async ({ params: { id }, caller }) => {
        const { id: known } = await connectors.get(id)
        await refuseAll(known, { caller, db })
        return connectors.get(known)
      },
    )
    .records('/connector-tools/{id}', tools, { writes: [] })
    .post(
      '/connector-tools/{id}/accept',
      {
        ...{ ...DECISION, body: Type.Optional(SeenAcceptance), response: ConnectorTool },
        summary: 'Accept a tool as it is described now',
      },
      async ({ params: { id }, body, caller }) => {
        const { id: known } = await tools.get(id)
        await acceptTool(known, body ?? {}, { caller, db })
        return tools.get(known)
      },
    )
    .post(
      '/connector-tools/{id}/refuse',
      { ...DECISION, response: ConnectorTool, summary: 'Refuse a tool' },
      async ({ params: { id }, caller }) => {
        const { id: known } = await tools.get(id)
        await refuseTool(known, { caller, db })
        return tools.get(known)
      },
    )
  callRoute(routes, context)
}
