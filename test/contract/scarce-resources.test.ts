import { expect } from 'chai'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hostScript } from '../helpers/host-script.ts'
import { type LastingConnection, openLastingConnection } from '../helpers/lasting-connection.ts'
import { canLimitProcesses, limitsOf, type ProcessLimits } from '../helpers/process-limits.ts'
import { type Child, runChild } from '../helpers/run-child.ts'
import { until } from '../helpers/until.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PLUGINS = ['template', 'clients'].map((name) => path.join(ROOT, 'plugins', name))
const MEGABYTE = 1024 * 1024
const DESCRIPTORS = 256
/** Milliseconds. A connection that came before the host gave up its spare descriptors may never be answered. */
const PATIENCE = 2_000
/** Longer than the time between two looks of the host at its spare descriptors. */
const SPARE_LOOK = 300
const JSON_TYPE = { 'content-type': 'application/json' }

/** On SIGUSR2, takes every descriptor that is free, and unless `once` every one that becomes free; on the next one, gives them back. */
const takeDescriptors = ({ once }: { once: boolean }) => `
  import { closeSync, openSync } from 'node:fs'
  const taken = []
  let timer
  const take = () => {
    try {
      for (;;) taken.push(openSync('/dev/null'))
    } catch {}
  }
  process.on('SIGUSR2', () => {
    clearInterval(timer)
    timer = timer ? undefined : setInterval(${once} ? () => undefined : take, 1)
    if (timer) take()
    if (!timer) for (const descriptor of taken.splice(0)) closeSync(descriptor)
  })
`

/** A host in its own process, whose limits the test can change, and the only connection to it. */
class ScarceHost {
  readonly limits: ProcessLimits
  readonly pid: number
  readonly url: string
  readonly #child: Child
  readonly #once: boolean
  readonly #connection: LastingConnection

  constructor(child: Child, once: boolean) {
    this.#once = once
    const { url, token } = JSON.parse(child.printed) as { url: string; token: string }
    this.#child = child
    this.url = url
    this.pid = child.pid
    this.limits = limitsOf(child.pid)
    this.#connection = openLastingConnection(url, { token })
  }

  static async start(dataDir: string, { once = false } = {}): Promise<ScarceHost> {
    const { flags, file } = hostScript('testing/index.ts')
    const source = `${takeDescriptors({ once })}
      import { startTestHost } from ${JSON.stringify(file)}
      const { url, token } = await startTestHost(${JSON.stringify({ plugins: PLUGINS, dataDir })})
      console.log(JSON.stringify({ url, token }))`
    const child = await runChild(source, { flags })
    const host = new ScarceHost(child, once)
    await host.ask('GET', '/livez')
    return host
  }

  async ask(
    method: string,
    to: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
  ) {
    const answer = await this.#connection.ask(to, { method, headers, ...(body !== undefined && { body }) })
    const isJson = /\bjson\b/.test(String(answer.headers['content-type']))
    return { ...answer, json: (isJson && answer.body !== '' ? JSON.parse(answer.body) : {}) as Record<string, unknown> }
  }

  post(to: string, json: unknown) {
    return this.ask('POST', to, { headers: { ...JSON_TYPE, accept: '*/*' }, body: JSON.stringify(json) })
  }

