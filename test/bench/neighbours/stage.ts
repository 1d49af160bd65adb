import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { MISBEHAVING } from '../../fixtures/plugins/misbehaving.ts'
import { createPluginDirectory, packageJson } from '../../helpers/plugin-directory.ts'
import { startAtrium, TOKEN } from '../start-atrium.ts'

/** A host with a good plugin and several that misbehave. */
export interface Stage extends AsyncDisposable {
  /** Sends a request of the good plugin's caller, or of somebody else. Returns the status and the body. */
  ask(call: string, options?: { json?: unknown; asOther?: boolean }): Promise<{ status: number; text: string }>
}

/** A plugin that stores notes and reads some of them, as a good one does. */
const GOOD_NEIGHBOUR = `
import { Type } from '@atrium/sdk'
const permission = 'good.notes'
export const register_routes = (routes, { db }) => {
  routes.get('/notes', { permission }, () => db('good_notes').orderBy('id', 'desc').limit(25).pluck('id'))
  routes.get('/all', { permission }, () => db('good_notes').pluck('id'))
  routes.post('/notes', { permission, body: Type.Object({ id: Type.Integer() }) }, async ({ body }) => {
    await db('good_notes').insert(body)
  })
}
`

const NOTES = `
export const up = (knex) => knex.schema.createTable('good_notes', (table) => void table.integer('id').primary())
`

const PLUGINS: Readonly<Record<string, string>> = { ...MISBEHAVING, good: GOOD_NEIGHBOUR }

/** @param database the variables that choose it */
export async function startStage(database: Readonly<Record<string, string>>): Promise<Stage> {
  const ids = Object.keys(PLUGINS)
  const panels = { panels: [], plugins: { active: ids } }
  const first = await createPluginDirectory({ ...filesOf('good'), '../panels.config.json': panels }, { name: 'good' })
  const parent = dirname(first.directory)
  for (const id of Object.keys(MISBEHAVING)) await createPluginDirectory(filesOf(id), { parent, name: id })
  const atrium = await startAtrium({
    unlimited: true,
    env: {
      ...database,
      LOG_LEVEL: 'silent',
      ATRIUM_PLUGINS: parent,
      ATRIUM_PANELS: join(parent, 'panels.config.json'),
      ATRIUM_WATCH: '0',
      // A call that hangs takes about a round, instead of keeping the next round waiting for 10 s.
      ATRIUM_HANDLER_SECONDS: '2',
    },
  })
  const file = await readFile(join(atrium.dataDir, 'host.json'), 'utf8')
  const { token: other } = JSON.parse(file) as { token: string }
  return {
    ask: async (call, { json, asOther = false } = {}) => {
      const [method = 'GET', path = ''] = call.split(' ')
      const response = await fetch(atrium.url + path, {
        method,
        headers: { authorization: `Bearer ${asOther ? other : TOKEN}`, 'content-type': 'application/json' },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      })
      return { status: response.status, text: await response.text() }
    },
    [Symbol.asyncDispose]: async () => {
      await atrium[Symbol.asyncDispose]()
      await first[Symbol.asyncDispose]()
    },
  }
}

const filesOf = (id: string) => ({
  'package.json': packageJson({ name: id, atrium: { id, title: id } }),
  'src/index.ts': PLUGINS[id] ?? '',
  ...(id === 'good' && { 'migrations/0001_notes.ts': NOTES }),
})
