import { mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import type { Dashboard, PanelDocument, Problem } from '@atrium/sdk/documents'
import { readEnvironment } from '../../host/base/config/index.ts'
import { openDatabase } from '../../host/base/db/index.ts'
import { createLogger } from '../../host/base/log/index.ts'
import { examine } from '../../host/cli/doctor/doctor.ts'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import { createPostgresDatabase } from '../helpers/databases.ts'
import { createPluginDirectory, packageJson, type PluginDirectory } from '../helpers/plugin-directory.ts'
import { rejection } from '../helpers/rejection.ts'
import { runAtrium } from '../helpers/run-atrium.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { openSocket } from '../helpers/test-socket.ts'
import { until } from '../helpers/until.ts'
import { type Answer, type Init, read } from './template-host.ts'

interface ListedHost {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly version: string
  readonly node: string
  readonly seen_at: string
  readonly drift: readonly { readonly code: string; readonly message: string }[]
  readonly plugins: readonly { readonly id: string; readonly state: string; readonly content?: string }[]
}

const KEY = { secretKeys: [Buffer.alloc(32, 7)] }
const fleet = (text: string) => ({
  'package.json': packageJson({ atrium: { id: 'fleet', title: 'Fleet' } }),
  'src/index.ts': `
import { Type } from '@atrium/sdk'
import { text } from 'node:stream/consumers'
let publish
export function register_routes(routes, { files }) {
  routes.get('/text', {}, () => '${text}')
  routes.post('/files', { transaction: false }, () => files.put('text'))
  routes.get('/files/{key}', {}, async ({ params }) => ({ text: await text(await files.open(params.key)) }))
  routes.post('/say', { transaction: false }, () => {
    for (let n = 1; n <= 50; n += 1) publish('room', { type: 'said', payload: { n, text: 'ü😀'.repeat(n === 20 ? 100_000 : 1) } })
    publish('room', { type: 'here', payload: {} }, { this_host_only: true })
    publish('room', { type: 'last', payload: {} })
  })
}
export function register_channels(channels) {
  publish = channels.publish
  channels.namespace('fleet', { 'fleet.join': { payload: Type.Object({}), permission: 'fleet.room.join' } }, (_, { connection, reply }) => {
    connection.subscribe('room')
    reply('joined', {})
  })
}
`,
})

const ask = async <Body = Problem>(host: TestHost, to: string, init?: Init): Promise<Answer<Body>> =>
  read(await host.request(`/api/v1${to}`, init))
const listOn = async (host: TestHost, query = '') => (await ask<ListedHost[]>(host, `/platform/hosts${query}`)).body

describe('Several hosts on one PostgreSQL', () => {
  let databaseUrl: string
  let here: TestHost
  let there: TestHost
  let plugins: PluginDirectory[]
  let folders: Awaited<ReturnType<typeof createTestDirectory>>[]
  const logged: { readonly msg: string }[] = []

  before('start two', async () => {
    databaseUrl = await createPostgresDatabase()
    plugins = [await createPluginDirectory(fleet('one')), await createPluginDirectory(fleet('one'))]
    const write = (line: string) => void logged.push(JSON.parse(line) as { msg: string })
    const log = await createLogger({ level: 'info', pretty: false, stream: { write } })
    folders = [await createTestDirectory(), await createTestDirectory()]
    const [one, two] = folders.map(({ directory }) => path.join(directory, 'data'))
    // They share the folder of files, as hosts with a network drive do.
    await mkdir(path.join(one!, 'files'), { recursive: true })
    await mkdir(two!)
    await symlink(path.join(one!, 'files'), path.join(two!, 'files'))
    here = await startTestHost({ ...KEY, databaseUrl, plugins: [plugins[0]!.directory], dataDir: one! })
    there = await startTestHost({ ...KEY, databaseUrl, plugins: [plugins[1]!.directory], dataDir: two!, log })
  })
  after('close them', async () => {
    await here.close()
    await there.close()
    for (const plugin of plugins) await plugin[Symbol.asyncDispose]()
    for (const folder of folders) await folder.remove()
  })

  const nameOf = ({ url }: TestHost) => new RegExp(`:${new URL(url).port}$`)
  const row = async (host: TestHost, seenFrom = here) =>
    (await listOn(seenFrom)).find(({ name }) => nameOf(host).test(name))

  it('list each other, and are alike', async () => {
    const hosts = await listOn(there)
    expect(hosts.map(({ state, drift }) => ({ state, drift }))).to.deep.equal([
      { state: 'running', drift: [] },
      { state: 'running', drift: [] },
    ])
    const [one, two] = hosts
    expect(one).to.include({ node: process.versions.node })
    expect(one?.plugins[0]).to.include({ id: 'fleet', state: 'active' })
    expect(one?.plugins[0]?.content).to.be.a('string').and.equal(two?.plugins[0]?.content)
  })

  it('are found by state and name; what cannot be asked is refused', async () => {
    expect(await listOn(here, '?state=gone')).to.deep.equal([])
    expect(await listOn(here, `?q=${new URL(there.url).port}`)).to.have.lengthOf(1)
    const { status, body } = await ask(here, '/platform/hosts?colour=red')
    expect([status, body.code]).to.deep.equal([400, 'query_unknown'])
    expect((await ask(here, '/platform/hosts/nobody')).status).to.equal(404)
    expect((await ask(here, '/platform/hosts', { method: 'POST', json: {} })).status).to.equal(405)
  })

  it('are shown to those who may see them, in the administration and on the command line', async () => {
    const { body } = await ask<PanelDocument>(here, '/panels/admin')
    expect(body.navigation.flatMap(({ items }) => items.map(({ path }) => path))).to.include('/admin/hosts')
    const screen = await ask<Dashboard>(here, '/ui/dashboards/platform-hosts-list')
    expect(screen.body.widgets[0]).to.include({ kind: 'table' })
    const nobody = await ask(here, '/platform/hosts', { headers: { authorization: '' } })
    expect(nobody.status).to.equal(401)
    const cwd = path.dirname(here.dataDir)
    expect((await runAtrium(['hosts'], { cwd })).stdout).to.match(/:\d+ +http.* running .* 1 of 1 /)
  })

  it('say how they differ, as soon as they do, and log it once', async () => {
    await plugins[1]!.write(fleet('two'))
    await ask(there, '/plugins/fleet/reload', { method: 'POST' })
    const message = await until('the difference', async () => (await row(there))?.drift[0]?.message)
    expect(message).to.match(/^The plugin \[fleet\] has the version \[.*\] here and on \[.*\], but other files\.$/)
    expect((await row(here))?.drift).to.have.lengthOf(1)
    await until('the log', () => logged.some(({ msg }) => msg.includes('but other files')))
    await plugins[1]!.write(fleet('one'))
    await ask(there, '/plugins/fleet/reload', { method: 'POST' })
    await until('they are alike', async () => (await row(there))?.drift.length === 0)
    expect(logged.filter(({ msg }) => msg.includes('but other files'))).to.have.lengthOf(1)
  })

  describe('reload a plugin everywhere', () => {
    interface Reloaded {
      readonly complete: boolean
      readonly hosts: readonly { host: string; outcome: string; content?: string; reason?: string }[]
    }
    const write = (text: string, on = plugins) => Promise.all(on.map((plugin) => plugin.write(fleet(text))))
    const reload = async () => (await ask<Reloaded>(here, '/platform/plugins/fleet/reload', { method: 'POST' })).body
    const textOn = async (host: TestHost) => (await ask<string>(host, '/fleet/text')).body
    const outcomes = ({ hosts }: Reloaded) => hosts.map(({ outcome }) => outcome)
    after(async () => {
      await write('one')
      expect((await reload()).complete).to.equal(true)
      await until('they are alike', async () => (await row(there))?.drift.length === 0)
    })

    it('first on the host that is asked, then on the others', async () => {
      await write('two')
      const reloaded = await reload()
      expect([reloaded.complete, outcomes(reloaded)]).to.deep.equal([true, ['reloaded', 'reloaded']])
      const [first, second] = reloaded.hosts
      expect(first?.host).to.match(nameOf(here))
      expect(second?.content).to.be.a('string').and.equal(first?.content)
      expect([await textOn(here), await textOn(there)]).to.deep.equal(['two', 'two'])
    })

    it('on no other host if it fails on the first, which says why', async () => {
      await write('three')
      await plugins[0]!.write({ 'src/index.ts': 'export const register_routes = () => { throw new Error("Broken.") }' })
      const reloaded = await reload()
      expect([reloaded.complete, outcomes(reloaded)]).to.deep.equal([false, ['failed', 'not_asked']])
      expect(reloaded.hosts[0]?.reason).to.include('Broken.')
      expect([await textOn(here), await textOn(there)]).to.deep.equal(['two', 'two'])
      const seen = await until('the difference', async () => (await row(here))?.drift[0]?.message)
      expect(seen).to.match(/^The plugin \[fleet\] is \[failed\] here and \[active\] on /)
    })

    it('and say on which host it failed after the first, on the command line, too', async () => {
      await write('four', plugins.slice(0, 1))
      await plugins[1]!.write({ 'src/index.ts': 'export const register_routes = () => { throw new Error("Broken.") }' })
      const run = await runAtrium(['plugins', 'reload', 'fleet', '--all-hosts'], { cwd: path.dirname(here.dataDir) })
      expect(run.code).to.equal(1)
      expect(run.stdout)
        .to.match(/ reloaded /)
        .and.match(/ failed .*It is \[failed\] there: atrium plugins show fleet --url http/)
      expect([await textOn(here), await textOn(there)]).to.deep.equal(['four', 'two'])
      await until('the difference', async () => ((await row(there))?.drift.length ?? 0) > 0)
    })

    it('and refuse what is not there', async () => {
      const { status, body } = await ask(here, '/platform/plugins/nobody/reload', { method: 'POST' })
      expect([status, body.code]).to.deep.equal([404, 'plugin_not_found'])
    })
  })

  it('publish to the subscribers of each other, large frames too, once and in order, to those who may hear it', async () => {
    const { body } = await ask<{ id: string }>(here, '/platform/users', {
      method: 'POST',
      json: { name: 'Robot', kind: 'service', roles: ['operator'] },
    })
    const tokenFor = async (permissions: readonly string[]) => {
      const json = { name: 'test', user_id: body.id, permissions }
      return (await ask<{ id: string; secret: string }>(here, '/platform/tokens', { method: 'POST', json })).body
    }
    const join = async (host: TestHost, { secret }: { secret: string }) => {
      const address = `${host.url.replace('http', 'ws')}/api/v1/ws`
      const socket = await openSocket(address, { headers: { authorization: `Bearer ${secret}` } })
      const answer = await socket.ask({ namespace: 'fleet', type: 'fleet.join', payload: {} })
      return { ...socket, answer }
    }
    const robot = await tokenFor(['*'])
    const sockets = [await join(here, robot), await join(there, robot)]
    const outsider = await join(there, await tokenFor(['platform.shell.view']))
    expect(outsider.answer.type).to.equal('error')
    expect((await ask(here, '/fleet/say', { method: 'POST' })).status).to.equal(204)
    for (const [at, socket] of sockets.entries()) {
      await socket.frame('last')
      const said = socket.frames.filter(({ type }) => type === 'said')
      expect(said.map(({ payload }) => payload['n'])).to.deep.equal(Array.from({ length: 50 }, (_, index) => index + 1))
      expect(said[19]?.payload['text']).to.equal('ü😀'.repeat(100_000))
      expect(socket.frames.filter(({ type }) => type === 'last')).to.have.lengthOf(1)
      expect(socket.frames.filter(({ type }) => type === 'here')).to.have.lengthOf(at === 0 ? 1 : 0)
    }
    expect(outsider.frames).to.deep.equal([outsider.answer])
    for (const { socket } of [...sockets, outsider]) socket.close()
  })

  it('are gone after silence and forgotten after a day; a host with other files says so, and leaves the list when it ends', async () => {
    const database = await openDatabase({ dataDir: '', url: databaseUrl })
    const silent = (id: string, since: string) => ({
      ...{ id, name: `${id}:1`, address: 'http://127.0.0.1:1', version: '0.0.1', node: '24.0.0' },
      ...{ started_at: since, seen_at: since, is_ready: true, keys: '["other"]', plugins: '[]' },
    })
    const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
    try {
      await database
        .knex('platform_hosts')
        .insert([silent('minutes', ago(300_000)), silent('days', ago(2 * 86_400_000))])
      const { body: stored } = await ask<{ key: string }>(here, '/fleet/files', { method: 'POST' })
      expect((await ask(there, `/fleet/files/${stored.key}`)).body).to.deep.equal({ text: 'text' })
      const third = await startTestHost({ ...KEY, databaseUrl, plugins: [plugins[0]!.directory] })
      const hosts = await listOn(here)
      expect(hosts.map(({ name, state }) => (state === 'gone' ? name : state)).sort()).to.deep.equal([
        ...['minutes:1', 'running', 'running', 'running'],
      ])
      expect(hosts.find(({ state }) => state === 'gone')?.drift).to.deep.equal([])
      // The third host has a folder of its own.
      const [apart] = (await row(third, third))?.drift ?? []
      expect(apart?.code).to.equal('files_apart')
      const names = [await row(here), await row(there)].map((host) => `[${host?.name}]`)
      for (const name of names) expect(apart?.message).to.include(name)
      const looked = await ask(third, `/fleet/files/${stored.key}`)
      expect([looked.status, looked.body.code]).to.deep.equal([503, 'files_apart'])
      for (const name of names) expect(looked.body.detail).to.include(name)
      const kept = await ask(third, '/fleet/files', { method: 'POST' })
      expect([kept.status, kept.body.code]).to.deep.equal([503, 'files_apart'])
      const doctor = await examine(readEnvironment({ ATRIUM_DATA_DIR: third.dataDir, DATABASE_URL: databaseUrl }), {
        isProduction: true,
      })
      expect(doctor.findings.map(({ code }) => code)).to.include('files_apart')
      await third.close()
      expect(await listOn(here)).to.have.lengthOf(3)
    } finally {
      await database.knex('platform_hosts').whereIn('id', ['minutes', 'days']).delete()
      await database.close()
    }
  })

  it('refuse a host of an older version, which changes nothing', async () => {
    const database = await openDatabase({ dataDir: '', url: databaseUrl })
    try {
      const { id = '', name = '' } = (await row(there)) ?? {}
      const { version } = (await row(here)) ?? {}
      await database.knex('platform_hosts').where({ id }).update({ version: '99.0.0' })
      const joining = startTestHost({ databaseUrl })
      void joining.then(
        (host) => host.close(),
        () => undefined,
      )
      const error = await rejection(joining)
      expect(error).to.include({ name: 'DatabaseError', code: 'host_older' })
      expect(error.message).to.include(`[${name}] with [99.0.0]`).and.include('Nothing was changed')
      expect(await listOn(here)).to.have.lengthOf(2)
      expect((await row(here))?.drift[0]?.message).to.equal(`Atrium is [${version}] here and [99.0.0] on [${name}].`)
      await database.knex('platform_hosts').where({ id }).update({ version })
    } finally {
      await database.close()
    }
  })
})

describe('One host on SQLite', () => {
  it('lists itself', async () => {
    const host = await startTestHost()
    try {
      const hosts = await listOn(host)
      expect(hosts.map(({ state, drift }) => ({ state, drift }))).to.deep.equal([{ state: 'running', drift: [] }])
    } finally {
      await host.close()
    }
  })
})
