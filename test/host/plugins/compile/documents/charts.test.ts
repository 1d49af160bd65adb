import { emit_dashboard } from '@atrium/sdk'
import type { ChartOptions, DashboardBuilder } from '@atrium/sdk'
import { Dashboard } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { Value } from 'typebox/value'
import { link } from '../../../../helpers/link.ts'

const declared = (configure: (dashboard: DashboardBuilder) => unknown) =>
  link({
    routes: (routes) => routes.get('/summary', { permission: 'shop.summary.view' }, () => ({ series: [] })),
    resources: (registry) =>
      emit_dashboard(registry, 'operations', 'shop', (dashboard) =>
        configure(dashboard.id('figures').title('Figures').path('figures').api_base('/api/v1/shop')),
      ),
  })

const options: ChartOptions = { kind: 'bar', x: 'day', series: [{ field: 'new_clients' }] }

describe('Charts of a dashboard', () => {
  it('have an absolute path, and labels derived from names', () => {
    const { dashboards, codes } = declared((dashboard) =>
      dashboard.chart('New clients', '/summary', { ...options, rows: 'series' }),
    )
    expect(codes).to.deep.equal([])
    expect(dashboards[0]?.widgets).to.deep.equal([
      {
        kind: 'chart',
        id: 'figures-1',
        title: 'New clients',
        path: '/api/v1/shop/summary',
        chart: 'bar',
        rows: 'series',
        x: { name: 'day', label: 'Day' },
        series: [{ name: 'new_clients', label: 'New clients' }],
        format: { kind: 'number' },
      },
    ])
    expect(Value.Check(Dashboard, dashboards[0])).to.equal(true)
  })

  it('show amounts in euros unless they name a currency', () => {
    const format = (more: Partial<ChartOptions>) => {
      const { dashboards } = declared((dashboard) => dashboard.chart('Sales', '/summary', { ...options, ...more }))
      const [widget] = dashboards[0]?.widgets ?? []
      return widget?.kind === 'chart' ? widget.format : undefined
    }
    expect(format({ format: 'money' })).to.deep.equal({ kind: 'money', currency: 'EUR' })
    expect(format({ format: 'money', currency: 'CHF' })).to.deep.equal({ kind: 'money', currency: 'CHF' })
  })

  it('over an undeclared route are reported, with the nearest path', () => {
    const { findings } = declared((dashboard) => dashboard.chart('New clients', '/sumary', options))
    expect(findings[0]).to.deep.include({ code: 'widget_route_missing' })
    expect(findings[0]?.message).to.equal(
      'The chart [figures-1] requests [GET /api/v1/shop/sumary], which is not declared.',
    )
    expect(findings[0]?.fix).to.include('Did you mean [/api/v1/shop/summary]?')
  })

  it('without an axis throw at the call', () => {
    expect(() =>
      declared((dashboard) => dashboard.chart('Sales', '/summary', { kind: 'bar' } as ChartOptions)),
    ).to.throw('[chart(…)] requires a text as [x].')
  })

  it('without a series throw at the call', () => {
    expect(() =>
      declared((dashboard) => dashboard.chart('Sales', '/summary', { kind: 'bar', x: 'day' } as ChartOptions)),
    ).to.throw('[chart(…)] has the series [nothing]')
  })
})
