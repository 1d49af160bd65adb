import type { PanelDocument } from '@atrium/sdk/documents'
import { ask } from './ask.ts'
import type { AskOptions } from './ask.ts'
import { inTurn } from './in-turn.ts'

const AT_ONCE = 8
const PATIENCE_MS = 1_000

/** The badges of a panel's navigation by resource. What is late, fails or is denied is left out: a badge is no reason to complain. */
export async function readBadges(
  { navigation }: PanelDocument,
  options: Omit<AskOptions, 'patience'>,
): Promise<Record<string, unknown>> {
  const items = navigation.flatMap((group) => group.items)
  const badges = await inTurn(items, AT_ONCE, async ({ resource_id, badge_path }) => {
    if (resource_id === undefined || badge_path === undefined) return []
    const answer = await ask(badge_path, () => ({}), { ...options, patience: PATIENCE_MS })
    const value = 'outcome' in answer ? valueOf(answer.outcome.body) : undefined
    return value === undefined || value === null ? [] : [[resource_id, value] as const]
  })
  return Object.fromEntries(badges.flat())
}

const valueOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'value' in body ? body.value : undefined
