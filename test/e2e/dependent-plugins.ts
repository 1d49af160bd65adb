import path from 'node:path'
import { createPluginDirectory, packageJson } from '../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'

/** Two plugins, one of which requires the other, and a folder without a plugin beside them. */
export interface DependentPlugins {
  readonly clients: PluginDirectory
  readonly booking: PluginDirectory
  remove(): Promise<void>
}

/** Writes the plugins `clients` and `booking`; `booking` has settings. */
export async function dependentPlugins(): Promise<DependentPlugins> {
  const { directory: parent, remove } = await createTestDirectory()
  const clients = await createPluginDirectory(
    {
      'package.json': packageJson({ name: 'clients', atrium: { id: 'clients', title: 'Clients' } }),
      'src/index.ts': source('clients', 'clients'),
    },
    { parent, name: 'clients' },
  )
  const booking = await createPluginDirectory(
    {
      'package.json': packageJson({ name: 'booking', atrium: BOOKING }),
      'src/index.ts': source('booking', 'bookings'),
      [path.join('..', 'unfinished', 'package.json')]: '{ "name": "unfinished", ',
    },
    { parent, name: 'booking' },
  )
  return { clients, booking, remove }
}

const BOOKING = {
  id: 'booking',
  title: 'Booking',
  requires: { clients: '^1.0.0' },
  settings: {
    type: 'object',
    properties: {
      hours: { type: 'integer', title: 'Hours', minimum: 1, default: 24 },
      api_key: { type: 'string', title: 'Key', writeOnly: true },
    },
  },
}

/** A plugin with one list, one form and one route that fails, whose records are in memory. */
const source = (plugin: string, records: string) => `
import { array_store, register_resource, Type } from '@atrium/sdk'

const Thing = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String() })

export function register_resources(registry) {
  register_resource(registry, 'operations', '${plugin}', (resource) =>
    resource.record(Thing).id('${records}').api_base('/api/v1/${plugin}')
      .table((table) => table.columns((column) => [column.text('name')]))
      .form())
}

export function register_routes(routes) {
  routes.records('/${records}/{id}', array_store([{ id: 1, name: 'The first' }], Thing))
  routes.get('/trouble', {}, () => { throw new Error('no paper') })
}
`
