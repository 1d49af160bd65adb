import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { PluginStatus } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { findFreePort } from '../helpers/find-free-port.ts'
import { installHost, megabytesOf, setWritable } from '../helpers/installed-host.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { until } from '../helpers/until.ts'

const TOKEN = 'a-token-for-tests-that-may-do-everything'
/** As root, files cannot be made read-only, so the host then runs as nobody. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

describe('A host that npm has installed from its packages, in an empty folder', () => {
  /** With the packages, read-only; where the operator works; and with the data. */
  const folders = { code: '', work: '', data: '' }
  let remove = () => Promise.resolve()
  let environment: Record<string, string> = {}
  let url = ''
  let host: ChildProcess
  let printed = ''

  before('install it', async () => {
    const made = await createTestDirectory()
    remove = made.remove
    chmodSync(made.directory, 0o755)
    for (const name of ['code', 'work', 'data'] as const) mkdirSync((folders[name] = join(made.directory, name)))
    await installHost(folders.code)
    setWritable(folders.code, false)
    const { uid, gid } = OTHER_USER
    if (uid !== undefined) for (const name of ['work', 'data'] as const) chownSync(folders[name], uid, gid)
    const port = String(await findFreePort())
    url = `http://127.0.0.1:${port}`
    const { PATH = '' } = process.env
    environment = {
      ...{ PATH, PORT: port, HOME: folders.data, ATRIUM_DATA_DIR: join(folders.data, 'atrium') },
      ...{ ATRIUM_ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'warn' },
    }
  })
  before('start it', async () => {
    host = atrium('start')
    host.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    host.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    const state = () => (host.exitCode === null ? ask('/readyz').catch(() => undefined) : { status: 'ended' })
    const { status } = await until('the host', async () => {
      const answer = await state()
      return answer?.status === 503 ? undefined : answer
    })
    expect(status, printed).to.equal(200)
  })
  after(async () => {
    if (host.exitCode === null && host.kill()) await once(host, 'exit')
    setWritable(folders.code, true)
    await remove()
  })

  /** As `npx atrium` in the operator's folder. */
  function atrium(...args: string[]): ChildProcess {
    const installed = join(folders.code, 'node_modules/@atrium/host')
    const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { bin: { atrium: string } }
    const options = { cwd: folders.work, env: environment, ...OTHER_USER } as const
    return spawn(process.execPath, [join(installed, bin.atrium), ...args], {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  async function run(...args: string[]): Promise<string> {
    const child = atrium(...args)
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      once(child, 'close') as Promise<[number | null]>,
    ])
    expect(code, output + errors).to.equal(0)
    return output
  }

  const ask = (path: string) => fetch(url + path, { headers: { authorization: `Bearer ${TOKEN}` } })
  const status = async () => (await (await ask('/api/v1/plugins/fleet')).json()) as PluginStatus
  const generationAfter = (former: number) =>
    until('another generation', async () => {
      const { generation = 0 } = await status()
      return generation > former ? generation : undefined
    })

  it('takes at most 150 MB, without React, Mantine and icons', () => {
    expect(megabytesOf(folders.code)).to.be.below(150)
    const installed = readdirSync(join(folders.code, 'node_modules'))
    expect(installed).to.include('koa').and.not.include.members(['react', '@mantine', '@tabler', 'vite', 'typescript'])
  })

  it('serves the shell and the documentation', async () => {
    const page = await ask('/')
    expect(page.status).to.equal(200)
    const [script = ''] = /\/assets\/[^"]+\.js/.exec(await page.text()) ?? []
    for (const path of [script, '/docs', '/docs/swagger-ui-bundle.js'])
      expect((await ask(path)).status, path).to.equal(200)
  })

  it('says where people sign in', () => expect(printed).to.match(/Sign in\s+\S*http:\S+#token=/))

  it('serves a plugin that `atrium plugins create` makes, and each version that is saved', async () => {
    const output = await run('plugins', 'create', 'fleet', '--activate')
    expect(output).to.include('Created')
    expect(output).to.include('npx mocha').and.not.include('npm test')
    const first = await generationAfter(0)
    expect((await ask('/api/v1/fleet/items')).status).to.equal(200)
    const source = join(folders.work, 'plugins/fleet/src/index.ts')
    await appendFile(source, '\nexport const saved = true\n')
    await generationAfter(first)
    expect(await readFile(source, 'utf8')).to.not.match(/template/i)
  })

  it('writes nothing beside its data and what it was asked to create', () => {
    expect(readdirSync(folders.work)).to.deep.equal(['plugins'])
    expect(readdirSync(folders.data)).to.include('atrium')
  })

  it('takes panels.config.json as soon as there is one', async () => {
    const panels = [{ id: 'operations', title: 'Our works' }]
    await writeFile(join(folders.work, 'panels.config.json'), JSON.stringify({ panels }))
    await until('the panel', async () => (await (await ask('/api/v1/panels')).text()).includes('"Our works"'))
  })
})
