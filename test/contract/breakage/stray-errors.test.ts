import type { PluginStatus } from '@atrium/sdk/documents'
import { expect } from 'chai'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../../helpers/find-free-port.ts'
import { hostScript } from '../../helpers/host-script.ts'
import { createPluginDirectory, type PluginDirectory } from '../../helpers/plugin-directory.ts'
import { type Child, runChild } from '../../helpers/run-child.ts'
import { createTestDirectory } from '../../helpers/test-directory.ts'
import { until } from '../../helpers/until.ts'
import { writeFile } from 'node:fs/promises'

const TOKEN = 'a-token-for-tests-that-may-do-everything'

/** Errors of a plugin that nobody can catch. */
const stray = `
import { EventEmitter } from 'node:events'
import { connect } from 'node:net'
const errors = {
  promise: () => void Promise.reject(new Error('from a promise')),
  timer: () => void setTimeout(() => { throw new Error('from a timer') }, 0),
  native: () => void globalThis.setTimeout(() => { throw new Error('from a timer of Node') }, 0),
  event: () => void setImmediate(() => new EventEmitter().emit('error', new Error('from an event'))),
  tick: () => process.nextTick(() => { throw new Error('from a tick') }),
  socket: () => void connect(1, '127.0.0.1'),
  exit: () => void setTimeout(() => process.exit(), 0),
  every: () => undefined,
  write: (db) => void (async () => { await new Promise(setImmediate); await db('fleet_vans').insert({ seats: 1 }) })(),
}
export const register_routes = (routes, { db }) => {
  for (const name of Object.keys(errors)) routes.get('/' + name, {}, () => { errors[name](db); return name })
}
export const setup = ({ every, after }) => {
  every(5, () => { throw new Error('again and again') })
  after(0, () => Promise.reject(new Error('once')))
}
`

const migration = `
export const up = (db) => db.schema.createTable('fleet_vans', (table) => { table.integer('seats') })
`

describe('An error that nobody can catch', () => {
  let child: Child
  let fleet: PluginDirectory
  let remove: () => Promise<void>
  let url: string
  before('start a host in a process of its own', async () => {
    const { directory, ...own } = await createTestDirectory()
    remove = own.remove
    fleet = await createPluginDirectory({ 'src/index.ts': stray, 'migrations/0001_vans.ts': migration })
    const panelsFile = path.join(directory, 'panels.config.json')
    await writeFile(panelsFile, JSON.stringify({ panels: [], plugins: { active: ['fleet'] } }))
    const port = String(await findFreePort())
    url = `http://127.0.0.1:${port}/api/v1/fleet`
    const environment = {
      PORT: port,
      ATRIUM_DATA_DIR: directory,
      ATRIUM_PANELS: panelsFile,
      ATRIUM_PLUGINS: path.dirname(fleet.directory),
      ATRIUM_ADMIN_TOKEN: TOKEN,
      ATRIUM_EGRESS_ALLOW: '127.0.0.1',
      ATRIUM_WATCH: '0',
      LOG_LEVEL: 'silent',
    }
    const { flags, file } = hostScript('cli/start.ts')
    const source = `Object.assign(process.env, ${JSON.stringify(environment)})\nawait import(${JSON.stringify(file)})`
    child = await runChild(source, { flags })
  })
  after(async () => {
    await child.kill()
    await fleet[Symbol.asyncDispose]()
    await remove()
  })

  const get = (path: string) => fetch(path, { headers: { authorization: `Bearer ${TOKEN}` } })
  const ask = async (name: string) => (await get(`${url}/${name}`)).status

  for (const name of ['promise', 'timer', 'native', 'event', 'tick', 'socket', 'exit', 'every', 'write']) {
    it(`does not end the host: ${name}`, async () => {
      expect(await ask(name)).to.equal(200)
      await pause(50)
      expect(await ask(name)).to.equal(200)
    })
  }

  it('is named with the author’s line, or with the route if the plugin is not on the stack', async () => {
    const plugin = new URL('/api/v1/plugins/fleet', url)
    const expected = [
      'uncaught_error in GET /api/v1/fleet/promise at 5',
      'uncaught_error in GET /api/v1/fleet/timer at 6',
      'uncaught_error in GET /api/v1/fleet/socket at no line',
      'exit_refused in GET /api/v1/fleet/exit at 11',
      'uncaught_error in GET /api/v1/fleet/write at 13',
    ]
    await until(`the findings ${expected.join(', ')}`, async () => {
      const { runtime } = (await (await get(plugin.href)).json()) as PluginStatus
      const told = runtime!.findings.map(({ code, work, where }) => `${code} in ${work} at ${where?.line ?? 'no line'}`)
      return expected.every((each) => told.includes(each))
    })
  })
})
