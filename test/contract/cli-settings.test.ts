import path from 'node:path'
import { expect } from 'chai'
import { startTestHost, type TestHost } from '../../host/testing/index.ts'
import { createPluginDirectory, packageJson, type PluginDirectory } from '../helpers/plugin-directory.ts'
import { runAtrium } from '../helpers/run-atrium.ts'

const SETTINGS = {
  type: 'object',
  additionalProperties: false,
  properties: {
    greeting: { type: 'string', default: 'Hello', description: 'How letters begin' },
    copies: { type: 'integer', minimum: 1, default: 1 },
    languages: { type: 'array', items: { type: 'string' } },
    password: { type: 'string', writeOnly: true, title: 'Password' },
    server: { type: 'object', additionalProperties: false, properties: { port: { type: 'integer' } } },
    sender: {
      type: 'object',
      default: {},
      properties: {
        name: { type: 'string', default: 'Office' },
        key: { type: 'string', writeOnly: true, default: 'k' },
      },
    },
  },
}

const SOURCE = `
export const register_routes = (routes, { settings }) => routes.get('/letters', {}, () => ({ ...settings }))
export const setup = ({ settings }) => { if (settings.greeting === 'Boo') throw new Error('Nobody begins so.') }
`

describe('atrium settings', () => {
  let host: TestHost
  let plugin: PluginDirectory
  before(async () => {
    const atrium = { id: 'post', title: 'Post', settings: SETTINGS }
    const files = { 'package.json': packageJson({ atrium }), 'src/index.ts': SOURCE }
    plugin = await createPluginDirectory(files, { name: 'post' })
    host = await startTestHost({ plugins: [plugin.directory], settings: { post: { copies: 2 } } })
  })
  after(async () => {
    await host.close()
    await plugin[Symbol.asyncDispose]()
  })

  const run = (args: readonly string[], input?: string) =>
    runAtrium(['settings', ...args], { cwd: path.dirname(host.dataDir), ...(input !== undefined && { input }) })
  const inForce = async () => (await host.request('/api/v1/post/letters')).json() as Promise<Record<string, unknown>>

  it('lists what is in force, masks secrets, and says which have no value', async () => {
    expect((await run(['list', 'post'])).stdout).to.match(/password +Password/)
    await run(['set', 'post', 'password'], 'hunter2\n')
    expect(await inForce()).to.include({ greeting: 'Hello', copies: 2, password: 'hunter2' })
    const { stdout } = await run(['list', 'post'])
    expect(stdout)
      .to.match(/greeting +Hello +How letters begin/)
      .and.match(/copies +2/)
      .and.match(/password +\(secret\)/)
    const list = await run(['list', 'post', '--json'])
    expect(stdout + list.stdout).to.not.include('hunter2')
    expect(list.json<object[]>()).to.deep.include({
      ...{ name: 'password', secret: true, is_set: true },
      description: 'Password',
    })
  })

  it('shows the defaults of the members of an object, beside those that are set', async () => {
    const shown = async (name: string) => (await run(['get', 'post', name])).stdout
    expect([await shown('sender'), await shown('sender.name')]).to.deep.equal(['{"name":"Office"}\n', 'Office\n'])
    expect(await inForce()).to.deep.include({ sender: { name: 'Office', key: 'k' } })
    await run(['set', 'post', 'sender.name', 'Desk'])
    expect(await shown('sender')).to.equal('{"name":"Desk"}\n')
    await run(['unset', 'post', 'sender.name'])
    expect(await shown('sender')).to.equal('{"name":"Office"}\n')
  })

  it('sets texts, JSON and members of objects, and restores what is configured', async () => {
    expect((await run(['set', 'post', 'greeting', '007'])).stdout).to.equal('post.greeting is 007.\n')
    await run(['set', 'post', 'copies', '5'])
    await run(['set', 'post', 'languages'], '["de","en"]')
    await run(['set', 'post', 'server.port', '25'])
    const after = { greeting: '007', copies: 5, languages: ['de', 'en'], server: { port: 25 } }
    expect(await inForce()).to.deep.include(after)
    expect((await run(['get', 'post', 'server.port', '--json'])).json()).to.deep.equal({
      name: 'server.port',
      value: 25,
    })
    expect((await run(['get', 'post', 'languages'])).stdout).to.equal('["de","en"]\n')
    await run(['unset', 'post', 'greeting'])
    expect((await run(['unset', 'post', 'copies'])).stdout).to.equal('post.copies is 2.\n')
    expect(await inForce()).to.include({ greeting: 'Hello', copies: 2, password: 'hunter2' })
  })

  const REFUSED: [string, readonly string[], string | undefined, RegExp][] = [
    ['a secret as an argument', ['set', 'post', 'password', 'mine'], undefined, /is secret.*standard input/s],
    [
      'an unknown setting',
      ['set', 'post', 'greetin', 'Hi'],
      undefined,
      /no setting \[greetin\]\. Did you mean \[greeting\]/,
    ],
    ['an unknown member', ['get', 'post', 'server.prot'], undefined, /no setting \[server\.prot\].*port/],
    ['an unknown plugin', ['list', 'pots'], undefined, /no plugin \[pots\]\. Did you mean \[post\]/],
    ['what is no JSON', ['set', 'post', 'copies', 'many'], undefined, /not a text.*JSON/s],
    ['what the schema refuses', ['set', 'post', 'copies', '0'], undefined, /\[copies\]: At least 1/],
    ['no value', ['set', 'post', 'copies'], '', /no value for \[copies\].*standard input/s],
  ]
  for (const [what, args, input, message] of REFUSED)
    it(`refuses ${what}, and changes nothing`, async () => {
      const before = await inForce()
      const { code, stdout, stderr } = await run(args, input)
      expect([code, stdout]).to.deep.equal([1, ''])
      expect(stderr).to.match(message)
      expect(await inForce()).to.deep.equal(before)
    })

  it('says that a plugin cannot be loaded with a setting', async () => {
    const { code, stdout } = await run(['set', 'post', 'greeting', 'Boo'])
    expect(code).to.equal(1)
    expect(stdout).to.include('post.greeting is Boo.').and.include('Nobody begins so.')
    expect((await run(['unset', 'post', 'greeting'])).code).to.equal(0)
  })

  it('removes a setting that the plugin no longer has', async () => {
    await run(['set', 'post', 'greeting', 'Dear'])
    const { greeting: _, ...properties } = SETTINGS.properties
    const atrium = { id: 'post', title: 'Post', settings: { ...SETTINGS, properties } }
    await plugin.write({ 'package.json': packageJson({ atrium }) })
    await host.request('/api/v1/plugins/post/reload', { method: 'POST' })
    const { stdout } = await run(['unset', 'post', 'greeting'])
    expect(stdout).to.equal('post.greeting is not set.\n')
    expect(await inForce()).to.not.have.property('greeting')
  })
  it('removes members of an object that the plugin no longer has, one by one', async () => {
    const withServer = (members: object) => {
      const server = { ...SETTINGS.properties.server, properties: { port: { type: 'integer' }, ...members } }
      const settings = { ...SETTINGS, properties: { ...SETTINGS.properties, server } }
      return plugin.write({ 'package.json': packageJson({ atrium: { id: 'post', title: 'Post', settings } }) })
    }
    const reload = () => host.request('/api/v1/plugins/post/reload', { method: 'POST' })
    await withServer({ host: { type: 'string' }, retries: { type: 'integer' } })
    await reload()
    for (const [name, value] of Object.entries({ port: '25', host: 'post.example', retries: '3' }))
      expect((await run(['set', 'post', `server.${name}`, value])).code).to.equal(0)
    await withServer({})
    await reload()
    const { stdout, code, stderr } = await run(['unset', 'post', 'server.host'])
    expect(stdout, stderr)
      .to.include('post.server.host is not set.\n')
      .and.include('atrium settings unset post server.retries')
    expect(code).to.equal(1)
    const last = await run(['unset', 'post', 'server.retries'])
    expect({ code: last.code, stdout: last.stdout }).to.deep.equal({
      code: 0,
      stdout: 'post.server.retries is not set.\n',
    })
    expect(await inForce()).to.deep.include({ server: { port: 25 } })
    expect((await run(['unset', 'post', 'server.nothing'])).stderr).to.include('no setting [server.nothing]')
  })
})
