import { cp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Dashboard, Diagnostic, ModuleManifest, PanelDocument } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { startTestHost } from '../../../../../host/testing/index.ts'
import type { TestHost } from '../../../../../host/testing/index.ts'
import { diagnosed, found, markedLine } from '../../../../helpers/diagnosed.ts'
import { createTestDirectory } from '../../../../helpers/test-directory.ts'
import { until } from '../../../../helpers/until.ts'

const FIXTURE = path.resolve(import.meta.dirname, '../../../../fixtures/plugins/legacy')

describe('A plugin with register_dashboards', () => {
  let host: TestHost
  let remove: () => Promise<void>
  let file: (name: string) => string
  const ask = async <Body>(to: string) => (await (await host.request(to)).json()) as Body
  const status = () => ask<{ state: string; generation: number; diagnostics: Diagnostic[] }>('/api/v1/plugins/legacy')
  const waitFor = (state: string) =>
    until(`the plugin to be ${state}`, async () => {
      const now = await status()
      return now.state === state ? now : undefined
    })

  before(async () => {
    const created = await createTestDirectory()
    remove = created.remove
    const directory = path.join(await realpath(created.directory), 'legacy')
    await cp(FIXTURE, directory, { recursive: true })
    file = (name) => path.join(directory, name)
    host = await startTestHost({ plugins: [directory], watch: true })
  })
  after(async () => {
    await host.close()
    await remove()
  })

  it('legacy_dashboards: serves, with one warning at the line that registers them', async () => {
    const { state, diagnostics } = await status()
    expect(state).to.equal('active')
    expect(diagnostics).to.have.length(1)
    const source = await readFile(path.join(FIXTURE, 'src/index.ts'), 'utf8')
    const line = source.split('\n').findIndex((text) => text.includes('registry.add_screens')) + 1
    expect(diagnostics[0]).to.deep.include({ code: 'legacy_dashboards', severity: 'warning' })
    expect(diagnostics[0]?.where).to.include({ file: 'src/index.ts', line })
  })

  it('has its screens in the module and in the sidebar', async () => {
    const manifest = await ask<ModuleManifest>('/api/v1/panels/operations/modules/legacy/manifest')
    expect(manifest.screens).to.deep.equal([
      { path: '/operations/vans', kind: 'custom', dashboard_id: 'vans' },
      { path: '/operations/vans/:id', kind: 'custom', dashboard_id: 'van' },
    ])
    const panel = await ask<PanelDocument>('/api/v1/panels/operations')
    const items = panel.navigation.flatMap(({ group, items }) => items.map(({ title, path }) => [group, title, path]))
    expect(items).to.deep.equal([['Fleet', 'Vans', '/operations/vans']])
  })

  it('serves its dashboards as the files define them, with the members that the host adds', async () => {
    const dashboard = await ask<Dashboard>('/api/v1/ui/dashboards/vans')
    const { title, widgets } = JSON.parse(
      await readFile(path.join(FIXTURE, 'ui/dashboards/vans.json'), 'utf8'),
    ) as Dashboard
    expect(dashboard).to.deep.include({ id: 'vans', panel_id: 'operations', module_id: 'legacy', kind: 'custom' })
    expect(dashboard).to.deep.include({ title, widgets, hide_title: true })
    expect(await ask('/api/v1/legacy/vans')).to.have.length(2)
  })

  it('document_invalid: keeps serving the previous dashboard when its file becomes invalid, and reports the location', async () => {
    const name = file('ui/dashboards/vans.json')
    const text = await readFile(name, 'utf8')
    await writeFile(name, text.replace('"page_size": 25', '"page_size": "many"'))
    const failed = await waitFor('failed')
    const finding = found(failed.diagnostics, 'document_invalid')
    expect(finding.message).to.equal(
      'The file [ui/dashboards/vans.json] is not valid: [/widgets/0/page_size] must be integer.',
    )
    expect(finding.where).to.deep.include({
      file: 'ui/dashboards/vans.json',
      pointer: '/widgets/0/page_size',
      document: 'vans',
    })
    expect(await ask<Dashboard>('/api/v1/ui/dashboards/vans')).to.deep.include({ title: 'Vans' })

    await writeFile(name, text.replace('"title": "Vans"', '"title": "All vans"'))
    await waitFor('active')
    expect(await ask<Dashboard>('/api/v1/ui/dashboards/vans')).to.deep.include({ title: 'All vans' })
  })

  it('fails once its file is deleted', async () => {
    await rm(file('ui/dashboards/van.json'))
    const { diagnostics } = await waitFor('failed')
    expect(found(diagnostics, 'dashboard_file_missing').fix).to.equal('Did you mean [vans]?')
  })
})

