import { Dashboard, FormDefinition, ModuleManifest, ResourceDefinition } from '@atrium/sdk/documents'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { documentProblems } from '../../../../../host/plugins/compile/checks/document-problems.ts'

const table = {
  kind: 'table',
  id: 'vans-table',
  list_path: '/api/v1/fleet/vans',
  record_title_attribute: 'name',
  columns: [{ kind: 'text', name: 'name', label: 'Name', sortable: true }],
  filters: [],
  searchable: false,
  page_size: 25,
  exportable: true,
  actions: [],
  empty: { title: 'None' },
}
const infolist = {
  kind: 'infolist',
  id: 'van',
  record_path: '/api/v1/fleet/vans/{id}',
  record_title_attribute: 'name',
  entries: [{ kind: 'section', title: 'Van', children: [{ kind: 'text', name: 'name', label: 'Name' }] }],
  actions: [],
}

const problems = (...widgets: unknown[]) =>
  documentProblems(Dashboard, {
    id: 'vans',
    panel_id: 'operations',
    module_id: 'fleet',
    kind: 'custom',
    title: 'Vans',
    hide_title: false,
    revision: '0123456789abcdef',
    widgets,
  })

describe('The problems of a document', () => {
  it('are empty for a valid document', () => {
    expect(problems(table, infolist)).to.deep.equal([])
  })

  it('are reported for the intended kind only', () => {
    const { page_size: _, ...without } = table
    expect(problems(table, without)).to.deep.equal([
      { pointer: '/widgets/1', message: "must have required property 'page_size'" },
    ])
    const columns = [{ kind: 'text', name: 'name', label: 7, sortable: true }]
    expect(problems({ ...table, columns })).to.deep.equal([
      { pointer: '/widgets/0/columns/0/label', message: 'must be string' },
    ])
  })

  it('are reported for a part nested in a layout', () => {
    const entries = [{ ...infolist.entries[0], children: [{ kind: 'text', name: 'a name', label: 'Name' }] }]
    const [problem, ...others] = problems({ ...infolist, entries })
    expect(problem?.pointer).to.equal('/widgets/0/entries/0/children/0/name')
    expect(others).to.deep.equal([])
  })

  it('include an unknown or missing kind', () => {
    expect(problems({ ...table, kind: 'tabel' })).to.deep.equal([
      { pointer: '/widgets/0', message: 'has no known kind' },
    ])
    expect(problems({ id: 'vans-table' })).to.deep.equal([{ pointer: '/widgets/0', message: 'has no known kind' }])
  })

  it('include an unknown member, with its pointer', () => {
    expect(problems({ ...table, 'pagesize/2': 25 })).to.deep.equal([
      { pointer: '/widgets/0/pagesize~12', message: 'is not a known member' },
    ])
  })

  it('are found by valid schemas, which a host does not check', () => {
    const ajv = new Ajv2020({ strict: false })
    for (const schema of [Dashboard, FormDefinition, ModuleManifest, ResourceDefinition])
      expect(ajv.validateSchema(schema), ajv.errorsText()).to.equal(true)
  })
})
