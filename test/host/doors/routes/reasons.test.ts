import { expect } from 'chai'
import type { PluginStatus } from '../../../../host/core/registries/plugin-registry.ts'
import { startServer } from '../http/start-server.ts'
import type { TestServer } from '../http/start-server.ts'
import { dashboard, fleet, publishCrew } from './publications.ts'
import { pluginStatus } from '../../../helpers/plugin-status.ts'

const broken = {
  code: 'build_failed',
  severity: 'error',
  message: 'src/index.ts does not parse.',
  fix: 'Mend line 3.',
} as const

describe('A missing path', () => {
  let server: TestServer
  before(async () => {
    server = await startServer({ publish: publishCrew })
    const { plugins } = server.registries
    plugins.set(pluginStatus('crew', { state: 'failed', generation: 1, diagnostics: [broken] }))
    plugins.set(pluginStatus('sleeping', { state: 'inactive', desired: 'inactive' }))
    plugins.set(pluginStatus('broken', { state: 'failed', diagnostics: [broken] }))
    plugins.set(pluginStatus('lost', { state: 'missing' }))
  })

  const cases: [path: string, answer: [number, string], ...words: string[]][] = [
    [
      '/api/v1/panels/operatoins',
      [404, 'panel_not_found'],
      'no panel [operatoins]',
      'Did you mean [operations]?',
      '[operations] and [depot]',
    ],
    ['/api/v1/panels/admin', [404, 'panel_not_found'], 'has no screens', 'no active plugin names it'],
    ['/api/v1/panels/closed/resources', [404, 'panel_not_found'], 'disabled', '"enabled"'],
    ['/api/v1/panels/nowhere/search?q=x', [404, 'panel_not_found'], 'no panel [nowhere]'],
    ['/api/v1/panels/nowhere/badges', [404, 'panel_not_found'], 'no panel [nowhere]'],
    ['/api/v1/panels/nowhere/modules/crew/manifest', [404, 'panel_not_found'], 'no panel [nowhere]'],
    [
      '/api/v1/panels/operations/modules/crwe/manifest',
      [404, 'module_not_found'],
      'no module [crwe]',
      'Did you mean [crew]?',
      '[crew] and [fleet]',
    ],
    [
      '/api/v1/panels/operations/modules/crew-screens/manifest',
      [404, 'module_not_found'],
      'the path of a screen of the module [crew]',
    ],
    ['/api/v1/panels/operations/modules/parts/manifest', [404, 'module_not_found'], 'It is in [depot]'],
    [
      '/api/v1/panels/operations/modules/sleeping/manifest',
      [404, 'plugin_inactive'],
      '[sleeping] is not active',
      'Activate it',
    ],
    ['/api/v1/panels/operations/modules/broken/manifest', [503, 'plugin_failed'], 'src/index.ts does not parse'],
    [
      '/api/v1/ui/dashboards/crew-lisst',
      [404, 'dashboard_not_found'],
      'Did you mean [crew-list]?',
      'manifest',
      '[broken (failed)]',
    ],
    ['/api/v1/forms/people-create', [404, 'form_not_found'], 'generated', 'from the dashboard'],
    ['/api/v1/sleeping/things', [404, 'plugin_inactive'], '[sleeping] is not active'],
    ['/api/v1/lost/things', [404, 'plugin_inactive'], 'The plugin [lost] is missing.'],
    ['/api/v1/broken/things', [503, 'plugin_failed'], 'does not parse', 'Mend line 3'],
    ['/api/v1/crew/poeple', [404, 'route_not_found'], 'Did you mean [/api/v1/crew/people]?'],
    ['/api/v1/crwe/people', [404, 'route_not_found'], 'Did you mean [/api/v1/crew/people]?'],
    ['/api/v1', [404, 'route_not_found'], '[/api/v1/openapi.json]', '/docs'],
    ['/api/v1/', [404, 'route_not_found'], '[/api/v1/openapi.json]', '/docs'],
    ['/openapi.json', [404, 'route_not_found'], '[/api/v1/openapi.json]', '[/docs]'],
    ['/api/v1/plugins/brokn', [404, 'plugin_not_found'], 'Did you mean [broken]?'],
  ]
  for (const [path, [code, name], ...words] of cases) {
    it(`gets ${code} ${name} with the reason at ${path}`, async () => {
      const response = await server.ask(path)
      const problem = (await response.json()) as { code: string; detail: string }
      expect([response.status, problem.code], problem.detail).to.deep.equal([code, name])
      for (const word of words) expect(problem.detail).to.contain(word)
    })
  }

  it('gets the diagnostics of the plugin that failed', async () => {
    const problem = (await (await server.ask('/api/v1/broken')).json()) as { diagnostics: unknown }
    expect(problem.diagnostics).to.deep.equal([broken])
  })

  it('does not include the paths that a failed plugin still serves', async () => {
    expect((await server.ask('/api/v1/crew/none')).status).to.equal(200)
  })

  it('has its reason in the list of plugins', async () => {
    const all = (await (await server.ask('/api/v1/plugins')).json()) as PluginStatus[]
    expect(all.map(({ id, state }) => `${id} ${state}`)).to.deep.equal([
      'broken failed',
      'crew failed',
      'lost missing',
      'sleeping inactive',
    ])
    expect(await (await server.ask('/api/v1/plugins/crew')).json()).to.deep.equal(
      pluginStatus('crew', { state: 'failed', generation: 1, diagnostics: [broken] }),
    )
    expect((await server.ask('/api/v1/plugins', { as: 'clerk' })).status).to.equal(403)
  })
})

