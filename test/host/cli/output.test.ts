import type { PluginPlan } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { alignTable } from '../../../host/cli/output/text.ts'
import {
  showDiagnostics,
  planSucceeded,
  showPlan,
  showPlugin,
  showPlugins,
  showRuntime,
} from '../../../host/cli/output/show-plugins.ts'
import { pluginStatus } from '../../helpers/plugin-status.ts'

const fix = 'Do something.'

describe('A table', () => {
  it('has aligned columns despite colours, and no trailing spaces', () => {
    const rows = [
      ['\u001b[1mid\u001b[22m', 'state'],
      ['fleet', 'ok', 'x'],
      ['größer', ''],
    ]
    expect(alignTable(rows)).to.equal('\u001b[1mid\u001b[22m      state\nfleet   ok     x\ngrößer')
  })

  it('is empty without rows', () => expect(alignTable([])).to.equal(''))
})

describe('Diagnostics', () => {
  const cases = [
    ['a line of a file', { file: 'src/index.ts', line: 3, column: 7 }, 'src/index.ts:3:7  '],
    ['a file', { file: 'migrations/0001.ts' }, 'migrations/0001.ts  '],
    ['a place in JSON', { file: 'package.json', pointer: '/atrium/id' }, 'package.json#/atrium/id  '],
    ['a document', { document: 'items-list' }, 'items-list  '],
    ['both', { file: 'src/index.ts', line: 3, column: 7, document: 'items-list' }, 'src/index.ts:3:7 items-list  '],
    ['no location', undefined, ''],
  ] as const
  for (const [what, where, place] of cases) {
    it(`show as location: ${what}`, () => {
      const diagnostic = { code: 'load_failed', severity: 'error', message: 'It threw.', where, fix } as const
      expect(showDiagnostics([diagnostic])).to.equal(`${place}error  load_failed  It threw.\n  fix: Do something.`)
    })
  }

  it('show the cause, one diagnostic below the other', () => {
    const warning = { code: 'legacy_dashboards', severity: 'warning', message: 'Old.', cause: 'A file.', fix } as const
    const error = { code: 'load_failed', severity: 'error', message: 'It threw.', fix } as const
    expect(showDiagnostics([warning, error]).split('\n')).to.deep.equal([
      'warning  legacy_dashboards  Old.',
      '  cause: A file.',
      '  fix: Do something.',
      'error  load_failed  It threw.',
      '  fix: Do something.',
    ])
  })
})

describe('Runtime findings', () => {
  const finding = {
    code: 'handler_failed',
    severity: 'error',
    message: 'Error: no vans',
    where: { file: 'src/index.ts', line: 4, column: 43 },
    fix,
    work: 'GET /api/v1/fleet/vans',
    first_at: '2026-11-20T08:00:00.000Z',
    last_at: '2026-11-20T09:00:00.000Z',
  } as const

  it('show the work that fails, how often and when', () => {
    expect(showRuntime({ findings: [{ ...finding, count: 3 }], not_listed: 2 }).split('\n')).to.deep.equal([
      'src/index.ts:4:43  error  handler_failed  GET /api/v1/fleet/vans: Error: no vans',
      '  3 times, from 2026-11-20T08:00:00.000Z to 2026-11-20T09:00:00.000Z',
      '  fix: Do something.',
      'and 2 occurrences of other findings',
    ])
    expect(showRuntime({ findings: [{ ...finding, count: 1 }], not_listed: 0 })).to.contain(
      '\n  once, at 2026-11-20T09',
    )
  })

  it('are empty if nothing goes wrong', () => expect(showRuntime(undefined)).to.equal(''))
})

describe('The vitals of a plugin', () => {
  const since = '2026-11-20T08:00:00.000Z'
  const vitals = { since, requests: 120, errors: 2, p95_ms: 12.5, loop_ms: 340, heap_at_load: 54_200_000 }

  it('are shown with the plugin, and errors in the list', () => {
    expect(showPlugin(pluginStatus('fleet', { vitals })).split('\n').slice(-2)).to.deep.equal([
      'since    2026-11-20T08:00:00.000Z: 120 requests, 2 errors, 95 % within 12.5 ms, 340 ms on the event loop',
      'heap     54.2 MB of the whole host when it was loaded',
    ])
    expect(showPlugins([pluginStatus('fleet', { vitals })])).to.match(/ 2 of 120 requests failed$/)
  })

  it('are short while nobody asks for anything', () => {
    const idle = { since, requests: 0, errors: 0, loop_ms: 0, heap_at_load: 1 }
    expect(showPlugin(pluginStatus('fleet', { vitals: idle }))).to.contain('0 requests, 0 ms on the event loop')
    expect(showPlugins([pluginStatus('fleet', { vitals: idle })])).not.to.contain('failed')
  })
})

describe('A plan', () => {
  const plan = (members: Partial<PluginPlan>): PluginPlan => ({
    action: 'deactivate',
    plugin: 'fleet',
    dry_run: false,
    steps: [{ action: 'deactivate', plugin: 'fleet' }],
    refused: null,
    ...members,
  })

  it('shows the steps in order, with their reasons', () => {
    const steps = [
      { action: 'deactivate', plugin: 'reports', because: 'fleet' },
      { action: 'deactivate', plugin: 'fleet' },
    ] as const
    expect(showPlan(plan({ dry_run: true, steps: [...steps] }))).to.equal(
      'Plan only; nothing was changed.\n  1.  deactivate  reports  because of fleet\n  2.  deactivate  fleet',
    )
  })

  it('says that there is nothing to do', () => {
    expect(showPlan(plan({ steps: [] }))).to.equal('Nothing to do: [fleet] is already in the desired state.')
  })

  it('shows a refusal in terms of the command line', () => {
    const refused = { code: 'plugin_required', message: 'Needed.', fix: 'Or `?cascade=1`.', plugins: ['reports'] }
    const refusal = plan({ dry_run: true, steps: [], refused })
    expect(showPlan(refusal)).to.equal('refused  deactivate fleet: Needed.\n  fix: Or `--cascade`.')
    expect(planSucceeded(refusal)).to.equal(false)
  })

  it('shows the state of each plugin afterwards', () => {
    const serving = pluginStatus('fleet', { generation: 2 })
    expect(showPlan(plan({ plugins: [serving] }))).to.equal('fleet 1.0.0 is active, generation 2')
    const failed = pluginStatus('fleet', { state: 'failed', generation: 2 })
    expect(showPlan(plan({ plugins: [failed] }))).to.equal('fleet 1.0.0 is failed, generation 2 is still served')
  })

  const outcomes = [
    ['activate', { state: 'active' }, true],
    ['activate', { state: 'failed' }, false],
    ['activate', { state: 'blocked' }, false],
    ['reload', { state: 'failed', generation: 1 }, false],
    ['deactivate', { desired: 'inactive', state: 'deactivating' }, true],
    ['deactivate', undefined, true],
  ] as const
  for (const [action, members, succeeded] of outcomes) {
    it(`has ${succeeded ? '' : 'not '}succeeded if ${action} leads to ${members?.state ?? 'no plugin at all'}`, () => {
      const steps = [{ action, plugin: 'fleet' }]
      const done = plan({ action, steps, plugins: members === undefined ? [] : [pluginStatus('fleet', members)] })
      expect(planSucceeded(done)).to.equal(succeeded)
    })
  }
})
