import type { ColumnFactory, EntryFactory, FieldFactory, ResourceRegistry } from '@atrium/sdk'
import { Agent } from '../agents/agent.ts'
import type { Settings } from '../settings.ts'
import { CONNECTORS, CREDENTIALS, declare, SETUP } from './declare.ts'

const ROLES = '/roles'
const POLICY_COLORS = { allow: 'green', ask: 'blue', deny: 'gray' } as const
const POLICY_LABELS = { allow: 'Use it at once', ask: 'Ask first', deny: 'Not available' } as const
const BUDGET_LABELS = {
  conversation: 'Each conversation',
  person: 'Each person, per day',
  role: 'Each role, per day',
  agent: 'The agent, per day',
} as const

/** The screens of agents. */
export function registerAgents(registry: ResourceRegistry, { currency }: Settings) {
  declare(registry, (resource) =>
    resource
      .record(Agent)
      .id('agents')
      .title('Agents')
      .icon('robot')
      .module_path('agents')
      .record_title_attribute('name')
      .nav_group(SETUP, 50)
      .table((table) =>
        table
          .columns(columns)
          .filters((filter) => [filter.ternary('enabled'), filter.relation('credential_id', CREDENTIALS, 'name')])
          .default_sort('name')
          .create()
          .empty('No agents yet', 'Add a credential first, then an agent that uses it.'),
      )
      .form((form) => form.fields(fieldsIn(currency)))
      .infolist((infolist) => infolist.entries(entriesIn(currency))),
  )
}

const columns = (column: ColumnFactory<Agent>) => [
  column.text('name'),
  column.text('description').wrap(),
  column.relation('credential_id', CREDENTIALS, 'name'),
  column.text('model'),
  column.boolean('enabled'),
]

const fieldsIn = (currency: string) => (field: FieldFactory<Agent>) => [
  field.section('Agent', [
    field.grid(2, [field.text('name'), field.toggle('enabled').description('Off: nobody can chat with it.')]),
    field.text('description').description('People see it when they choose an agent.'),
    field
      .textarea('instructions')
      .rows(8)
      .description('Instructions for every conversation: its task, its tone, and what it must not do.'),
  ]),
  modelFields(field, currency),
  toolFields(field),
  peopleFields(field, currency),
]

const modelFields = (field: FieldFactory<Agent>, currency: string) =>
  field.section('Model', [
    field.grid(2, [
      field.relation('credential_id', CREDENTIALS, 'name').description('Which provider answers, with which key.'),
      field
        .text('model')
        .suggestions_path('/credentials/{credential_id}/models')
        .description('As the provider names it. Leave it empty for an offline agent.'),
      field
        .number('temperature')
        .description('From 0, always alike, to 2, always different. Empty: as the provider does.'),
      field.number('max_output_tokens').description('Of each step. A token is about four characters.'),
      field
        .number('context_tokens')
        .description('How many tokens the model can read at once, as stated by its provider.'),
      field.number('max_steps').description('How often the model may be asked for one message.'),
      field
        .money('price_input')
        .currency(currency)
        .label('Price of a million tokens read')
        .description('Without both prices, no costs are counted.'),
      field.money('price_output').currency(currency).label('Price of a million tokens written'),
    ]),
  ])

const toolFields = (field: FieldFactory<Agent>) =>
  field.section('Tools and approval', [
    field
      .relation('connectors', CONNECTORS, 'title')
      .description('External systems whose accepted tools it has. These ask first, unless a rule below names them.'),
    field
      .repeater('tools', (rule) => [
        rule.grid(2, [
          rule
            .text('tool')
            .suggestions_path('/tools')
            .placeholder('booking_*')
            .description('A tool, or a pattern with *.'),
          rule.select('policy').label('Policy').options(POLICY_LABELS),
        ]),
      ])
      .label('Rules for tools')
      .description('Without a rule, a tool that only reads is used at once, and any other asks first.')
      .item_label('rule'),
    field.grid(2, [
      field.toggle('four_eyes').description('Somebody other than the person who chats approves.'),
      field.number('approval_minutes'),
    ]),
    field
      .relation('approver_roles', ROLES, 'label')
      .description('Only people with one of these roles approve. None: the person who chats.'),
  ])

const peopleFields = (field: FieldFactory<Agent>, currency: string) =>
  field.section('Who may use it, and how much', [
    field
      .relation('roles', ROLES, 'label')
      .description('Only people with one of these roles chat with it. None: everybody who may chat.'),
    field
      .repeater('budgets', (budget) => [
        budget.grid(3, [
          budget.select('per').label('For').options(BUDGET_LABELS),
          budget.number('tokens').label('Most tokens'),
          budget.money('cost').currency(currency).label('Most money'),
        ]),
      ])
      .description('Each needs tokens, money or both. Days are those of UTC.')
      .item_label('budget'),
  ])

const entriesIn = (currency: string) => (entry: EntryFactory<Agent>) => [
  entry.section('Agent', [
    entry.grid(3, [
      entry.text('name'),
      entry.boolean('enabled'),
      entry.relation('credential_id', CREDENTIALS, 'name'),
      entry.text('model'),
      entry.number('temperature'),
      entry.number('max_output_tokens'),
      entry.number('context_tokens'),
      entry.number('max_steps'),
      entry.money('price_input').currency(currency).label('Price of a million tokens read'),
      entry.money('price_output').currency(currency).label('Price of a million tokens written'),
    ]),
    entry.text('description'),
    entry.text('instructions').multiline(),
  ]),
  entry.section('Tools and approval', [
    entry.relation('connectors', CONNECTORS, 'title'),
    entry
      .repeater('tools', (rule) => [rule.text('tool'), rule.badge('policy').label('Policy').color_by(POLICY_COLORS)])
      .label('Rules for tools'),
    entry.grid(3, [
      entry.boolean('four_eyes'),
      entry.number('approval_minutes'),
      entry.relation('approver_roles', ROLES, 'label'),
    ]),
  ]),
  entry.section('Who may use it, and how much', [
    entry.relation('roles', ROLES, 'label'),
    entry.repeater('budgets', (budget) => [
      budget.text('per').label('For'),
      budget.number('tokens').label('Most tokens'),
      budget.money('cost').currency(currency).label('Most money'),
    ]),
  ]),
]
