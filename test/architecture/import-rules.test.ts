import { expect } from 'chai'
import { mayDescend } from './floors.ts'
import { importCycles } from './import-cycles.ts'
import { importSpecifiers } from './import-specifiers.ts'
import type { Import } from './read-imports.ts'
import { mayImport, roomOf } from './rooms.ts'

describe('The rules for imports', () => {
  const refused = [
    ['host/plugins/load.ts', 'plugins/template/src/index.ts'],
    ['host/doors/http/server.ts', 'host/shell/src/main.tsx'],
    ['host/host.ts', 'host/testing/index.ts'],
    ['sdk/index.ts', 'host/index.ts'],
    ['sdk/builders/table.ts', 'sdk/testing/index.ts'],
    ['sdk/documents/field.ts', 'sdk/builders/table.ts'],
    ['host/shell/src/main.tsx', 'sdk/index.ts'],
    ['plugins/template/src/routes.ts', 'host/testing'],
    ['plugins/template/src/routes.ts', 'sdk/host'],
    ['host/shell/src/main.tsx', 'sdk/host'],
    ['sdk/tool-search/tool-search.ts', 'sdk/index.ts'],
    ['plugins/template/src/routes.ts', 'plugins/clients/src/index.ts'],
    ['plugins/template/src/routes.ts', 'plugins/template/test/routes.test.ts'],
    ['plugins/template/test/routes.test.ts', 'host/base/db/open.ts'],
  ] as const
  for (const [from, to] of refused) {
    it(`refuse ${to} in ${from}`, () => expect(mayImport(roomOf(from), roomOf(to))).to.equal(false))
  }

  const known = [
    ['host/plugins/load.ts', 'sdk'],
    ['host/plugins/load.ts', 'sdk/host'],
    ['host/shell/src/main.tsx', 'sdk/documents'],
    ['plugins/template/src/routes.ts', 'sdk'],
    ['plugins/ai-agents/src/tools/search-tool.ts', 'sdk/tool-search'],
    ['plugins/template/test/routes.test.ts', 'plugins/template/src/routes.ts'],
    ['plugins/template/test/routes.test.ts', 'host/testing'],
    ['test/host/base/db/open.test.ts', 'host/base/db/open.ts'],
  ] as const
  for (const [from, to] of known) {
    it(`allow ${to} in ${from}`, () => expect(mayImport(roomOf(from), roomOf(to))).to.equal(true))
  }

  it('let rooms of the host import from floors below, never from above', () => {
    expect(mayDescend('host/doors/routes/lists.ts', 'host/core/operations/perform.ts')).to.equal(true)
    expect(mayDescend('host/core/operations/perform.ts', 'host/doors/routes/lists.ts')).to.equal(false)
    expect(mayDescend('host/host.ts', 'host/plugins/load.ts')).to.equal(true)
    expect(mayDescend('host/cli/start.ts', 'host/host.ts')).to.equal(true)
  })

  it('keep the plugins of the host and its doors apart, though they are on the same floor', () => {
    expect(mayDescend('host/doors/routes/lists.ts', 'host/doors/http/router.ts')).to.equal(true)
    expect(mayDescend('host/doors/routes/lists.ts', 'host/plugins/load.ts')).to.equal(false)
    expect(mayDescend('host/plugins/load.ts', 'host/doors/mcp/tools.ts')).to.equal(false)
  })

  it('name a folder that they do not cover', () => {
    expect(() => roomOf('utilities/x.ts')).to.throw('[utilities/x.ts] lies in no room')
    expect(() => mayDescend('host/utilities/x.ts', 'host/base/db/open.ts')).to.throw('[host/utilities] has no floor')
  })

  it('find a cycle, but not one of types alone', () => {
    const imports = (typeOnly: boolean): Import[] => [
      { file: 'a.ts', specifier: './b.ts', target: 'b.ts', typeOnly: false },
      { file: 'b.ts', specifier: './a.ts', target: 'a.ts', typeOnly },
    ]
    expect(importCycles(imports(false))).to.deep.equal([['a.ts', 'b.ts', 'a.ts']])
    expect(importCycles(imports(true))).to.deep.equal([])
  })

  it('recognize every kind of import', () => {
    const text = `import a from 'one'; import type { B } from 'two'; export * from 'three'; export type { C } from 'four'
      const d = await import('five'); type E = import('six').E; const f = require('seven'); import 'eight'`
    expect(
      importSpecifiers('x.ts', text).map(({ specifier, typeOnly }) => (typeOnly ? `type ${specifier}` : specifier)),
    ).to.deep.equal(['one', 'type two', 'three', 'type four', 'five', 'type six', 'seven', 'eight'])
  })
})
