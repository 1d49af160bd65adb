import { type Static, Type } from '@atrium/sdk'

/** The policy for a tool: use it, use it after somebody has approved the call, or hide it. */
const POLICIES = ['allow', 'ask', 'deny'] as const
export type Policy = (typeof POLICIES)[number]

const ToolRule = Type.Object(
  {
    tool: Type.String({
      pattern: '^[a-z0-9_*-]+$',
      maxLength: 120,
      description: 'The name of a tool, or a pattern such as booking_*',
    }),
    policy: Type.Enum([...POLICIES], { default: 'ask' }),
  },
  { additionalProperties: false },
)
export type ToolRule = Static<typeof ToolRule>

/** The scope of a budget. Budgets are per day, except that of a conversation, which covers its whole length. */
const BUDGET_SCOPES = ['conversation', 'person', 'role', 'agent'] as const

/** An amount in minor units of the currency in the settings, so 1990 is 19.90. */
const amount = (options: { minimum?: number; maximum: number }) =>
  Type.Optional(Type.Integer({ minimum: 0, ...options }))

const Budget = Type.Object(
  {
    per: Type.Enum([...BUDGET_SCOPES], {
      default: 'person',
      description: 'Each conversation as a whole; each person, each role and the agent per day',
    }),
    tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
    cost: amount({ minimum: 1, maximum: 1_000_000_000 }),
  },
  { additionalProperties: false },
)
export type Budget = Static<typeof Budget>

const roles = (title: string, description: string) =>
  Type.Array(Type.String({ maxLength: 80 }), { default: [], maxItems: 50, title, description })

/** An agent: a language model with instructions, tools and limits. */
export const Agent = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    name: Type.String({ minLength: 1, maxLength: 80 }),
    description: Type.Optional(Type.String({ maxLength: 300, description: 'Shown to the people who choose an agent' })),
    enabled: Type.Boolean({ default: true }),
    credential_id: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, title: 'Credential' }),
    model: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'As the provider names it. Not for offline agents' }),
    ),
    instructions: Type.String({ default: '', maxLength: 20_000, description: 'The system prompt' }),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
    max_output_tokens: Type.Integer({
      ...{ minimum: 16, maximum: 200_000, default: 2_000 },
      ...{ title: 'Longest answer (tokens)', description: 'Of each step of the model' },
    }),
    context_tokens: Type.Integer({
      ...{ minimum: 2_000, maximum: 10_000_000, default: 128_000 },
      ...{ title: 'Context (tokens)', description: 'How many tokens the model can read at once' },
    }),
    max_steps: Type.Integer({
      ...{ minimum: 1, maximum: 100, default: 12 },
      ...{ title: 'Most steps', description: 'How often the model may be asked for one message' },
    }),
    price_input: amount({ maximum: 100_000_000 }),
    price_output: amount({ maximum: 100_000_000 }),
    tools: Type.Array(ToolRule, {
      ...{ default: [], maxItems: 200 },
      ...{ description: 'A tool without a rule is used at once if it only reads, and asks otherwise' },
    }),
    connectors: Type.Array(Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }), {
      ...{ default: [], maxItems: 20, uniqueItems: true },
      ...{ description: 'The external systems whose accepted tools it has' },
    }),
    roles: roles('Used by', 'Whoever has one of these roles. None: everybody who may chat'),
    approver_roles: roles('Approved by', 'Whoever has one of these roles. None: the person who chats'),
    four_eyes: Type.Boolean({
      default: false,
      title: 'Four eyes',
      description: 'Somebody other than the person who chats approves',
    }),
    approval_minutes: Type.Integer({
      ...{ minimum: 1, maximum: 10_080, default: 60 },
      ...{ title: 'Approvals expire after (minutes)' },
    }),
    budgets: Type.Array(Budget, { default: [], maxItems: 20 }),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
    updated_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Agent' },
)
export type Agent = Static<typeof Agent>
