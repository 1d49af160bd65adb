import { emit_dashboard, type ResourceRegistry } from '@atrium/sdk'
import { BudgetUse } from '../budgets/budget-use.ts'
import { Usage } from '../budgets/usage.ts'
import type { Settings } from '../settings.ts'
import { API_BASE, MODULE, PANEL, SETUP } from './declare.ts'

/** The use by agents: figures, days, and the last steps. Contains nothing of what people write. */
export function registerUsage(registry: ResourceRegistry, { currency }: Settings) {
  emit_dashboard(registry, PANEL, MODULE, (dashboard) =>
    dashboard
      .id('agents-usage')
      .title('Usage')
      .path('usage')
      .icon('chart-bar')
      .api_base(API_BASE)
      .permission('ai-agents.usage.view')
      .nav_group(SETUP, 70)
      .stats('/usage/stats', (stat) => [
        stat.number('tokens_today').label('Tokens today'),
        stat.number('tokens_30_days').label('Tokens (last 30 days)'),
        stat.money('cost_today', currency).label('Cost today'),
        stat.money('cost_30_days', currency).label('Cost (last 30 days)'),
        stat.number('people_30_days').label('People (last 30 days)'),
        stat.number('conversations_30_days').label('Conversations (last 30 days)'),
      ])
      .table(BudgetUse, (list) =>
        list
          .id('budgets-today')
          .title('Budgets today (UTC)')
          .list_path('/budgets')
          .table((table) =>
            table
              .columns((column) => [
                column.text('agent_name'),
                column.text('per'),
                column.text('who'),
                column.number('percent'),
                column.number('tokens'),
                column.number('tokens_limit'),
                column.money('cost').currency(currency),
                column.money('cost_limit').currency(currency),
              ])
              .default_sort('percent', 'desc')
              .empty('No budgets in use', 'Budgets of agents are shown here once somebody uses one today.'),
          ),
      )
      .chart('Tokens per day', '/usage/stats', { kind: 'bar', x: 'day', series: [{ field: 'tokens' }], rows: 'days' })
      .chart('Cost per day', '/usage/stats', {
        ...{ kind: 'bar', x: 'day', rows: 'days', format: 'money', currency },
        series: [{ field: 'cost' }],
      })
      .chart('Tokens per agent', '/usage/stats', {
        ...{ kind: 'bar', x: 'agent', rows: 'agents' },
        series: [{ field: 'tokens' }],
      })
      .chart('Cost per agent', '/usage/stats', {
        ...{ kind: 'bar', x: 'agent', rows: 'agents', format: 'money', currency },
        series: [{ field: 'cost' }],
      })
      .table(Usage, (list) =>
        list
          .id('latest-usage')
          .title('Latest steps')
          .list_path('/usage')
          .table((table) =>
            table
              .columns((column) => [
                column.datetime('created_at'),
                column.text('agent_name'),
                column.text('person_name'),
                column.text('model'),
                column.number('input_tokens'),
                column.number('output_tokens'),
              ])
              .default_sort('created_at', 'desc'),
          ),
      ),
  )
}