  /** Uploads a CSV file of about this many bytes, of which nothing is saved. */
  upload(size: number) {
    const part = (name: string, rest: string) => `--x\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n`
    const csv = `Given name,Family name\n${'Ada,Lovelace\n'.repeat(Math.ceil(size / 13))}`
    const file = part('file', `; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n${csv}`)
    const body = `${file}${part('dry_run', '\r\n\r\ntrue')}--x--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(body.length) }
    return this.ask('POST', '/api/v1/clients/imports', { headers, body })
  }

  /** Leaves the host without a free descriptor until `give` is called. */
  async takeDescriptors(): Promise<{ give: () => void }> {
    this.limits.limitDescriptors(DESCRIPTORS)
    const toggle = () => void process.kill(this.pid, 'SIGUSR2')
    toggle()
    const areScarce = async () => (await this.ask('GET', '/readyz')).json.reason === 'too_many_open_files'
    await until('no descriptor to be free', areScarce)
    // The host gives up its spare ones a moment later, and they are taken too.
    const isFull = () => readdirSync(`/proc/${this.pid}/fd`).length >= DESCRIPTORS
    for (let looks = 0; !this.#once && looks < 2;) {
      await pause(SPARE_LOOK)
      looks = (await areScarce()) && isFull() ? looks + 1 : 0
    }
    return { give: toggle }
  }

  async close(): Promise<void> {
    this.#connection.close()
    await this.#child.kill()
  }
}

describe('A host', function () {
  let directory: Awaited<ReturnType<typeof createTestDirectory>>
  let host: ScarceHost

  beforeEach(async function () {
    if (!canLimitProcesses()) this.skip()
    directory = await createTestDirectory()
  })
  afterEach(async () => {
    await host.close()
    await directory.remove()
  })

  it('without file descriptors answers 503 with Retry-After, and remembers no failure', async () => {
    host = await ScarceHost.start(directory.directory)
    const create = () => host.post('/api/v1/template/items', { name: 'Bolt', price: 1 })
    const signIn = () => host.post('/api/v1/auth/sessions', { email: 'ada@example.org', password: 'not her password' })
    const { give } = await host.takeDescriptors()
    for (const asking of [create, signIn, () => host.upload(100)]) {
      const { status, headers, json } = await asking()
      expect([status, json.code, json.retryable]).to.deep.equal([503, 'too_many_open_files', true])
      expect(Number(headers['retry-after'])).to.be.greaterThan(0)
    }
    expect((await host.ask('GET', '/api/v1/template/items')).status, 'a list needs no new one').to.equal(200)
    expect((await host.ask('GET', '/readyz')).json).to.include({ reason: 'too_many_open_files', database: 'ok' })
    give()
    await until('the host to be ready', async () => (await host.ask('GET', '/readyz')).status === 200)
    expect((await create()).status).to.equal(201)
    expect((await signIn()).status).to.equal(401)
    expect((await host.upload(100)).status).to.equal(201)
  })

  it('without file descriptors still answers new connections, one request each, and says so', async () => {
    host = await ScarceHost.start(directory.directory, { once: true })
    const { give } = await host.takeDescriptors()
    const probe = (to: string) => fetch(host.url + to)
    await until('new connections to be answered', () =>
      fetch(`${host.url}/livez`, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined),
    )
    for (let time = 1; time <= 20; time += 1) {
      const response = await probe('/readyz')
      expect([response.status, response.headers.get('connection')]).to.deep.equal([503, 'close'])
      expect(await response.json()).to.include({ reason: 'too_many_open_files' })
    }
    give()
    await until('the host to be ready', async () => (await probe('/readyz')).status === 200)
    await until('connections to be kept', async () => (await probe('/livez')).headers.get('connection') !== 'close')
  })

  const arriving = async () => readdir(path.join(directory.directory, 'files', '.arriving'))

  it('that may write no larger file answers an upload with 507 and leaves nothing', async () => {
    host = await ScarceHost.start(directory.directory)
    host.limits.limitFileSize(2 * MEGABYTE)
    const { status, json } = await host.upload(3 * MEGABYTE)
    expect([status, json.code]).to.deep.equal([507, 'storage_full'])
    expect(await arriving()).to.deep.equal([])
    expect((await host.upload(MEGABYTE)).status).to.equal(201)
  })

  onSmallDisk('on a full disk answers an upload with 507 and leaves nothing', async () => {
    const files = path.join(directory.directory, 'files')
    mountSmallDisk(files, { megabytes: 2 })
    try {
      host = await ScarceHost.start(directory.directory)
      const { status, json } = await host.upload(3 * MEGABYTE)
      expect([status, json.code]).to.deep.equal([507, 'storage_full'])
      expect(await arriving()).to.deep.equal([])
      expect((await host.upload(MEGABYTE)).status).to.equal(201)
    } finally {
      spawnSync('umount', ['--lazy', files])
    }
  })

  onSmallDisk('whose database is on a full disk says so at /readyz until there is space', async () => {
    const { directory: place } = directory
    mountSmallDisk(place, { megabytes: 16 })
    const filler = path.join(place, 'filler')
    const reason = async () => (await host.ask('GET', '/readyz')).json.reason
    try {
      host = await ScarceHost.start(place)
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4096'])
      await until('the reason', async () => (await reason()) === 'database_full')
      await rm(filler)
      await until('the host to be ready', async () => (await reason()) === undefined)
    } finally {
      spawnSync('umount', ['--lazy', place])
    }
  })
})

function mountSmallDisk(place: string, { megabytes }: { megabytes: number }): boolean {
  spawnSync('mkdir', ['-p', place])
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', place]).status === 0
}

/** Containers without the right to mount have no such test; the test with a limit for files covers uploads there. */
function onSmallDisk(title: string, test: () => Promise<void>): void {
  const place = mkdtempSync(path.join(tmpdir(), 'atrium-disk-'))
  const isPermitted = mountSmallDisk(place, { megabytes: 1 })
  if (isPermitted) spawnSync('umount', ['--lazy', place])
  rmdirSync(place)
  if (isPermitted) it(title, test)
}
