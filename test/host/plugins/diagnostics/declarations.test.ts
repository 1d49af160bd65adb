import type { DiagnosticCode } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { diagnosed, found } from '../../../helpers/diagnosed.ts'

const HEAD = `import { array_store, emit_dashboard, register_resource, Type } from '@atrium/sdk'
const Van = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String(), tags: Type.Array(Type.Object({})) })
const described = { description: 'Say it.', permission: 'fleet.vans.say', input: Type.Object({}) }
`

/** A plugin in which one function of the contract holds one line, the fifth of its file. */
const plugin = (called: string, line: string) => `${HEAD}export function ${called} {\n  ${line}\n}\n`
const resource = (call: string) =>
  plugin(
    'register_resources(registry)',
    `register_resource(registry, 'operations', 'fleet', (resource) => resource.record(Van)${call})`,
  )
const routes = (line: string) => plugin('register_routes(routes)', line)

const WRONG: [DiagnosticCode, of: string, source: string, ...words: string[]][] = [
  ['id_invalid', 'resource', resource(".id('My Vans')"), '[My Vans]'],
  [
    'id_invalid',
    'module',
    plugin('register_resources(registry)', "register_resource(registry, 'operations', 'Fleet', () => {})"),
    '[Fleet]',
  ],
  ['id_invalid', 'tool', plugin('register_mcp_tools(tools)', "tools.add('say-it', described, () => 1)"), '[say-it]'],
  [
    'id_invalid',
    'namespace',
    plugin('register_channels(channels)', "channels.namespace('Radio', {}, () => {})"),
    '[Radio]',
  ],
  ['page_size_invalid', 'table', resource('.table((table) => table.page_size(0))'), '[0]'],
  ['grid_invalid', 'form', resource('.form((form) => form.fields((field) => [field.grid(9, [])]))'), '[9]'],
  [
    'path_invalid',
    'action',
    resource(".table((table) => table.actions((action) => [action.row('sell').post('sell')]))"),
    '[sell]',
  ],
  ['path_invalid', 'route', routes("routes.get('vans', {}, () => [])"), '[vans]'],
  ['route_invalid', 'route', routes("routes.get('/vans', () => [])"), '[GET /vans]'],
  ['route_invalid', 'bulk route', routes("routes.bulk('/vans/sell', 'GET /vans')"), '[GET /vans]'],
  [
    'record_invalid',
    'store',
    routes("routes.records('/vans/{id}', array_store([], Type.Object({ name: Type.String() })))"),
    '[id]',
  ],
  [
    'field_unknown',
    'store',
    routes("routes.records('/vans/{id}', array_store([], Van, { sort: ['nmae'] }))"),
    '[nmae]',
    'Did you mean [name]?',
  ],
  [
    'sort_not_supported',
    'store',
    routes("routes.records('/vans/{id}', array_store([], Van, { sort: ['tags'] }))"),
    '[tags]',
  ],
  [
    'filter_not_supported',
    'store',
    routes("routes.records('/vans/{id}', array_store([], Van, { filter: ['tags'] }))"),
    '[tags]',
  ],
  [
    'search_not_supported',
    'store',
    routes("routes.records('/vans/{id}', array_store([], Van, { search: ['id'] }))"),
    '[id]',
  ],
  [
    'tool_invalid',
    'tool',
    plugin('register_mcp_tools(tools)', "tools.add('say', { input: Type.Object({}) }, () => 1)"),
    '[say]',
  ],
  [
    'channel_invalid',
    'namespace',
    plugin(
      'register_channels(channels)',
      "channels.namespace('radio', { say: { payload: Type.Object({}) } }, () => {})",
    ),
    '[say]',
    '[radio]',
  ],
  [
    'namespace_taken',
    'namespace',
    plugin(
      'register_channels(channels)',
      "channels.namespace('radio', {}, () => {}); channels.namespace('radio', {}, () => {})",
    ),
    '[radio]',
  ],
  ['argument_invalid', 'resource', resource(".id('vans').title(7)"), '[title(7)]'],
  ['argument_invalid', 'resource', resource(".id('vans').list_path()"), '[list_path()]'],
  ['record_invalid', 'resource', resource(".record('Van')"), '[record()]'],
  [
    'document_invalid',
    'resource',
    resource(".id('vans').table((table) => table.columns((column) => [column.text('name').label(7)]))"),
    '[/widgets/0/columns/0/label]',
    'must be string',
  ],
  ['export_invalid', 'export', 'export const setup = 7', '[setup]'],
]

describe('a declaration that cannot be meant', () => {
  for (const [code, of, source, ...words] of WRONG) {
    it(`${code}: of a ${of}, is refused with the offender in brackets and the author’s line`, async () => {
      const finding = found(await diagnosed({ 'src/index.ts': source }), code)
      expect(finding.severity).to.equal('error')
      for (const word of words) expect(`${finding.message} ${finding.fix}`).to.include(word)
      if (code !== 'export_invalid') expect(finding.where).to.include({ file: 'src/index.ts', line: 5 })
    })
  }

  it('is told with all others that are found at linking', async () => {
    const source = resource(
      ".id('vans').table((table) => table.columns((column) => [column.text('nam'), column.text('tag')]))",
    )
    const codes = (await diagnosed({ 'src/index.ts': source })).map(({ code }) => code)
    expect(codes).to.include.members(['column_unknown', 'path_outside_module', 'document_invalid'])
    expect(codes.filter((code) => code === 'column_unknown')).to.have.length(2)
  })

  it('an error of an unknown code that a plugin throws is what its function threw', async () => {
    const source = `import { DeclarationError } from '@atrium/sdk'
      export function setup() { throw new DeclarationError('tyre_flat', 'The tyre [left] is flat.', { fix: 'Pump.' }) }`
    const finding = found(await diagnosed({ 'src/index.ts': source }), 'stage_failed')
    expect(finding.message).to.equal('[setup] threw: The tyre [left] is flat.')
  })
})
