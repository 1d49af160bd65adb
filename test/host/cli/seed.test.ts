import { expect } from 'chai'
import path from 'node:path'
import { showSeeds } from '../../../host/cli/commands/seed.ts'
import { startTestHost } from '../../../host/testing/index.ts'
import { runAtrium } from '../../helpers/run-atrium.ts'
import { writePlugin } from '../../helpers/seedable-plugin.ts'
import { useProject } from './project.ts'

interface Outcome {
  readonly plugin: string
  readonly outcome: string
}

describe('atrium seed', () => {
  const project = useProject()
  const { atrium, write } = project

  before('write plugins', async () => {
    for (const id of ['vans', 'drivers', 'broken', 'bare'])
      await writePlugin(path.join(project.directory, 'plugins'), id)
    await write({
      'panels.config.json': {
        panels: [{ id: 'operations', title: 'Operations' }],
        plugins: { active: ['bare', 'drivers', 'vans'] },
      },
    })
  })

  it('fills the active plugins while no host runs, required plugins first, and prints the row counts', async () => {
    const { code, stdout, stderr } = await atrium(['seed', '--scale', '0.5'])
    expect(stderr).to.equal('')
    expect(stdout).to.equal(
      [
        'PLUGIN   TABLE            ROWS',
        'vans     vans_seats          0',
        '         vans_vans          10',
        'drivers  drivers_drivers    10',
        '',
      ].join('\n'),
    )
    expect(code).to.equal(0)
  })

  it('adds nothing a second time', async () => {
    const { code, json } = await atrium(['seed', '--json'])
    expect(json<Outcome[]>()).to.deep.equal([
      { plugin: 'vans', outcome: 'kept', rows: { vans_seats: 0, vans_vans: 10 } },
      { plugin: 'drivers', outcome: 'kept', rows: { drivers_drivers: 10 } },
    ])
    expect(code).to.equal(0)
  })

  it('fills one plugin and the plugins it requires', async () => {
    const seeded = async (id: string) => (await atrium(['seed', id, '--json'])).json<Outcome[]>()
    expect((await seeded('drivers')).map(({ plugin }) => plugin)).to.deep.equal(['vans', 'drivers'])
    expect(await seeded('bare')).to.deep.equal([{ plugin: 'bare', outcome: 'no_seed', rows: {} }])
  })

  it('is refused for an unknown plugin, an inactive plugin or an invalid number', async () => {
    const unknown = await atrium(['seed', 'van'])
    expect(unknown.stderr).to.include('There is no plugin [van]. Did you mean [vans]?')
    const idle = await atrium(['seed', 'broken'])
    expect(idle.stderr).to.include('[broken] is not active')
    const number = await atrium(['seed', '--seed', 'x'])
    expect([unknown.code, idle.code, number.code]).to.deep.equal([1, 1, 2])
  })

  it('is refused in production, except with --in-production', async () => {
    const env = { NODE_ENV: 'production', ATRIUM_DATA_DIR: path.join(project.directory, 'elsewhere') }
    const refused = await atrium(['seed', 'vans'], { env })
    expect(refused.stderr).to.include('runs in production')
    const allowed = await atrium(['seed', 'vans', '--in-production', '--json'], { env })
    expect(allowed.json<Outcome[]>()[0]?.outcome).to.equal('seeded')
    expect([refused.code, allowed.code]).to.deep.equal([1, 0])
  })

  it('uses the running host', async () => {
    const plugins = ['vans'].map((id) => path.join(project.directory, 'plugins', id))
    const host = await startTestHost({ plugins, development: true })
    try {
      const { json } = await runAtrium(['seed', '--json'], {
        cwd: project.directory,
        env: { ATRIUM_DATA_DIR: host.dataDir },
      })
      expect(json<Outcome[]>()).to.deep.equal([
        { plugin: 'vans', outcome: 'seeded', rows: { vans_seats: 0, vans_vans: 20 } },
      ])
      expect(await (await host.request('/api/v1/vans/vans')).json()).to.have.lengthOf(20)
    } finally {
      await host.close()
    }
  })
})

describe('The result of seed', () => {
  it('shows the rows of each table, and why nothing was added', () => {
    const kept = { plugin: 'vans', outcome: 'kept', rows: { vans_vans: 1_200 } } as const
    const none = { plugin: 'bare', outcome: 'no_seed', rows: {} } as const
    expect(showSeeds([kept, none])).to.equal(
      [
        'PLUGIN  TABLE       ROWS',
        'vans    vans_vans  1,200',
        '[vans] already has rows; nothing was added. To start over: atrium plugins reset vans',
        '[bare] has no example data.',
      ].join('\n'),
    )
    expect(showSeeds([none])).to.equal('[bare] has no example data.')
  })
})
