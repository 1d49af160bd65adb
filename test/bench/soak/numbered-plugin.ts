import type { PluginFiles } from '../../helpers/plugin-directory.ts'

/** The file with the number of the plugin, the only one that a reload changes. */
export const NUMBER = 'src/number.ts'
export const numberFile = (number: number) => `export const number = ${number}\n`
/** A source that does not compile. */
export const BROKEN = 'export const number =\n'

/** A plugin that names its generation several times in every answer. */
export const numberedPlugin: PluginFiles = {
  [NUMBER]: numberFile(0),
  'src/van.ts': `
import { Type } from '@atrium/sdk'

export const Van = Type.Object({
  id: Type.Integer({ readOnly: true }),
  plate: Type.String({ maxLength: 80 }),
  note: Type.Optional(Type.String({ maxLength: 200 })),
})
`,
  'src/index.ts': `
import { array_store, register_resource, Type } from '@atrium/sdk'
import type { Channels, ResourceRegistry, Routes, Tools } from '@atrium/sdk'
import { number } from './number.ts'
import { Van } from './van.ts'

const label = (what: string) => \`\${what} #\${number}\`

export function register_resources(registry: ResourceRegistry) {
  register_resource(registry, 'operations', 'fleet', (resource) => resource
    .record(Van).id('vans').title(label('Vans')).api_base('/api/v1/fleet').record_title_attribute('plate')
    .nav_group(label('Fleet'), 10)
    .table((table) => table.columns((column) => [
      column.text('plate').label(label('Plate')), column.text('note').label(label('Note'))]).create())
    .form((form) => form.fields((field) => [
      field.text('plate').label(label('Plate')), field.text('note').label(label('Note'))])))
}

export function register_routes(routes: Routes) {
  const vans = [1, 2, 3].map((id) => ({ id, plate: label('Van'), note: label('Note') }))
  routes
    .get('/generation', {}, () => [label('one'), label('two')])
    .post('/orders', {}, () => [label('one'), label('two')])
    .records('/vans/{van_id}', array_store(vans, Van, { sort: ['plate'] }))
}

export function register_mcp_tools(tools: Tools) {
  tools.operation('generation', 'GET /generation', { description: label('Which generation serves.') })
}

export function register_channels(channels: Channels) {
  const ask = { payload: Type.Object({}), permission: 'fleet.generation.view' }
  channels.namespace('fleet', { ask }, (message, exchange) => exchange.reply('generation', [label('one'), label('two')]))
}
`,
}
