import path from 'node:path'
import { startTestHost, type TestHost, type TestHostOptions } from '../../host/testing/index.ts'
import { createPluginDirectory, type PluginDirectory, type PluginFiles } from '../helpers/plugin-directory.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'

const packageOf = (id: string, title: string) => ({
  name: `@acme/atrium-${id}`,
  version: '1.0.0',
  type: 'module',
  atrium: { id, title, entry: './src/index.js', drain_seconds: 1 },
})

const table = (name: string, column: string) => `
  export const up = (db) => db.schema.createTable('${name}', (table) => {
    table.increments('id')
    table.text('${column}').notNullable()
  })`

/** Stores clients, emits an event for each new one, greets it in a job, and shows contributions of other plugins. */
export const CLIENTS: PluginFiles = {
  'package.json': packageOf('clients', 'Clients'),
  'migrations/0001_clients.js': table('clients_clients', 'name'),
  'migrations/0002_letters.js': table('clients_letters', 'text'),
  'src/index.js': `
    import { ApiError, Type } from '@atrium/sdk'
    const Client = Type.Object({ name: Type.String() })
    export function register_routes(routes, { db, events, jobs, call, secrets, contributions }) {
      routes
        .get('/clients', {}, () => db('clients_clients').orderBy('id'))
        .post('/clients', { body: Client }, async ({ body: { name } }) => {
          await db('clients_clients').insert({ name })
          await events.emit('clients.created', { name })
          await jobs.add('greet', { name })
          if (name === 'Nobody') throw new ApiError('refused', { status: 409, detail: 'Nobody is no client.' })
          return { name }
        })
        .get('/letters', {}, () => db('clients_letters').orderBy('id'))
        .post('/letters', { body: Type.Object({ text: Type.String() }) }, async ({ body, caller }) => {
          await db('clients_letters').insert({ text: body.text + ' from ' + caller.kind + ' ' + caller.name })
        })
        .get('/records/{name}', {}, ({ params }) => contributions('clients.record', params))
        .get('/foreign', { permission: 'clients.clients.view' }, () => contributions('desk.record', {}))
        .get('/notes', {}, () => call('GET', '/api/v1/desk/notes'))
        .post('/secrets', { body: Type.Object({ text: Type.String() }) }, ({ body }) => secrets.seal(body.text, 'here'))
        .post('/secrets/open', { permission: 'clients.secrets.view', body: Type.Object({ sealed: Type.String(), place: Type.String() }) },
          ({ body }) => secrets.open(body.sealed, body.place))
    }
    export function setup({ jobs, call, after }) {
      jobs.handle('greet', ({ payload }) => call('POST', '/api/v1/clients/letters', { body: { text: 'Hello ' + payload.name } }))
      after(0, () => call('POST', '/api/v1/clients/letters', { body: { text: 'Good morning' } }))
    }`,
}

/** Makes a note for each new client, and contributes its notes to the clients. */
export const desk = ({ setup = '', version = '1.0.0', event = 'clients.created' } = {}): PluginFiles => ({
  'package.json': { ...packageOf('desk', 'Front desk'), version },
  'migrations/0001_notes.js': table('desk_notes', 'text'),
  'src/index.js': `
    import { ApiError } from '@atrium/sdk'
    export const register_routes = (routes, { db }) => routes.get('/notes', {}, () => db('desk_notes').orderBy('id'))
    export function setup({ events, db, contribute, jobs, call, secrets, log }) {
      events.on('${event}', ({ payload }) => db('desk_notes').insert({ text: payload.name }))
      contribute('clients.record', async ({ name }) => db('desk_notes').where({ text: name }).pluck('text'))
      ${setup}
    }`,
})

/** A host with both plugins, in directories that can be edited. */
export interface ClientsAndDesk {
  readonly host: TestHost
  readonly desk: PluginDirectory
  readonly clients: PluginDirectory
  /** Sends a request and reads the JSON of the answer. */
  ask<Body>(path: string, json?: object): Promise<{ readonly status: number; readonly body: Body }>
  /** Changes a plugin: `activate`, `deactivate`, `reload`. */
  plugin(id: string, action: 'activate' | 'deactivate' | 'reload'): Promise<void>
  close(): Promise<void>
}

/** Starts the host. The caller closes it. */
export async function startClientsAndDesk(
  files: PluginFiles = desk(),
  options: TestHostOptions = {},
): Promise<ClientsAndDesk> {
  const { directory, remove } = await createTestDirectory()
  const clients = await createPluginDirectory(CLIENTS, { parent: directory, name: 'clients' })
  const own = await createPluginDirectory(files, { parent: directory, name: 'desk' })
  const plugins = ['clients', 'desk'].map((name) => path.join(directory, name))
  const host = await startTestHost({ ...options, plugins })
  const ask = async <Body>(to: string, json?: object) => {
    const response = await host.request(to, json && { method: 'POST', json })
    const text = await response.text()
    return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Body }
  }
  return {
    host,
    desk: own,
    clients,
    ask,
    plugin: async (id, action) => {
      const { status, body } = await ask<object>(`/api/v1/plugins/${id}/${action}`, {})
      if (status !== 200) throw new Error(`[${action} ${id}] was answered ${status}: ${JSON.stringify(body)}`)
    },
    close: async () => {
      await host.close()
      await remove()
    },
  }
}
