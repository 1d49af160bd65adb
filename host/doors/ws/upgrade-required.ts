import { ApiError } from '@atrium/sdk'
import { declareOperation } from '../../core/operations/declare-operation.ts'
import type { Operation } from '../../core/registries/index.ts'

/** `GET /api/v1/ws` by who does not ask for a WebSocket: there is nothing else to be had, whoever may open one. */
export function upgradeRequired(): Operation {
  const summary = 'Open a WebSocket: one connection, many namespaces'
  const options = { summary, raw: true, transaction: false } as const
  const declaration = { origin: {}, method: 'GET', path: '/', kind: 'plain', options, handler: refuse } as const
  return declareOperation('ws', declaration)
}

function refuse(): never {
  throw new ApiError('upgrade_required', {
    detail: 'This path takes WebSockets only. Open it as `ws://…` or `wss://…` with a WebSocket client.',
    headers: { Upgrade: 'websocket', Connection: 'Upgrade' },
  })
}
