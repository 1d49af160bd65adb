import type { Diagnostic, DiagnosticCode } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { namesTakenByOthers } from '../../../../../host/plugins/generation/check-against-host.ts'
import { Registries } from '../../../../../host/core/registries/registries.ts'
import { startTestHost } from '../../../../../host/testing/index.ts'
import type { TestHost } from '../../../../../host/testing/index.ts'
import { found, markedLine } from '../../../../helpers/diagnosed.ts'
import { createPluginDirectory, packageJson } from '../../../../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../../../../helpers/plugin-directory.ts'
import { Item, itemRoutes, link } from '../../../../helpers/link.ts'
import { until } from '../../../../helpers/until.ts'
import { emit_dashboard, register_resource, Type } from '@atrium/sdk'

const resource = (module: string, id: string, path: string) =>
  `register_resource(registry, 'operations', '${module}', (resource) => resource.record(Van).id('${id}').api_base(base).module_path('${path}')`

/** A plugin that declares one of everything that has a name. */
const source = (base: string, names: { module: string; id: string; path: string; board: string; tool: string }) => `
import { array_store, emit_dashboard, register_resource, Type } from '@atrium/sdk'
const base = '/api/v1/${base}'
const Van = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String() })
export function register_routes(routes) {
  routes.records('/${names.id}/{id}', array_store([], Van)).get('/figures', {}, () => ({ vans: 0 }))
}
export function register_resources(registry) {
  ${resource(names.module, names.id, names.path)}) // HERE
  emit_dashboard(registry, 'operations', '${names.module}', (board) =>
    board.id('${names.board}').path('${names.board}-board').stats(base + '/figures', (stat) => [stat.number('vans')]))
}
export function register_mcp_tools(tools) {
  tools.add('${names.tool}', { description: 'Say it.', permission: '${base}.vans.say', input: Type.Object({}) }, () => 'said')
}
export function register_channels(channels) {
  channels.namespace('radio', { say: { payload: Type.Object({}), permission: '${base}.vans.say' } }, () => {})
}
`

const first = { module: 'fleet', id: 'vans', path: 'vans', board: 'van-figures', tool: 'vans_say' }

describe('A name that another plugin has taken', () => {
  let host: TestHost
  let fleet: PluginDirectory
  let other: PluginDirectory
  let diagnostics: readonly Diagnostic[]
  const status = async (id: string) => {
    const response = await host.request(`/api/v1/plugins/${id}`)
    return (await response.json()) as { state: string; diagnostics: readonly Diagnostic[] }
  }
  // The prefix of its tools is `fleet` followed by the beginning of a name: `fleet_vans_` and `say` yield the same tool name.
  const otherSource = source('fleet-vans', { ...first, tool: 'say' })

  before(async () => {
    fleet = await createPluginDirectory({ 'src/index.ts': source('fleet', first) })
    host = await startTestHost({
      plugins: [fleet.directory, fleet.directory.replace(/fleet$/, 'fleet-vans')],
      watch: true,
    })
    expect(await status('fleet')).to.deep.include({ state: 'active', diagnostics: [] })
    other = await createPluginDirectory(
      {
        'package.json': packageJson({ name: '@acme/atrium-fleet-vans', atrium: { id: 'fleet-vans' } }),
        'src/index.ts': otherSource,
      },
      { parent: fleet.directory.replace(/\/fleet$/, ''), name: 'fleet-vans' },
    )
    const failed = await until('the other plugin to fail', async () => {
      const now = await status('fleet-vans')
      return now.state === 'failed' ? now : undefined
    })
    diagnostics = failed.diagnostics
  })
  after(async () => {
    await host.close()
    await other[Symbol.asyncDispose]()
    await fleet[Symbol.asyncDispose]()
  })

  const CODES: [DiagnosticCode, string][] = [
    ['module_taken', 'The module [operations/fleet] belongs to the plugin [fleet].'],
    ['resource_id_taken', 'The resource id [vans] belongs to the plugin [fleet].'],
    ['dashboard_id_taken', 'The dashboard id [van-figures] belongs to the plugin [fleet].'],
    ['module_path_taken', 'The screen path [/operations/vans] belongs to the plugin [fleet].'],
    ['tool_taken', 'The tool name [fleet_vans_say] belongs to the plugin [fleet].'],
    ['namespace_taken', 'The namespace [radio] belongs to the plugin [fleet].'],
  ]
  for (const [code, message] of CODES) {
    it(`is reported as ${code}, with its owner and the line that claims it`, () => {
      const finding = found(diagnostics, code)
      expect(finding).to.deep.include({ severity: 'error', message })
      expect(finding.where).to.include({ file: 'src/index.ts' })
      expect(finding.where?.line).to.be.a('number')
    })
  }

  it('is reported once for each call that claims it', () => {
    expect(found(diagnostics, 'resource_id_taken').where?.line).to.equal(markedLine(otherSource))
    expect(diagnostics.filter(({ code }) => code === 'resource_id_taken')).to.have.length(1)
    expect(diagnostics.filter(({ code }) => code === 'module_path_taken')).to.have.length(2)
  })

  it('stays with the active plugin, which keeps serving', async () => {
    const manifest = await host.request('/api/v1/panels/operations/modules/fleet/manifest')
    expect(await manifest.json()).to.deep.nested.include({ 'plugin.id': 'fleet' })
    expect(await status('fleet')).to.deep.include({ state: 'active', diagnostics: [] })
  })
})

