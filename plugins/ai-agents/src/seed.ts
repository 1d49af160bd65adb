import { type PluginContext, type Seeding, seed_rows } from '@atrium/sdk'

/** An agent that needs no network, so that the whole chat can be tried at once. */
export async function seed({ db }: PluginContext, { today }: Seeding) {
  const made = { created_at: `${today}T08:00:00.000Z`, updated_at: `${today}T08:00:00.000Z`, version: 1 }
  const credentials = [{ name: 'Offline', kind: 'offline', ...made }]
  const [credential_id] = await seed_rows(db, 'ai_agents_credentials', credentials, { key: 'id' })
  await seed_rows(db, 'ai_agents_agents', [{ ...OFFLINE_AGENT, credential_id, ...made }])
}

const OFFLINE_AGENT = {
  name: 'Offline agent',
  description: 'Follows tool calls that stand in a message, such as /booking_list_services {}. No language model.',
  enabled: true,
  instructions: '',
  max_output_tokens: 2_000,
  context_tokens: 128_000,
  max_steps: 12,
  tools: [],
  roles: [],
  approver_roles: [],
  four_eyes: false,
  approval_minutes: 60,
  budgets: [],
}
