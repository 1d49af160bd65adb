import { DIAGNOSTIC_TOPICS } from '@atrium/sdk/documents'
import { expect } from 'chai'
import {
  DOUBTFUL_DECLARATIONS,
  WRONG_DECLARATIONS,
  WRONG_FILES,
} from '../../../../fixtures/plugins/wrong-declarations.ts'
import type { WrongDeclaration } from '../../../../fixtures/plugins/wrong-declarations.ts'
import { diagnosed, found, markedLine } from '../../../../helpers/diagnosed.ts'

/** Codes whose mistake involves more than the plugin, or is located elsewhere. The files named here test them. */
const ELSEWHERE = {
  'another plugin has the name (taken-names.test.ts)': ['module_taken'],
  'the table does not suit (columns.test.ts)': [
    'column_missing',
    'column_of_other_type',
    'column_type',
    'column_without_value',
    'version_missing',
  ],
  'another plugin has the name, or only the source tells it (test/contract/mistakes)': [
    'column_too_short',
    'name_unknown',
    'relation_unknown',
    'role_limit_unknown',
    'table_foreign',
  ],
  'it is told with the line of its resource (test/contract/mistakes)': ['keyword_without_effect'],
  'the panel is not configured (panels.test.ts)': ['panel_unknown', 'panel_not_materialized'],
}

/** The marked line of the plugin's source. */
const lineOf = ({ files }: WrongDeclaration) => markedLine(files['src/index.ts'] as string)

describe('An invalid declaration', () => {
  for (const wrong of WRONG_DECLARATIONS) {
    const { code, of, files, says } = wrong
    it(`${code}: of a ${of} is refused with the offender in brackets and the author’s line`, async () => {
      const finding = found(await diagnosed(files), code)
      expect(finding.severity).to.equal('error')
      for (const word of says) expect(`${finding.message} ${finding.fix}`).to.include(word)
      expect(finding.where).to.include({ file: 'src/index.ts', line: lineOf(wrong) })
    })
  }

  for (const { code, files, says } of WRONG_FILES) {
    it(`${code}: in a file is refused with the location ${says.join()}`, async () => {
      const finding = found(await diagnosed(files), code)
      for (const word of says) expect(finding.message).to.include(word)
      expect(finding.where).to.include({ file: 'ui/dashboards/van.json' }).and.to.have.any.keys('line', 'pointer')
    })
  }

  it('is tested for every code', () => {
    const {
      'Screens and their places': screens,
      'Forms and actions': forms,
      'Routes, stores, tools and namespaces': routes,
    } = DIAGNOSTIC_TOPICS
    const tested = [...WRONG_DECLARATIONS, ...DOUBTFUL_DECLARATIONS].map(({ code }) => code as string)
    const known = new Set([...tested, ...Object.values(ELSEWHERE).flat()])
    expect(Object.keys({ ...screens, ...forms, ...routes }).filter((code) => !known.has(code))).to.deep.equal([])
  })

  it('is reported together with all others found at linking', async () => {
    const source = `
      import { register_resource, Type } from '@atrium/sdk'
      const Van = Type.Object({ id: Type.Integer(), name: Type.String() })
      export function register_resources(registry) {
        register_resource(registry, 'operations', 'fleet', (resource) => resource.record(Van).id('vans')
          .table((table) => table.columns((column) => [column.text('nam'), column.text('tag')])))
      }`
    const codes = (await diagnosed({ 'src/index.ts': source })).map(({ code }) => code)
    expect(codes).to.include.members(['column_unknown', 'path_outside_module', 'document_invalid'])
    expect(codes.filter((code) => code === 'column_unknown')).to.have.length(2)
  })

  it('is reported as an error thrown by the function if its code is unknown', async () => {
    const source = `import { wrap_store } from '@atrium/sdk'
      export function setup() {
        try {
          wrap_store({}, {})
        } catch (error) {
          throw Object.assign(error, { code: 'tyre_flat', message: 'The tyre [left] is flat.' })
        }
      }`
    const finding = found(await diagnosed({ 'src/index.ts': source }), 'stage_failed')
    expect(finding.message).to.equal('[setup] threw: The tyre [left] is flat.')
  })

  it('export_invalid: may be a contract export whose value is not a function', async () => {
    const finding = found(await diagnosed({ 'src/index.ts': 'export const setup = 7' }), 'export_invalid')
    expect(finding).to.deep.include({ severity: 'error', message: '[setup] is not a function.' })
  })
})

describe('A doubtful declaration', () => {
  it('is reported after the errors, whatever comes first in the source', async () => {
    const source = `import { array_store, register_resource, Type } from '@atrium/sdk'
const Van = Type.Object({ id: Type.Integer(), name: Type.String() })
export const register_routes = (routes) => routes.records('/vans/{id}', array_store([], Van))
export const register_resources = (registry) =>
  register_resource(registry, 'operations', 'fleet', (resource) =>
    resource.record(Van).id('vans').api_base('/api/v1/fleet').permission('fleet.van.view').icon('trcuk')
      .relation((relation) => relation.id('trips')))`
    const diagnostics = await diagnosed({ 'src/index.ts': source })
    expect(diagnostics.map(({ code }) => code)).to.deep.equal([
      'relation_incomplete',
      'icon_unknown',
      'permission_unknown',
    ])
  })

  for (const doubtful of DOUBTFUL_DECLARATIONS) {
    const { code, of, files, says } = doubtful
    it(`${code}: of a ${of} only gets a warning at the author’s line`, async () => {
      const [finding, ...others] = await diagnosed(files)
      expect(finding).to.deep.include({ code, severity: 'warning' })
      for (const word of says) expect(`${finding?.message} ${finding?.fix}`).to.include(word)
      expect(finding?.where).to.include({ file: 'src/index.ts', line: lineOf(doubtful) })
      expect(others).to.deep.equal([])
    })
  }
})
