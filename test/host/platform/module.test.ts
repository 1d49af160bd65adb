import path from 'node:path'
import { expect } from 'chai'
import type { Dashboard, PanelDocument, Problem } from '@atrium/sdk/documents'
import { type Answer, type Init, read } from '../../contract/template-host.ts'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { createPlatformDatabase } from '../../helpers/platform-database.ts'
import { createPluginDirectory, packageJson } from '../../helpers/plugin-directory.ts'
import { until } from '../../helpers/until.ts'
import { runAtrium } from '../../helpers/run-atrium.ts'

const POST = `
export function register_routes(routes, { jobs }) {
  routes.post('/letters', {}, () => jobs.add('send', {}, { attempts: 1 }))
  routes.post('/weigh', {}, () => jobs.add('weigh-letter'))
  routes.post('/later', {}, () => jobs.add('send', {}, { run_at: new Date(Date.now() + 3_600_000) }))
}
export function setup({ jobs }) {
  jobs.handle('send', () => { throw new Error('No stamps.') }, { title: 'Post a letter' })
  jobs.handle('weigh-letter', () => {})
}
`

interface Job {
  readonly id: number
  readonly state: string
  readonly attempt: number
  readonly error?: string
  readonly name: string
  readonly title: string
}

function suite(database: () => Promise<{ databaseUrl?: string }>) {
  let host: TestHost
  let plugin: Awaited<ReturnType<typeof createPluginDirectory>>
  const ask = async <Body = Problem>(to: string, init?: Init): Promise<Answer<Body>> =>
    read(await host.request(`/api/v1${to}`, init))
  const jobs = async (query: string) => (await ask<Job[]>(`/platform/jobs?${query}`)).body

  before('start a host', async () => {
    plugin = await createPluginDirectory(
      { 'package.json': packageJson({ atrium: { id: 'post', title: 'Post' } }), 'src/index.ts': POST },
      { name: 'post' },
    )
    host = await startTestHost({ ...(await database()), plugins: [plugin.directory] })
  })
  after('close the host', async () => {
    await host.close()
    await plugin[Symbol.asyncDispose]()
  })

  it('has its screens in the panel [admin]', async () => {
    const { body } = await ask<PanelDocument>('/panels/admin')
    const items = body.navigation.flatMap(({ items }) => items.map(({ path }) => path))
    expect(items).to.include.members(['/admin/sessions', '/admin/jobs', '/admin/plugins'])
  })

  it('lists the sessions, without their secrets, and ends one', async () => {
    const [, token] = (host.signInLink ?? '').split('#token=')
    const signedIn = await host.request('/api/v1/auth/sessions', {
      method: 'POST',
      json: { token },
      headers: {
        authorization: '',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
    })
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { body } = await ask<Record<string, string>[]>('/platform/sessions?q=firefox')
    expect(body).to.have.lengthOf(1)
    const [session] = body
    expect(session).to.include({ person: 'Operator', device: 'Firefox on Linux', address: '127.0.0.1' })
    expect(JSON.stringify(session)).to.not.include('token').and.not.include('hash')

    const me = () => host.request('/api/v1/auth/me', { headers: { authorization: '', cookie } })
    expect((await me()).status).to.equal(200)
    expect((await ask(`/platform/sessions/${session?.id}`, { method: 'DELETE' })).status).to.equal(200)
    expect((await me()).status).to.equal(401)
    expect((await ask(`/platform/sessions/${session?.id}`)).status).to.equal(404)
  })

  it('tells why a job failed, and tries it again', async () => {
    await ask('/post/letters', { method: 'POST' })
    const failed = await until('the job has failed', async () => (await jobs('plugin=post&state=failed'))[0])
    expect(failed).to.include({ attempt: 1, error: 'Error: No stamps.' })
    expect((await ask<Job>(`/platform/jobs/${failed.id}/retry`, { method: 'POST' })).body.state).to.equal('waiting')
    await until('it has failed again', async () => (await jobs(`id=${failed.id}&state=failed`))[0])
    const { body } = await ask(`/platform/jobs/${failed.id}/cancel`, { method: 'POST' })
    expect([body.status, body.code, body.detail]).to.deep.equal([
      409,
      'conflict',
      `The job [${failed.id}] is [failed], so it cannot be cancelled.`,
    ])
  })

  it('calls a job as its handler does, or by the words of its name', async () => {
    await ask('/post/letters', { method: 'POST' })
    await ask('/post/weigh', { method: 'POST' })
    const [sent] = await jobs('name=send')
    const [weighed] = await jobs('name=weigh-letter')
    expect(sent).to.include({ name: 'send', title: 'Post a letter' })
    expect(weighed).to.include({ name: 'weigh-letter', title: 'Weigh letter' })
    expect((await ask<Job>(`/platform/jobs/${sent?.id}`)).body.title).to.equal('Post a letter')
    const screen = await ask<Dashboard>('/ui/dashboards/platform-jobs-list')
    expect(screen.body.widgets[0]).to.deep.include({ kind: 'table' })
    const { columns } = screen.body.widgets[0] as { columns?: { name: string }[] }
    expect(columns?.map(({ name }) => name))
      .to.include('title')
      .and.not.include('name')
  })

  it('has the jobs on the command line, too', async () => {
    const atrium = (...args: string[]) => runAtrium(['jobs', ...args], { cwd: path.dirname(host.dataDir) })
    expect((await atrium('list', '--state', 'failed')).stdout).to.match(/post +send +failed .*Error: No stamps\./)
    const [failed] = await jobs('plugin=post&state=failed')
    const refused = await atrium('cancel', String(failed?.id), '--json')
    expect(refused.json()).to.deep.include({
      error: { code: 'conflict', message: `The job [${failed?.id}] is [failed], so it cannot be cancelled.` },
    })
  })

  it('cancels a job that waits, which can be tried again', async () => {
    await ask('/post/later', { method: 'POST' })
    const [job] = await jobs('plugin=post&state=waiting')
    const change = async (verb: string) =>
      (await ask<Job>(`/platform/jobs/${job?.id}/${verb}`, { method: 'POST' })).body.state
    expect(await change('cancel')).to.equal('cancelled')
    expect(await change('retry')).to.equal('waiting')
  })

  it('leads from the list of plugins to the screen of a plugin', async () => {
    const { body } = await ask<{ id: string; state: string }[]>('/platform/plugins?state=active')
    expect(body.map(({ id, state }) => ({ id, state }))).to.deep.equal([{ id: 'post', state: 'active' }])
    const screen = await ask<Dashboard>('/ui/dashboards/platform-plugins')
    expect(screen.body.widgets[0]).to.include({ kind: 'table', view_path: '/platform/plugins/:id' })
  })

  it('cannot be deactivated', async () => {
    const { status, body } = await ask('/plugins/platform/deactivate', { method: 'POST' })
    expect([status, body.code]).to.deep.equal([404, 'plugin_not_found'])
  })
}

describe("The platform's own module", () => {
  describe('on sqlite3', () => suite(async () => ({})))
  describe('on postgres', () => suite(async () => ({ databaseUrl: await createPlatformDatabase() })))
})
