import type { DiscoveredFolder, PluginStatus } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { explainPlugin } from '../../../host/cli/commands/why.ts'

const plugin = (id: string, members: Partial<PluginStatus> = {}): PluginStatus => ({
  id,
  title: id.toUpperCase(),
  version: '1.0.0',
  desired: 'active',
  state: 'active',
  requires: {},
  required_by: [],
  has_settings: false,
  diagnostics: [],
  ...members,
})

const folder = (id: string, members: Partial<DiscoveredFolder> = {}): DiscoveredFolder => ({
  directory: `/srv/plugins/${id}`,
  plugin: id,
  accepted: true,
  diagnostics: [],
  ...members,
})

const error = {
  code: 'column_unknown',
  severity: 'error',
  message: 'No such column.',
  fix: 'Did you mean [name]?',
} as const

/** Explains the first of some plugins, each of which has its folder unless others are given. */
function explain(plugins: readonly PluginStatus[], folders = plugins.map(({ id }) => folder(id))): string[] {
  return explainPlugin(plugins[0]!, { plugins, folders, isRunning: true })
}

describe('Why a plugin is not served', () => {
  it('is that it is served, and since when', () => {
    expect(explain([plugin('fleet', { generation: 3, loaded_at: '2026-11-20T08:00:00.000Z' })])).to.deep.equal([
      '[fleet] (FLEET 1.0.0) is activated.',
      'It is served: generation 3, since 2026-11-20T08:00:00.000Z.',
      'Its folder is /srv/plugins/fleet.',
    ])
  })

  it('is told apart from a warning', () => {
    const warned = plugin('fleet', { generation: 1, diagnostics: [{ ...error, severity: 'warning' }] })
    expect(explain([warned])).to.include('It works, but there is something to look into, shown below.')
  })

  it('is that nobody has activated it', () => {
    expect(explain([plugin('fleet', { desired: 'inactive', state: 'inactive' })])).to.deep.equal([
      '[fleet] (FLEET 1.0.0) is not activated.',
      'Nothing of it is served.',
      'Its folder is /srv/plugins/fleet.',
      'Activate it by: atrium plugins activate fleet',
    ])
  })

  it('is its newest version, while the one before goes on', () => {
    const sentences = explain([plugin('fleet', { state: 'failed', generation: 2, diagnostics: [error, error] })])
    expect(sentences).to.include('Its newest version is refused, for the 2 reasons shown below.')
    expect(sentences).to.include('The version before goes on serving: generation 2.')
    expect(sentences.at(-1)).to.equal('Correct it, then save the file, or: atrium plugins reload fleet')
  })

  it('is its only version', () => {
    const sentences = explain([plugin('fleet', { state: 'failed', diagnostics: [error] })])
    expect(sentences).to.include('Nothing of it is served.')
  })

  it('is a migration that was changed: then a reset may help', () => {
    const changed = { ...error, code: 'migration_changed' } as const
    const sentences = explain([plugin('fleet', { state: 'failed', diagnostics: [changed] })])
    expect(sentences.at(-1)).to.equal('In development, drop its tables and begin anew by: atrium plugins reset fleet')
  })

  it('is, through others, what one of them waits for', () => {
    const sentences = explain([
      plugin('reports', { state: 'blocked', requires: { fleet: '^1.0.0' } }),
      plugin('fleet', { state: 'blocked', requires: { clients: '^2.0.0', notes: '*' } }),
      plugin('clients', { state: 'inactive', desired: 'inactive' }),
      plugin('notes'),
    ])
    expect(sentences.slice(1, 4)).to.deep.equal([
      'Nothing of it is served: it waits for what it requires.',
      '[reports] requires [fleet] ^1.0.0, which is blocked.',
      '[fleet] requires [clients] ^2.0.0, which is inactive.',
    ])
    expect(sentences.join()).not.to.include('notes')
    expect(sentences.at(-1)).to.equal('Activate what is required by: atrium plugins activate clients')
  })

  it('is a plugin that is not activated, or not there', () => {
    const requires = { clients: '^2.0.0', away: '*' }
    const sentences = explain([
      plugin('fleet', { state: 'blocked', requires }),
      plugin('clients', { state: 'inactive', desired: 'inactive' }),
    ])
    expect(sentences).to.include('[fleet] requires [away] *, which is not there.')
    expect(sentences).to.include('Activate what is required by: atrium plugins activate clients')
  })

  it('is a plugin that failed', () => {
    const sentences = explain([
      plugin('fleet', { state: 'blocked', requires: { clients: '*' } }),
      plugin('clients', { state: 'failed' }),
    ])
    expect(sentences.at(-1)).to.equal('See what is wrong there by: atrium plugins why clients')
  })

  it('is a circle, which is shown once', () => {
    const sentences = explain([
      plugin('a', { state: 'blocked', requires: { b: '*' } }),
      plugin('b', { state: 'blocked', requires: { a: '*' } }),
    ])
    expect(sentences.filter((sentence) => sentence.includes('circle'))).to.deep.equal([
      '[b] requires [a], which in turn requires it: the circle is a → b → a.',
    ])
  })

  it('is that its folder is gone, or was rejected', () => {
    const missing = plugin('fleet', { state: 'missing', version: '' })
    const gone = explain([missing], [])
    expect(gone).to.deep.equal([
      '[fleet] (FLEET) is activated.',
      'Nothing of it is served: no folder holds it any more.',
      'Put the folder back, or give it up by: atrium plugins deactivate fleet',
    ])
    const { plugin: _, ...rejected } = folder('fleet', { accepted: false })
    expect(explain([missing], [rejected])).to.include(
      'The folder /srv/plugins/fleet is rejected, for what is shown below.',
    )
  })

  it('is that it comes or goes just now', () => {
    expect(explain([plugin('fleet', { state: 'activating' })]).join()).to.include('ask again in a moment')
    expect(explain([plugin('fleet', { state: 'deactivating' })]).join()).to.include('requests under way may end first')
  })

  it('is that no host runs', () => {
    const fleet = plugin('fleet', { state: 'inactive' })
    const sentences = explainPlugin(fleet, { plugins: [fleet], folders: [folder('fleet')], isRunning: false })
    expect(sentences.at(-1)).to.equal('No host is running. Start it by: atrium start')
  })
})
