import type { ColumnFactory, EntryFactory, FieldFactory, ResourceRegistry } from '@atrium/sdk'
import { Agent } from '../agents/agent.ts'
import type { Settings } from '../settings.ts'
import { CREDENTIALS, declare, SETUP } from './declare.ts'

const ROLES = '/api/v1/platform/choices/roles'
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
    field.grid(2, [field.text('name'), field.toggle('enabled')]),
    field.text('description'),
    field.textarea('instructions').rows(8),
  ]),
  field.section('Model', [
    field.grid(2, [
      field.relation('credential_id', CREDENTIALS, 'name'),
      field.text('model'),
      field.number('temperature'),
      field.number('max_output_tokens'),
      field.number('context_tokens'),
      field.number('max_steps'),
      field.money('price_input').currency(currency).label('Price of a million tokens read'),
      field.money('price_output').currency(currency).label('Price of a million tokens written'),
    ]),
  ]),
  field.section('Tools and approval', [
    field
      .repeater('tools', (rule) => [
        rule.grid(2, [rule.text('tool').placeholder('booking_*'), rule.select('policy').options(POLICY_LABELS)]),
      ])
      .item_label('rule'),
    field.grid(2, [field.toggle('four_eyes'), field.number('approval_minutes')]),
    field.choices('approver_roles', ROLES),
  ]),
  field.section('Who may use it, and how much', [
    field.choices('roles', ROLES),
    field
      .repeater('budgets', (budget) => [
        budget.grid(3, [
          budget.select('per').options(BUDGET_LABELS),
          budget.number('tokens'),
          budget.money('cost').currency(currency),
        ]),
      ])
      .item_label('budget'),
  ]),
]

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
  entry.section('Tools, approval and budgets', [
    entry.repeater('tools'),
    entry.grid(2, [entry.boolean('four_eyes'), entry.number('approval_minutes')]),
    entry.grid(2, [entry.tags('roles'), entry.tags('approver_roles')]),
    entry.repeater('budgets', (budget) => [
      budget.badge('per'),
      budget.number('tokens'),
      budget.money('cost').currency(currency),
    ]),
  ]),
]
