import type { Knex } from '@atrium/sdk'
import { hashOf } from '../tools/canonical.ts'
import { touched } from '../touched.ts'
import { CONNECTORS } from './connector.ts'
import { type ToolRow, toolRows, type ToolState } from './connector-tool.ts'

/** States of tools that wait for a decision. */
const WAITING: readonly ToolState[] = ['quarantine', 'changed']

/** The state of a connector's waiting tools: their number, and a hash of all their definitions. */
export interface Waiting {
  readonly waiting_tools: number
  readonly waiting_hash: string | null
}

/** The tools of a connector that wait for a decision. */
export const waitingTools = (connector_id: number, db: Knex) =>
  toolRows(db).where({ connector_id }).whereIn('state', WAITING).orderBy('tool')

/** Stores which tools of a connector wait. Code that changes the state or the definition of a tool calls it, in the same transaction. */
export async function noteWaiting(connector_id: number, db: Knex): Promise<void> {
  const noted = await lockWaiting(connector_id, db)
  const tools = await waitingTools(connector_id, db).select('id', 'hash', 'state')
  const now = { waiting_tools: tools.length, waiting_hash: tools.length > 0 ? hashOfTools(tools) : null }
  if (noted === undefined || noted.waiting_hash === now.waiting_hash) return
  await db(CONNECTORS)
    .where({ id: connector_id })
    .update({ ...now, ...touched(db) })
}

/** The stored state of a connector's waiting tools. Nobody else changes it until the end of the transaction. */
export const lockWaiting = (connector_id: number, db: Knex): Promise<Waiting | undefined> =>
  db(CONNECTORS).where({ id: connector_id }).forUpdate().first<Waiting | undefined>('waiting_tools', 'waiting_hash')

const hashOfTools = (tools: readonly Pick<ToolRow, 'id' | 'hash' | 'state'>[]) =>
  hashOf(tools.map(({ id, hash, state }) => [id, hash, state]))