describe('Mistakes in register_dashboards', () => {
  const index = (...screens: object[]) =>
    `export function register_dashboards(registry) {
  registry.add_screens('operations', 'fleet', ${JSON.stringify(screens)}) // HERE
}`
  const stats = (title?: string) => ({
    kind: 'stats',
    id: 'figures',
    path: '/api/v1/fleet/figures',
    stats: [{ name: 'vans', label: 'Vans', kind: 'number' }],
    ...(title !== undefined && { title }),
  })
  const van = { path: 'vans/:id', dashboard_id: 'van' }
  const create = { path: 'vans/create', dashboard_id: 'new-van' }
  const dashboard = { title: 'Van', widgets: [stats()] }

  it('dashboard_file_missing: include a screen whose file does not exist', async () => {
    const source = index(van)
    const finding = found(await diagnosed({ 'src/index.ts': source }), 'dashboard_file_missing')
    expect(finding).to.deep.include({
      message: 'The module [fleet] shows the dashboard [van], but there is no file [ui/dashboards/van.json].',
      fix: 'Create the file.',
    })
    expect(finding.where).to.include({ file: 'src/index.ts', line: markedLine(source) })
  })

  it('document_invalid: include a file that is not JSON, reported by line and column', async () => {
    const files = { 'src/index.ts': index(van), 'ui/dashboards/van.json': '{\n  "title": "Van",\n}' }
    const finding = found(await diagnosed(files), 'document_invalid')
    expect(finding.message).to.include('[ui/dashboards/van.json] is not JSON')
    expect(finding.where).to.include({ file: 'ui/dashboards/van.json', line: 2, column: 17 })
  })

  it('create_after_record_screen: include the wrong order of screens', async () => {
    const files = { 'ui/dashboards/van.json': dashboard, 'ui/dashboards/new-van.json': dashboard }
    const source = index(van, create)
    const finding = found(await diagnosed({ ...files, 'src/index.ts': source }), 'create_after_record_screen')
    expect(finding.where).to.include({ file: 'src/index.ts', line: markedLine(source) })
    const right = await diagnosed({ ...files, 'src/index.ts': index(create, van) })
    expect(right.map(({ code }) => code)).to.deep.equal(['legacy_dashboards'])
  })

  it('title_shown_twice: include a file that does not hide the title its widget shows', async () => {
    const shown = { title: 'Van', widgets: [stats('Van')] }
    const files = (content: object) => ({ 'src/index.ts': index(van), 'ui/dashboards/van.json': content })
    const finding = found(await diagnosed(files(shown)), 'title_shown_twice')
    expect(finding).to.deep.include({ severity: 'warning', fix: 'Add `"hide_title": true` to the file.' })
    expect(finding.where).to.deep.equal({ file: 'ui/dashboards/van.json', document: 'van' })
    const hidden = await diagnosed(files({ ...shown, hide_title: true }))
    expect(hidden.map(({ code }) => code)).to.deep.equal(['legacy_dashboards'])
  })

  it('path_invalid, id_invalid: include a screen without a path, or whose dashboard cannot have an id', async () => {
    expect((await diagnosed({ 'src/index.ts': index({ dashboard_id: 'van' }) })).map(({ code }) => code)).to.deep.equal(
      ['path_invalid'],
    )
    expect(
      (await diagnosed({ 'src/index.ts': index({ path: 'van', dashboard_id: 'Van' }) })).map(({ code }) => code),
    ).to.deep.equal(['id_invalid'])
  })
})
