import type { PluginPlan, PluginStatus } from '@atrium/sdk/documents'
import { expect } from 'chai'
import {
  actionsFor,
  doneMessage,
  failingText,
  goneTitle,
  leftBehind,
  placeText,
  reasonOf,
  standingOf,
  troubleText,
  vitalsText,
} from '../../host/shell/src/plugins/plugin-words.ts'
import { pluginStatus } from '../helpers/plugin-status.ts'

const plan: PluginPlan = {
  action: 'deactivate',
  plugin: 'clients',
  dry_run: false,
  steps: [
    { action: 'deactivate', plugin: 'booking', because: 'clients' },
    { action: 'deactivate', plugin: 'clients' },
  ],
  refused: null,
}

describe('the words for plugins', () => {
  it('say whether an older generation still runs when a reload has failed', () => {
    expect(standingOf({ state: 'failed', generation: 3 })).to.equal(
      'Could not be reloaded: generation 3 is still running',
    )
    expect(standingOf({ state: 'failed' })).to.equal('Could not be loaded, not running')
  })

  it('say what a plugin has done lately', () => {
    const vitals = {
      since: new Date(0).toISOString(),
      requests: 1_200,
      errors: 2,
      p95_ms: 12.5,
      loop_ms: 340,
      heap_at_load: 1,
    }
    expect(vitalsText(vitals)).to.equal('1,200 requests, 2 failed, 95 % within 12.5 ms, 340 ms on the event loop')
    expect(troubleText({ vitals })).to.equal('2 of 1,200 recent requests failed')
    const { p95_ms, ...idle } = { ...vitals, requests: 0, errors: 0 }
    expect(p95_ms).to.equal(12.5)
    expect(vitalsText(idle)).to.equal('0 requests, 340 ms on the event loop')
    expect([troubleText({ vitals: idle }), troubleText({})]).to.deep.equal([null, null])
  })

  it('say whether something fails while a plugin runs', () => {
    const finding = { code: 'timer_failed', severity: 'error', message: '', fix: '', work: 'timer', count: 9 } as const
    const at = new Date(0).toISOString()
    const runtimeOf = (...severities: ('error' | 'warning')[]) => ({
      findings: severities.map((severity) => ({ ...finding, severity, first_at: at, last_at: at })),
      not_listed: 0,
    })
    expect(failingText({})).to.equal(null)
    expect(failingText({ runtime: runtimeOf('warning') })).to.equal(null)
    expect(failingText({ runtime: runtimeOf('warning', 'error') })).to.equal('Something fails while it runs')
    expect(failingText({ runtime: runtimeOf('error', 'error') })).to.equal('2 things fail while it runs')
  })

  it('offer the actions that the state allows', () => {
    const diagnostics: PluginStatus['diagnostics'] = []
    expect(actionsFor({ desired: 'inactive', state: 'inactive', diagnostics })).to.deep.equal(['activate'])
    expect(actionsFor({ desired: 'active', state: 'failed', diagnostics })).to.deep.equal(['reload', 'deactivate'])
    expect(actionsFor({ desired: 'active', state: 'blocked', diagnostics })).to.deep.equal(['deactivate'])
    const quarantined = { code: 'plugin_quarantined', severity: 'error', message: '', fix: '' } as const
    expect(actionsFor({ desired: 'active', state: 'failed', diagnostics: [quarantined] })).to.deep.equal([
      'retry',
      'deactivate',
    ])
  })

  it('name the plugin that makes a step necessary', () => {
    const titleOf = (id: string) => id.toUpperCase()
    expect(plan.steps.map((step) => reasonOf(step, titleOf))).to.deep.equal(['because it requires CLIENTS', null])
    const step = { action: 'activate', plugin: 'clients', because: 'booking' } as const
    expect(reasonOf(step, titleOf)).to.equal('because BOOKING requires it')
  })

  it('name the plugins that did not reach the intended state', () => {
    const plugins = [pluginStatus('booking', { state: 'deactivating' }), pluginStatus('clients', { state: 'failed' })]
    expect(leftBehind({ ...plan, plugins }).map(({ id }) => id)).to.deep.equal(['clients'])
    expect(leftBehind(plan)).to.deep.equal([])
    expect(doneMessage(plan, 'Clients')).to.equal('Clients and 1 more deactivated')
  })

  it('give places in the notation of editors and terminals', () => {
    expect(placeText({ file: 'src/index.ts', line: 12, column: 5 })).to.equal('src/index.ts:12:5')
    expect(placeText({ file: 'package.json', pointer: '/atrium/id' })).to.equal('package.json /atrium/id')
    expect(placeText({ document: 'items-list' })).to.equal('items-list')
    expect(placeText({})).to.equal(null)
    expect(placeText(undefined)).to.equal(null)
  })
})

describe('the title in place of a module that is gone', () => {
  it('says the state of its plugin, which may have another name than the module', () => {
    expect(goneTitle('Orders', { state: 'inactive', code: 'module_not_found' })).to.equal('Orders was deactivated')
    expect(goneTitle('Orders', { state: 'failed' })).to.equal('Orders could not be started')
    expect(goneTitle('Orders', { state: 'activating' })).to.equal('Orders is starting')
  })

  it('says the host’s reason if the state is unknown', () => {
    expect(goneTitle('Orders', { code: 'plugin_inactive' })).to.equal('Orders was deactivated')
    expect(goneTitle('Orders', { code: 'panel_not_found' })).to.equal('Orders was deactivated')
  })

  it('claims no reason if a running plugin no longer has the module', () => {
    expect(goneTitle('Orders', { state: 'active', code: 'module_not_found' })).to.equal('Orders is no longer here')
    expect(goneTitle('Orders', {})).to.equal('Orders is no longer here')
  })
})
