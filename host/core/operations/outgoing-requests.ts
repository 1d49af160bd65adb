import { type ChannelListener, subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import type { Undo } from '@atrium/sdk'
import type { Database, TimedWork } from '../../base/db/index.ts'
import { stackBelow } from '../../base/errors/index.ts'
import type { Operation, RuntimeFindings } from '../registries/index.ts'
import { HandlerTime } from './handler-time.ts'
import { type OperationRequest, presentPlugin, presentRequest } from './request.ts'

/** Node's diagnostics channels for requests, and how to read the address from their messages. */
const CHANNELS: Readonly<Record<string, (request: never) => string>> = {
  /** `fetch`, and the package undici. */
  'undici:request:create': ({ origin }: { origin?: string | URL }) => String(origin),
  /** `node:http` and `node:https`, which most other packages use. */
  'http.client.request.start': (request: ClientRequest) =>
    `${request.protocol}//${String(request.getHeader('host') ?? request.host)}`,
}

/**
 * Reports requests to other systems that a plugin sends while it has a transaction open: on SQLite, nobody else can change the database
 * until the answer has arrived. Costs time only when a request is sent.
 */
export function watchOutgoingRequests(database: Database, findings: RuntimeFindings): Undo {
  const listeners = Object.entries(CHANNELS).map(([channel, addressOf]) => {
    const listener: ChannelListener = (message) => {
      const { presentTransaction } = database
      if (presentTransaction === undefined) return
      const address = addressOf((message as { request: never }).request)
      report(findings, { work: presentTransaction.work, address, started: stackBelow(listener) })
    }
    subscribe(channel, listener)
    return () => unsubscribe(channel, listener)
  })
  return () => {
    for (const stop of listeners) stop()
  }
}

interface Outgoing {
  /** The work that runs the transaction. */
  readonly work: TimedWork | undefined
  readonly address: string
  readonly started: { stack?: string }
}

function report(findings: RuntimeFindings, { work, address, started }: Outgoing): void {
  const operation = operationOf(work)
  const plugin = operation?.owner ?? presentPlugin()
  if (plugin === undefined) return
  const { name = 'work outside of requests', lease, declaration } = operation ?? {}
  const message = `[${name}] sent a request to [${address}] while its transaction was open.`
  const code = 'fetch_in_transaction'
  findings.report({ plugin, lease, code, work: name, message, error: started, at: declaration?.origin })
}

/** The operation that runs the transaction. An operation without one may run in the transaction of its caller. */
function operationOf(work: TimedWork | undefined): Operation | undefined {
  // The work of jobs and timers is not an operation.
  const request: Partial<OperationRequest> | undefined = presentRequest()
  return work instanceof HandlerTime ? work.operation : request?.operation
}
