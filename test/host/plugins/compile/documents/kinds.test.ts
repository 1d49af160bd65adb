import { expect } from 'chai'
import { diagnosed, found, markedLine } from '../../../../helpers/diagnosed.ts'

/** A plugin whose form or table is one expression at the marked line. */
const source = ({ fields = `field.text('name')`, columns = `column.text('name')` }) => `
import { array_store, register_resource, Type } from '@atrium/sdk'
const Van = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.Optional(Type.String({ maxLength: 80 })),
  status: Type.Optional(Type.Enum(['open', 'sold'])),
  days: Type.Optional(Type.Array(Type.Enum(['mo', 'tu']))),
  words: Type.Optional(Type.Array(Type.String())),
  seats: Type.Optional(Type.Integer()),
  labels: Type.Optional(Type.Record(Type.String(), Type.String())),
  from: Type.Optional(Type.String({ format: 'date' })),
})
export const register_routes = (routes) => routes.records('/vans/{id}', array_store([], Van))
export const register_resources = (registry) =>
  register_resource(registry, 'operations', 'fleet', (resource) => resource
    .record(Van).id('vans').title('Vans').api_base('/api/v1/fleet').module_path('vans').record_title_attribute('name')
    .table((table) => table.columns((column) => [
      ${columns}, ${columns.includes('column.text') ? '' : '// HERE'}
    ]))
    .form((form) => form.fields((field) => [
      ${fields}, ${fields.includes("field.text('name')") ? '' : '// HERE'}
    ])))`

describe('Kinds of fields, columns and entries', () => {
  it('are accepted for the values that they hold', async () => {
    const fields = [
      `field.radio('status'), field.multi_select('days'), field.checkboxes('words').options({ a: 'A' })`,
      `field.key_value('labels'), field.json('words'), field.date('from'), field.color('name')`,
    ]
    const columns = [
      `column.link('name').copyable(), column.icon('status', { open: 'check' }), column.progress('seats', { max: 9 })`,
      `column.json('labels'), column.image('name')`,
      `column.color('name')`,
    ]
    for (const text of fields) expect(await diagnosed({ 'src/index.ts': source({ fields: text }) })).to.deep.equal([])
    for (const text of columns) expect(await diagnosed({ 'src/index.ts': source({ columns: text }) })).to.deep.equal([])
  })

  const WRONG: [code: Parameters<typeof found>[1], parts: Parameters<typeof source>[0], message: string][] = [
    [
      'form_disagrees',
      { fields: `field.multi_select('status')` },
      'The field [status] in the form of [vans] takes several values, but its schema is not an array.',
    ],
    [
      'form_disagrees',
      { fields: `field.checkboxes('words')` },
      'The field [words] in the form of [vans] is a [select] field, but neither it nor its schema names the values to choose from.',
    ],
    [
      'form_disagrees',
      { fields: `field.key_value('words')` },
      'The field [words] in the form of [vans] is not an object of texts.',
    ],
    [
      'form_disagrees',
      { fields: `field.color('seats')` },
      'The field [seats] in the form of [vans] is a [color] field, but its schema is not a text.',
    ],
    [
      'value_unknown',
      { fields: `field.multi_select('days').options({ mo: 'Monday', we: 'Wednesday' })` },
      'The field [days] in the form of [vans] names the value [we], which [days] cannot have.',
    ],
    [
      'kind_mismatch',
      { columns: `column.progress('name')` },
      'The column [name] of [vans] is shown as [progress], but its schema is of the type [text].',
    ],
    [
      'icon_unknown',
      { columns: `column.icon('status', { open: 'chek' })` },
      'The column [status] of [vans] has the icon [chek], which the shell does not have.',
    ],
    [
      'value_unknown',
      { columns: `column.icon('status', { opened: 'check' })` },
      'The column [status] of [vans] names the value [opened], which [status] cannot have.',
    ],
    ['argument_invalid', { fields: `field.tabs([field.radio('status')])` }, '[tabs(…)] requires sections.'],
  ]
  for (const [code, parts, message] of WRONG)
    it(`${code}: ${message}`, async () => {
      const text = source(parts)
      const finding = found(await diagnosed({ 'src/index.ts': text }), code)
      expect(finding.message).to.equal(message)
      expect(finding.where).to.include({ file: 'src/index.ts', line: markedLine(text) })
    })
})
