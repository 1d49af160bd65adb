import * as sdk from '@atrium/sdk'
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import ts from 'typescript'

/** Everything that an author can type. A new name is a decision: it is public for good. */
const VALUES =
  'ApiError LARGEST_PAGE Page RecordSection Type answer array_store created emit_dashboard etag_of if_match_holds insert_rows invalid_values ' +
  'label_of money nearest_name page parse_list_query present_caller record_schemas register_resource scoped_rows seed_rows ' +
  'table_store tool_content with_etag wrap_store'

const TYPES =
  'ActionFactory Attempt CalendarOptions Call Caller ChangeOptions Channels ChartOptions ColumnFactory Connection Contribution ' +
  'DashboardBuilder DashboardRegistry EntryFactory ErrorCode Events FieldFactory Files FilterFactory FormBuilder InfolistBuilder ' +
  'InvalidValue Job Jobs Knex ListFilter ListQuery ListRules Logger MessageCall Once Operand Patch PlatformEvent PluginContext ' +
  'Random RawQuery RecordId RecordStore RelationBuilder ResourceBuilder ResourceRegistry Routes Secrets Seeding Static ' +
  'StoredFile TableBuilder TableStoreOptions ToolCall Tools Undo WritableStore'

const folder = new URL('../../sdk/', import.meta.url)
const read = (path: string) =>
  ts.createSourceFile(path, readFileSync(new URL(path, folder), 'utf8'), ts.ScriptTarget.Latest, true)

/** The names that a module exports from others, with the module that declares each. */
function exportsOf(path: string): { name: string; from: string; isType: boolean }[] {
  return read(path).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause || !ts.isNamedExports(statement.exportClause))
      return []
    const from = (statement.moduleSpecifier as ts.StringLiteral).text
    return statement.exportClause.elements.map(({ name, isTypeOnly }) => ({
      name: name.text,
      from,
      isType: isTypeOnly || statement.isTypeOnly,
    }))
  })
}

function hasDocstring(path: string, name: string): boolean {
  const declarations = read(path).statements.filter((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.some((each) => each.name.getText() === name)
      : (statement as ts.Statement & { name?: ts.Identifier }).name?.text === name,
  )
  return declarations.some((statement) => ts.getJSDocCommentsAndTags(statement).length > 0)
}

describe('The main door of the SDK', () => {
  const exported = exportsOf('index.ts')
  const names = (isType: boolean) => exported.filter((each) => each.isType === isType).map(({ name }) => name)

  it('has exactly these names, at most 80', () => {
    expect(names(false)).to.have.members(VALUES.split(' '))
    expect(names(true)).to.have.members(TYPES.split(' '))
    expect(exported).to.have.length.of.at.most(80)
    expect(Object.keys(sdk)).to.have.members(VALUES.split(' '))
  })

  it('says of each name what it is', () => {
    const own = exported.filter(({ from }) => from.startsWith('.'))
    expect(own.filter(({ name, from }) => !hasDocstring(from, name)).map(({ name }) => name)).to.deep.equal([])
  })

  it('shares no name with the door of the host', () => {
    const main = new Set(exported.map(({ name }) => name))
    expect(exportsOf('host.ts').filter(({ name }) => main.has(name))).to.deep.equal([])
  })
})
