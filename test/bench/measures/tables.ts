import type { PluginStatus } from '@atrium/sdk/documents'
import { startPostgresCluster } from '../../helpers/postgres-cluster.ts'
import type { PluginFiles } from '../../helpers/plugin-directory.ts'
import { createTestDirectory } from '../../helpers/test-directory.ts'
import { atLeast, type Finding } from '../finding.ts'
import { FIRST, packageOf, writeManyPlugins } from '../fleet/many-plugins.ts'
import { type Atrium, startAtrium } from '../start-atrium.ts'

/** How many plugins with a table each: 300, or the value of the variable. */
const MOST = Number(process.env.ATRIUM_TABLES ?? 300)

/** How long the first plugin's migration takes, in milliseconds: longer than a statement waits for the only writer. */
const SLOW = 8_000

/** Starts a host with many new plugins, each with a migration and a table, and then twice again. All of them have to be active. */
export async function tables(): Promise<Finding[]> {
  const cluster = await startPostgresCluster()
  try {
    return [
      ...(await startOften('SQLite', { ATRIUM_SQLITE: 'sqlite3' })),
      ...(await startOften('PostgreSQL', { DATABASE_URL: cluster.url })),
    ]
  } finally {
    await cluster.remove()
  }
}

async function startOften(name: string, database: Readonly<Record<string, string>>): Promise<Finding[]> {
  await using plugins = await writeManyPlugins(MOST, filesOf)
  const { directory: dataDir, remove } = await createTestDirectory()
  const { directory, panelsFile } = plugins
  const env = {
    ...database,
    ATRIUM_PLUGINS: directory,
    ATRIUM_PANELS: panelsFile,
    ATRIUM_WATCH: '0',
    LOG_LEVEL: 'warn',
  }
  const findings: Finding[] = []
  try {
    for (const start of ['first', 'second', 'third']) {
      await using atrium = await startAtrium({ env, dataDir, unlimited: true })
      const slow = start === 'first' ? `, ${SLOW / 1000} s of them one migration` : ''
      findings.push(
        atLeast(`plugins that serve their table, ${name}, ${start} start`, await servingOf(atrium), {
          wanted: MOST,
          digits: 0,
          note: `after ${(atrium.milliseconds / 1000).toFixed(1)} s${slow}`,
        }),
      )
    }
  } finally {
    await remove()
  }
  return findings
}

/** How many plugins are active and answer their list. */
async function servingOf(atrium: Atrium): Promise<number> {
  const statuses = (await (await atrium.request('/api/v1/plugins')).json()) as PluginStatus[]
  for (const { id, diagnostics } of statuses) for (const { message } of diagnostics) console.error(`[${id}] ${message}`)
  const active = statuses.filter(({ state }) => state === 'active')
  for (const { id } of active) await atrium.request(`/api/v1/${id}/vans`)
  return active.length
}

const filesOf = (id: string): PluginFiles => {
  const table = `${id.replaceAll('-', '_')}_vans`
  return {
    'package.json': packageOf(id),
    'src/index.ts': `
import { table_store, Type } from '@atrium/sdk'

const Van = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String({ maxLength: 80 }) })

export const register_routes = (routes, { db }) =>
  routes.records('/vans/{id}', table_store(db, '${table}', Van, { sort: ['name'] }))
`,
    'migrations/0001_vans.ts': `
export async function up(db) {
  ${id === FIRST ? `await new Promise((resolve) => setTimeout(resolve, ${SLOW}))` : ''}
  await db.schema.createTable('${table}', (table) => {
    table.increments('id')
    table.string('name', 80).notNullable().index()
    table.integer('version').notNullable()
  })
}
`,
  }
}