describe('A name that the platform has taken', () => {
  it('is reported as belonging to the platform', () => {
    const registries = new Registries()
    const own = link({
      resources: (registry) =>
        register_resource(registry, 'operations', 'people', (each) => each.id('users').api_base('/api/v1/shop')),
    })
    const manifests = own.publication.manifests.map((manifest) => ({
      ...manifest,
      plugin: { ...manifest.plugin, id: 'platform' },
    }))
    registries.publish('platform', { ...own.publication, manifests })
    const messages = namesTakenByOthers('shop', own.declared, registries).map(({ message }) => message)
    expect(messages).to.include('The resource id [users] belongs to the platform.')
  })
})

describe('A name that the plugin itself has already used', () => {
  const board = (id: string, path: string) => (registry: Parameters<typeof emit_dashboard>[0]) =>
    emit_dashboard(registry, 'operations', 'shop', (dashboard) =>
      dashboard
        .id(id)
        .path(path)
        .stats('/api/v1/shop/figures', (stat) => [stat.number('items')]),
    )
  const items = (path: string) => (registry: Parameters<typeof emit_dashboard>[0]) =>
    register_resource(registry, 'operations', 'shop', (each) =>
      each.record(Item).id('items').api_base('/api/v1/shop').module_path(path),
    )
  const codes = (...declared: ((registry: Parameters<typeof emit_dashboard>[0]) => void)[]) =>
    link({
      routes: (routes) => itemRoutes(routes).get('/figures', {}, () => ({ items: 0 })),
      resources: (registry) => declared.forEach((declare) => declare(registry)),
    }).codes

  it('is refused at the second call, and reported once', () => {
    expect(codes(board('a', 'one'), board('a', 'two'))).to.deep.equal(['dashboard_id_taken'])
    expect(codes(board('a', 'one'), board('b', 'one'))).to.deep.equal(['module_path_taken'])
    expect(codes(items('items'), items('goods'))).to.deep.equal(['resource_id_taken'])
    expect(codes(items('items'), board('items-list', 'board'))).to.deep.equal(['dashboard_id_taken'])
  })

  it('is all that is reported of a second resource with the same id, whatever else that declares', () => {
    const crates = (registry: Parameters<typeof emit_dashboard>[0]) =>
      register_resource(registry, 'operations', 'shop', (each) =>
        each
          .record(Type.Object({ id: Type.Integer({ readOnly: true }), weight: Type.Integer() }))
          .id('items')
          .api_base('/api/v1/shop')
          .list_path('/crates')
          .table((table) => table.filters((filter) => [filter.number_range('weight')]).create())
          .form(),
      )
    expect(codes(items('items'), crates)).to.deep.equal(['resource_id_taken'])
    expect(codes(items('items'), items('items'))).to.deep.equal(['resource_id_taken'])
  })

  it('may be a module that several resources and dashboards share', () => {
    expect(codes(board('a', 'one'), board('b', 'two'), items('items'))).to.deep.equal([])
  })
})
