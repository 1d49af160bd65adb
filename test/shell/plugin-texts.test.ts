import type { PluginPlan, PluginStatus } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { placeText } from '../../host/shell/src/plugins/place-text.ts'
import { actionsFor, doneMessage, leftBehind, reasonOf } from '../../host/shell/src/plugins/plan-words.ts'
import { standingOf } from '../../host/shell/src/plugins/standing-of.ts'

const status = (id: string, state: PluginStatus['state']): PluginStatus => ({
  id,
  title: id,
  version: '1.0.0',
  desired: 'active',
  state,
  requires: {},
  required_by: [],
  has_settings: false,
  diagnostics: [],
})

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

describe('what operators are told of plugins', () => {
  it('says what still serves when a reload has failed, and that nothing does where there was nothing before', () => {
    expect(standingOf({ state: 'failed', generation: 3 })).to.equal('Could not be reloaded: generation 3 still serves')
    expect(standingOf({ state: 'failed' })).to.equal('Could not be loaded: nothing of it serves')
  })

  it('offers what can be done as it stands', () => {
    expect(actionsFor({ desired: 'inactive', state: 'inactive' })).to.deep.equal(['activate'])
    expect(actionsFor({ desired: 'active', state: 'failed' })).to.deep.equal(['reload', 'deactivate'])
    expect(actionsFor({ desired: 'active', state: 'blocked' })).to.deep.equal(['deactivate'])
  })

  it('says because of whom a step is necessary', () => {
    const titleOf = (id: string) => id.toUpperCase()
    expect(plan.steps.map((step) => reasonOf(step, titleOf))).to.deep.equal(['because it requires CLIENTS', null])
    const step = { action: 'activate', plugin: 'clients', because: 'booking' } as const
    expect(reasonOf(step, titleOf)).to.equal('because BOOKING requires it')
  })

  it('knows who did not end where the plan was to bring them', () => {
    const plugins = [status('booking', 'deactivating'), status('clients', 'failed')]
    expect(leftBehind({ ...plan, plugins }).map(({ id }) => id)).to.deep.equal(['clients'])
    expect(leftBehind(plan)).to.deep.equal([])
    expect(doneMessage(plan, 'Clients')).to.equal('Clients and 1 more deactivated')
  })

  it('writes a place as editors and terminals take it', () => {
    expect(placeText({ file: 'src/index.ts', line: 12, column: 5 })).to.equal('src/index.ts:12:5')
    expect(placeText({ file: 'package.json', pointer: '/atrium/id' })).to.equal('package.json /atrium/id')
    expect(placeText({ document: 'items-list' })).to.equal('items-list')
    expect(placeText({})).to.equal(null)
    expect(placeText(undefined)).to.equal(null)
  })
})
