import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import { readHostFile } from '../../host/base/config/index.ts'
import { root } from '../../host/launch/root.mjs'
import { runAtrium } from '../helpers/run-atrium.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { until } from '../helpers/until.ts'

describe('npx atrium start', () => {
  let dataDir: string
  let env: Record<string, string>
  let host: ChildProcess | undefined
  let remove: () => Promise<void>

  before(async () => {
    const made = await createTestDirectory()
    remove = made.remove
    dataDir = path.join(made.directory, 'data')
    env = { ATRIUM_DATA_DIR: dataDir, ATRIUM_PLUGINS: path.join(made.directory, 'plugins'), PORT: '0' }
    await mkdir(env.ATRIUM_PLUGINS!)
  })
  afterEach(() => void host?.kill('SIGKILL'))
  after(() => remove())

  /** Starts a host in a folder of the repository and waits for its file, however long the build takes. */
  async function start(): Promise<{ exit: Promise<unknown[]>; child: ChildProcess }> {
    const child = spawn(process.execPath, [path.join(root, 'host/launch/atrium.cjs'), 'start'], {
      cwd: path.join(root, 'plugins'),
      env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'silent', ...env },
      stdio: 'ignore',
    })
    host = child
    await until('host.json', async () => (await readHostFile(dataDir))?.pid === child.pid, { within: 150_000 })
    return { exit: once(child, 'exit'), child }
  }
  const list = () => runAtrium(['plugins', 'list'], { byBin: true, cwd: root, env })

  it('starts the host that the other commands find, until it is stopped', async () => {
    const { exit, child } = await start()
    // A busy host may answer too late to be found.
    await until('the list of the running host', async () => {
      const { code, stderr } = await list()
      return code === 0 && stderr === ''
    })
    child.kill('SIGTERM')
    expect(await exit).to.deep.equal([0, null])
    expect(await readHostFile(dataDir)).to.equal(undefined)
    expect((await list()).stderr).to.include('No host is running')
  })

  it('is not found after it was killed, although its file remains', async () => {
    const { exit, child } = await start()
    child.kill('SIGKILL')
    await exit
    expect(await readHostFile(dataDir)).to.include({ pid: child.pid })
    const { code, stderr } = await list()
    expect(stderr).to.include('No host is running')
    expect(code).to.equal(0)
  })
})
