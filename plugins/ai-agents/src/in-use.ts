import { ApiError, type Knex, scoped_rows } from '@atrium/sdk'
import { Agent } from './agents/agent.ts'

/** @throws ApiError 409 that names the agents which use the record to be deleted, if the caller sees their names */
export async function requireNoAgents(
  agents: readonly number[],
  { kind, name, db }: { kind: string; name: string; db: Knex },
): Promise<void> {
  if (agents.length === 0) return
  const seen = await scoped_rows(db, 'ai_agents_agents', Agent)
    .whereIn('id', agents)
    .whereNotNull('name')
    .orderBy('name')
    .pluck<string[]>('name')
  const unseen = agents.length - seen.length
  const names = [...seen.map((agent) => `[${agent}]`), ...(unseen > 0 ? [`${unseen} that you do not see`] : [])]
  const shown = names.length > 10 ? [...names.slice(0, 10), `${names.length - 10} more`] : names
  throw new ApiError(`${kind}_in_use`, {
    status: 409,
    title: `${kind.charAt(0).toUpperCase()}${kind.slice(1)} in use`,
    detail: `The ${kind} [${name}] is used by ${shown.join(', ')}. Give these agents another ${kind} first.`,
  })
}
