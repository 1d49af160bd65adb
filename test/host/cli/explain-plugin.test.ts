import type { DiscoveredFolder, PluginStatus } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { explainPlugin } from '../../../host/cli/commands/why.ts'
import { pluginStatus } from '../../helpers/plugin-status.ts'

const plugin = (id: string, members: Partial<PluginStatus> = {}) =>
  pluginStatus(id, { title: id.toUpperCase(), ...members })

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

/** Explains the first plugin. By default each plugin has a folder. */
function explain(plugins: readonly PluginStatus[], folders = plugins.map(({ id }) => folder(id))): string[] {
  return explainPlugin(plugins[0]!, { plugins, folders, isRunning: true })
}

describe('The explanation of why a plugin is (not) served', () => {
  it('says since when an active plugin is served', () => {
    expect(explain([plugin('fleet', { generation: 3, loaded_at: '2026-11-20T08:00:00.000Z' })])).to.deep.equal([
      '[fleet] (FLEET 1.0.0) is activated.',
      'It is served: generation 3, since 2026-11-20T08:00:00.000Z.',
      'Its folder is /srv/plugins/fleet.',
    ])
  })

  it('mentions warnings of an active plugin', () => {
    const warned = plugin('fleet', { generation: 1, diagnostics: [{ ...error, severity: 'warning' }] })
    expect(explain([warned])).to.include('It works, but has the warnings shown below.')
  })

  it('says that something fails while an active plugin runs', () => {
    const at = '2026-11-20T08:00:00.000Z'
    const finding = { ...error, code: 'timer_failed', work: 'timer', count: 9, first_at: at, last_at: at } as const
    const runtimeOf = (...findings: (typeof finding)[]) => ({ runtime: { findings, not_listed: 0 } })
    expect(explain([plugin('fleet', runtimeOf(finding))])).to.include('While it runs, one thing fails, shown below.')
    expect(explain([plugin('fleet', runtimeOf(finding, finding))])).to.include(
      'While it runs, 2 things fail, shown below.',
    )
  })

  it('says that the plugin is not activated', () => {
    expect(explain([plugin('fleet', { desired: 'inactive', state: 'inactive' })])).to.deep.equal([
      '[fleet] (FLEET 1.0.0) is not activated.',
      'It is not served.',
      'Its folder is /srv/plugins/fleet.',
      'Activate it with: atrium plugins activate fleet',
    ])
  })

  it('says that the newest version failed and the previous one is still served', () => {
    const sentences = explain([plugin('fleet', { state: 'failed', generation: 2, diagnostics: [error, error] })])
    expect(sentences).to.include('Its newest version was rejected, for the 2 reasons shown below.')
    expect(sentences).to.include('The previous version is still served: generation 2.')
    expect(sentences.at(-1)).to.equal('Correct and save the file. If it is not reloaded: atrium plugins reload fleet')
  })

  it('says that the only version failed', () => {
    const sentences = explain([plugin('fleet', { state: 'failed', diagnostics: [error] })])
    expect(sentences).to.include('It is not served.')
  })

  it('says to correct a changed migration; its fix says when to reset the plugin', () => {
    const changed = { ...error, code: 'migration_changed' } as const
    const sentences = explain([plugin('fleet', { state: 'failed', diagnostics: [changed] })])
    expect(sentences.at(-1)).to.equal('Correct and save the file. If it is not reloaded: atrium plugins reload fleet')
  })

  it('tells an older version on newer tables apart from a mistake', () => {
    const ahead = { ...error, severity: 'warning', code: 'migrations_ahead' } as const
    const missing = { ...error, code: 'column_missing' } as const
    const sentences = explain([plugin('fleet', { state: 'failed', diagnostics: [ahead, missing] })])
    expect(sentences.at(-1)).to.equal(
      'Check out the version that contains the missing migrations, or undo them with that version, as described below.',
    )
  })

  it('says to correct another mistake first, also on newer tables', () => {
    const ahead = { ...error, severity: 'warning', code: 'migrations_ahead' } as const
    const failed = { ...error, code: 'migration_failed' } as const
    const sentences = explain([plugin('fleet', { state: 'failed', diagnostics: [failed, ahead] })])
    expect(sentences.at(-1)).to.match(/^Correct and save the file/)
  })

  it('says that a plugin that failed because of the database is loaded again by itself', () => {
    for (const code of ['migration_not_begun', 'database_outage'] as const) {
      const sentences = explain([plugin('fleet', { state: 'failed', diagnostics: [{ ...error, code }] })])
      expect(sentences).to.include(
        'Its newest version could not be loaded because of the database, for the reason shown below.',
      )
      expect(sentences.at(-1)).to.equal(
        'It is loaded again automatically when the database works. To try now: atrium plugins reload fleet',
      )
    }
  })

  it('follows a chain of required plugins to the one that blocks it', () => {
    const sentences = explain([
      plugin('reports', { state: 'blocked', requires: { fleet: '^1.0.0' } }),
      plugin('fleet', { state: 'blocked', requires: { clients: '^2.0.0', notes: '*' } }),
      plugin('clients', { state: 'inactive', desired: 'inactive' }),
      plugin('notes'),
    ])
    expect(sentences.slice(1, 4)).to.deep.equal([
      'It is not served: it is waiting for plugins that it requires.',
      '[reports] requires [fleet] ^1.0.0, which is blocked.',
      '[fleet] requires [clients] ^2.0.0, which is inactive.',
    ])
    expect(sentences.join()).not.to.include('notes')
    expect(sentences.at(-1)).to.equal('Activate the required plugin with: atrium plugins activate clients')
  })

  it('names required plugins that are inactive or do not exist', () => {
    const requires = { clients: '^2.0.0', away: '*' }
    const sentences = explain([
      plugin('fleet', { state: 'blocked', requires }),
      plugin('clients', { state: 'inactive', desired: 'inactive' }),
    ])
    expect(sentences).to.include('[fleet] requires [away] *, which does not exist.')
    expect(sentences).to.include('Activate the required plugin with: atrium plugins activate clients')
  })

  it('names a required plugin that failed', () => {
    const sentences = explain([
      plugin('fleet', { state: 'blocked', requires: { clients: '*' } }),
      plugin('clients', { state: 'failed' }),
    ])
    expect(sentences.at(-1)).to.equal('See what is wrong with the required plugin: atrium plugins why clients')
  })

  it('shows a dependency cycle once', () => {
    const sentences = explain([
      plugin('a', { state: 'blocked', requires: { b: '*' } }),
      plugin('b', { state: 'blocked', requires: { a: '*' } }),
    ])
    expect(sentences.filter((sentence) => sentence.includes('cycle'))).to.deep.equal([
      '[b] requires [a], which in turn requires it. The dependency cycle is a → b → a.',
    ])
  })

  it('says that the folder no longer exists or was rejected', () => {
    const missing = plugin('fleet', { state: 'missing', version: '' })
    const gone = explain([missing], [])
    expect(gone).to.deep.equal([
      '[fleet] (FLEET) is activated.',
      'It is not served: its folder no longer exists.',
      'Restore the folder, or deactivate the plugin with: atrium plugins deactivate fleet',
    ])
    const { plugin: _, ...rejected } = folder('fleet', { accepted: false })
    expect(explain([missing], [rejected])).to.include(
      'The folder /srv/plugins/fleet was rejected, for the reasons shown below.',
    )
  })

  it('says that the plugin is being loaded or deactivated', () => {
    expect(explain([plugin('fleet', { state: 'activating' })]).join()).to.include('Try again in a moment')
    expect(explain([plugin('fleet', { state: 'deactivating' })]).join()).to.include('Running requests can still finish')
  })

  it('says that no host is running', () => {
    const fleet = plugin('fleet', { state: 'inactive' })
    const sentences = explainPlugin(fleet, { plugins: [fleet], folders: [folder('fleet')], isRunning: false })
    expect(sentences.at(-1)).to.equal('No host is running. Start it with: atrium start')
  })
})
