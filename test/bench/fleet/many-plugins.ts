import path from 'node:path'
import { createPluginDirectory, packageJson } from '../../helpers/plugin-directory.ts'
import type { PluginDirectory, PluginFiles } from '../../helpers/plugin-directory.ts'
import { createTestDirectory } from '../../helpers/test-directory.ts'

const RESOURCES = ['vehicles', 'drivers', 'trips']

/** Plugins of three resources each, in one directory, and the configuration that activates them all. */
export interface ManyPlugins extends AsyncDisposable {
  readonly directory: string
  readonly panelsFile: string
  /** The first plugin, which is measured and reloaded. */
  readonly first: PluginDirectory
}

export const FIRST = 'fleet-1'
/** The file of the first plugin that a reload changes. */
export const TITLE = 'src/title.ts'
export const titleFile = (title: string) => `export const title = '${title}'\n`

/**
 * Writes this many plugins, `fleet-1` and so on.
 * @param filesOf the files of one of them. Default: three files with three resources
 */
export async function writeManyPlugins(
  count: number,
  filesOf: (id: string) => PluginFiles = filesOfThreeResources,
): Promise<ManyPlugins> {
  const { directory: root, remove } = await createTestDirectory()
  const parent = path.join(root, 'plugins')
  const ids = Array.from({ length: count }, (_, at) => `fleet-${at + 1}`)
  const panels = { panels: [{ id: 'operations', title: 'Operations' }], plugins: { active: ids } }
  const config = await createPluginDirectory({ 'panels.config.json': panels }, { parent: root, name: 'config' })
  await createPluginDirectory({}, { parent: root, name: 'plugins' })
  const plugins: PluginDirectory[] = []
  for (const id of ids) plugins.push(await createPluginDirectory(filesOf(id), { parent, name: id }))
  return {
    directory: parent,
    panelsFile: config.path('panels.config.json'),
    first: plugins[0]!,
    [Symbol.asyncDispose]: remove,
  }
}

/** The package.json of one of many plugins. */
export const packageOf = (id: string): object => packageJson({ name: `@acme/atrium-${id}`, atrium: { id, title: id } })

const filesOfThreeResources = (id: string): PluginFiles => ({
  'package.json': packageOf(id),
  [TITLE]: titleFile('Fleet'),
  'src/records.ts': `
import { money, Type } from '@atrium/sdk'

export const Thing = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String({ minLength: 1, maxLength: 80 }),
  status: Type.Enum(['parked', 'driving', 'sold'], { default: 'parked' }),
  price: money(),
  notes: Type.Optional(Type.String({ maxLength: 2000 })),
})
`,
  'src/index.ts': `
import { array_store, register_resource } from '@atrium/sdk'
import type { ResourceRegistry, Routes } from '@atrium/sdk'
import { Thing } from './records.ts'
import { title } from './title.ts'

const NAMES = ${JSON.stringify(RESOURCES)}

export function register_resources(registry: ResourceRegistry) {
  for (const name of NAMES)
    register_resource(registry, 'operations', '${id}', (resource) => resource
      .record(Thing).id('${id}-' + name).title(title + ' ' + name).api_base('/api/v1/${id}').list_path('/' + name)
      .module_path('${id}-' + name).record_title_attribute('name').nav_group(title, 10)
      .table((table) => table
        .columns((column) => [column.text('name'), column.badge('status'), column.money('price')])
        .filters((filter) => [filter.select('status')]).create())
      .form().infolist())
}

export function register_routes(routes: Routes) {
  for (const name of NAMES)
    routes.records(\`/\${name}/{id}\`, array_store([], Thing, { sort: ['name'], filter: ['status'], search: ['name'] }))
}
`,
})
