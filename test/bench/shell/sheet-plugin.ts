import { createPluginDirectory, packageJson, type PluginDirectory } from '../../helpers/plugin-directory.ts'

/** The inputs of the form of a sheet. */
export const INPUTS = 93

/** The number of sheets. */
export const SHEETS = 25

const KINDS = ['text', 'number', 'select'] as const

/** The kind of the field at a place; the first one is the name, a text. */
const kindAt = (at: number) => KINDS[at % KINDS.length] ?? 'text'

/** The names of the inputs that a person types into. */
export const TYPED = Array.from({ length: INPUTS }, (_, at) => ({ name: `field_${at}`, kind: kindAt(at) })).filter(
  ({ kind }) => kind !== 'select',
)

const TYPES = {
  text: 'Type.Optional(Type.String({ maxLength: 200 }))',
  number: 'Type.Optional(Type.Integer({ minimum: 0 }))',
  select: "Type.Optional(Type.Enum(['low', 'middle', 'high']))",
}

const each = (line: (at: number) => string) => Array.from({ length: INPUTS }, (_, at) => line(at)).join('\n')

const source = () => `
import { array_store, register_resource, Type, type ResourceRegistry, type Routes } from '@atrium/sdk'

const Sheet = Type.Object({
  id: Type.Integer({ readOnly: true }),
${each((at) => `  field_${at}: ${at === 0 ? 'Type.String({ minLength: 1 })' : TYPES[kindAt(at)]},`)}
})

const rows = Array.from({ length: ${SHEETS} }, (_, at) => ({ id: at + 1, field_0: 'Sheet ' + (at + 1), field_1: at }))

export function register_routes(routes: Routes) {
  routes.records('/sheets/{sheet_id}', array_store(rows, Sheet, { sort: ['field_0'] }))
}

export const register_resources = (registry: ResourceRegistry) =>
  register_resource(registry, 'operations', 'sheets', (resource) =>
    resource
      .record(Sheet)
      .id('sheets')
      .title('Sheets')
      .api_base('/api/v1/sheets')
      .module_path('sheets')
      .record_title_attribute('field_0')
      .nav_group('Sheets', 10)
      .table((table) => table.columns((column) => [column.text('field_0'), column.number('field_1')]).create())
      .form((form) => form.fields((field) => [
${each((at) => `        field.${kindAt(at)}('field_${at}'),`)}
      ]))
      .infolist(),
  )
`

/** A plugin `sheets` whose records are edited in a form of 93 inputs: a third texts, a third numbers, a third choices. */
export const createSheetPlugin = (): Promise<PluginDirectory> =>
  createPluginDirectory(
    {
      'package.json': packageJson({ name: '@acme/atrium-sheets', atrium: { id: 'sheets', title: 'Sheets' } }),
      'src/index.ts': source(),
      '../panels.config.json': {
        panels: [{ id: 'operations', title: 'Operations' }],
        plugins: { active: ['template', 'sheets'] },
      },
    },
    { name: 'sheets' },
  )
