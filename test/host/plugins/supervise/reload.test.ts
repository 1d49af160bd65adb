import { expect } from 'chai'
import { hostPlugins } from '../../../helpers/hosted-plugins.ts'
import { until } from '../../../helpers/until.ts'

const source = (label: string) => `
import { array_store, register_resource, Type } from '@atrium/sdk'

const Van = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String() })

export function register_resources(registry) {
  register_resource(registry, 'operations', 'fleet', (resource) => resource
    .record(Van).id('vans').api_base('/api/v1/fleet')
    .table((table) => table.columns((column) => [column.text('name').label('${label}')])))
}

export function register_routes(routes) {
  routes.records('/vans/{id}', array_store([], Van, {}))
}
`

type Hosted = Awaited<ReturnType<typeof hostPlugins>>

const label = ({ registries }: Hosted) => {
  const [widget] = registries.dashboards.dashboard('vans-list')?.widgets ?? []
  return widget?.kind === 'table' ? widget.columns[0]?.label : undefined
}

const status = ({ registries }: Hosted) => registries.plugins.get('fleet')

describe('Reloading a plugin', () => {
  it('serves the current source', async () => {
    const hosted = await hostPlugins({ 'src/index.ts': source('Name') })
    expect(label(hosted)).to.equal('Name')
    await hosted.fleet.write({ 'src/index.ts': source('Plate') })
    await hosted.reload()
    expect(label(hosted)).to.equal('Plate')
    expect(status(hosted)).to.deep.include({ state: 'active', generation: 2, diagnostics: [] })
  })

  it('happens automatically when a file is saved', async () => {
    const hosted = await hostPlugins({ 'src/index.ts': source('Name') }, { watch: true })
    await hosted.fleet.write({ 'src/index.ts': source('Plate') })
    await until('the new label', () => label(hosted) === 'Plate')
  })

  it('keeps the old generation serving when the new one fails, reports why and where, and recovers', async () => {
    const hosted = await hostPlugins({ 'src/index.ts': source('Name') }, { watch: true })
    await hosted.fleet.write({ 'src/index.ts': source('Plate').replace("column.text('name')", "column.text('nmae')") })
    const failed = await until('the failure', () => (status(hosted)?.state === 'failed' ? status(hosted) : undefined))
    expect(label(hosted)).to.equal('Name')
    expect(failed.generation).to.equal(1)
    expect(failed.diagnostics[0]).to.deep.include({ code: 'column_unknown', fix: 'Did you mean [name]?' })
    expect(failed.diagnostics[0]?.where).to.deep.include({ file: 'src/index.ts', line: 9 })
    await hosted.fleet.write({ 'src/index.ts': source('Plate') })
    await until('the repaired label', () => label(hosted) === 'Plate')
    expect(status(hosted)).to.deep.include({ state: 'active', diagnostics: [] })
  })

  it('keeps the host running when a plugin has a syntax error at startup', async () => {
    const hosted = await hostPlugins({ 'src/index.ts': 'export function (' }, { watch: true })
    expect(status(hosted)).to.deep.include({ state: 'failed' })
    expect(status(hosted)?.diagnostics[0]).to.deep.include({ code: 'build_failed' })
    await hosted.fleet.write({ 'src/index.ts': source('Name') })
    await until('the label', () => label(hosted) === 'Name')
  })

  it('ends with the last content after many concurrent loads, with no intermediate generation left over', async () => {
    const hosted = await hostPlugins({ 'src/index.ts': source('Name') })
    const loads = []
    for (let turn = 0; turn < 20; turn += 1) {
      await hosted.fleet.write({ 'src/index.ts': source(`Turn ${turn}`) })
      loads.push(hosted.reload())
    }
    await Promise.all(loads)
    expect(label(hosted)).to.equal('Turn 19')
  })

  it('ends when the host closes, which withdraws everything that the plugin published', async () => {
    const hosted = await hostPlugins({ 'src/index.ts': source('Name') })
    await hosted.plugins.close()
    expect(hosted.registries.dashboards.manifests()).to.deep.equal([])
    expect(hosted.registries.operations.list()).to.deep.equal([])
    expect(hosted.registries.panels.materialized()).to.deep.equal([])
  })
})