describe('A screen that the roles of a person do not include', () => {
  const path = '/operations/wages'
  const permission = 'payroll.wages.view'
  let server: TestServer
  before(async () => {
    server = await startServer({
      publish: (registries) => {
        publishCrew(registries)
        const [cars] = fleet.manifests
        if (cars === undefined) throw new Error('The fleet has a module.')
        const screens = [
          { path, kind: 'list' as const, dashboard_id: 'wages-list', permission },
          { path: `${path}/:id`, kind: 'view' as const, dashboard_id: 'wages-view' },
          { path: `${path}/create`, kind: 'create' as const, dashboard_id: 'wages-create', permission },
        ]
        const payroll = { ...cars, module_id: 'payroll', screens: screens.slice(0, 1), navigation: [] }
        const wages = { ...cars, module_id: 'wages', screens: screens.slice(1), navigation: [] }
        const dashboards = ['wages-list', 'wages-view'].map((id) => ({ ...dashboard, id }))
        registries.publish('payroll', { ...fleet, manifests: [payroll, wages], dashboards })
      },
    })
  })
  const ask = async (path: string, as: string) => {
    const response = await server.ask(path, { as })
    return { status: response.status, ...((await response.json()) as { code: string; detail: string }) }
  }
  const at = (name: string) => `/api/v1/panels/operations/modules/${encodeURIComponent(name)}/manifest`

  it('gets 403 with the permission that it requires, also where the path could be that of a record', async () => {
    const { status, code, detail } = await ask(at('wages/create'), 'clerk')
    expect([status, code]).to.deep.equal([403, 'permission_denied'])
    expect(detail).to.contain('[/operations/wages/create]').and.contain(`[${permission}]`)
  })

  it('does not give its dashboard away', async () => {
    const ask = (id: string, as: string) => server.ask(`/api/v1/ui/dashboards/${id}`, { as })
    const refused = await ask('wages-list', 'clerk')
    expect(refused.status).to.equal(403)
    expect(await refused.text())
      .to.contain('[/operations/wages]')
      .and.contain(`[${permission}]`)
    for (const [id, as] of [
      ['wages-list', 'operator'],
      ['wages-view', 'clerk'],
    ] as const)
      expect((await ask(id, as)).status, id).to.equal(200)
  })

  it('is not named among what is available, nor suggested', async () => {
    const { detail } = await ask(at('payrol'), 'clerk')
    expect(detail).to.contain('Available modules: [crew], [fleet] and [wages].').and.not.contain('payroll')
    expect((await ask(at('payrol'), 'operator')).detail).to.contain('Did you mean [payroll]?')
    expect((await ask('/api/v1/ui/dashboards/wages-lst', 'clerk')).detail).to.not.contain('wages-list')
  })
})

describe('A path of a plugin that is still starting', () => {
  let server: TestServer
  before(async () => {
    server = await startServer({ publish: publishCrew })
    server.registries.plugins.set(pluginStatus('crew', { state: 'active', generation: 1 }))
    server.registries.plugins.set(pluginStatus('coming', { state: 'activating' }))
  })

  const paths = [
    '/api/v1/coming/things',
    '/api/v1/panels/admin',
    '/api/v1/panels/operations/modules/coming/manifest',
    '/api/v1/panels/operations/modules/other/manifest',
    '/api/v1/ui/dashboards/things-list',
    '/api/v1/forms/things-create-1234567890',
  ]
  for (const path of paths) {
    it(`gets 503 at ${path}, with Retry-After`, async () => {
      const response = await server.ask(path)
      const problem = (await response.json()) as { code: string; detail: string; retryable: boolean }
      expect([response.status, problem.code, problem.retryable]).to.deep.equal([503, 'plugin_activating', true])
      expect(response.headers.get('retry-after')).to.equal('1')
      expect(problem.detail).to.contain('[coming]')
    })
  }

  it('gets 404 once the plugin serves and does not have it', async () => {
    expect((await server.ask('/api/v1/crew/poeple')).status).to.equal(404)
  })
})
