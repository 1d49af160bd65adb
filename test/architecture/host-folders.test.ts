import { posix } from 'node:path'
import { expect } from 'chai'
import { importCycles } from './import-cycles.ts'
import type { Import } from './read-imports.ts'
import { readImports } from './read-imports.ts'

const PLUGINS = 'host/plugins/'

/** The folders of `host/plugins` from the ground up: each may import those before it, and none of those after it. */
const PIPELINE = ['manifest', 'load', 'compile', 'generation', 'supervise']

/** `load` and `compile` are side by side: bundling knows nothing of documents, and documents nothing of bundles. */
const APART = [
  ['load', 'compile'],
  ['compile', 'load'],
]

/** Rooms in which folders still import each other in a circle. */
const UNFINISHED: string[] = []

const imports = readImports()

/** The imports of `host` without its shell, and of `sdk`, as arrows between directories. Types count. */
function folderImports(): Import[] {
  const isOurs = (path: string | undefined) => path !== undefined && /^(host|sdk)\/(?!shell\/)/.test(path)
  return imports.flatMap(({ file, specifier, target }) => {
    if (target === undefined || !isOurs(file) || !isOurs(target)) return []
    const [from, to] = [posix.dirname(file), posix.dirname(target)]
    return from === to ? [] : [{ file: from, specifier, target: to, typeOnly: false }]
  })
}

describe('The folders of the host and the SDK', () => {
  it('never import each other in a circle', () => {
    const circles = importCycles(folderImports()).filter(
      ([first = '']) => !UNFINISHED.some((room) => first.startsWith(room)),
    )
    expect(circles.map((folders) => folders.join(' → '))).to.deep.equal([])
  })
})

describe('The folders of host/plugins', () => {
  const stepOf = (path: string) => path.slice(PLUGINS.length).split('/')[0]!
  const inside = imports.filter(({ file, target }) => file.startsWith(PLUGINS) && target?.startsWith(PLUGINS))

  it('are the steps of a pipeline', () => {
    const steps = inside.map(({ file }) => stepOf(file)).filter((step) => step !== 'index.ts')
    expect([...new Set(steps)]).to.have.members(PIPELINE)
  })

  it('import only the steps before them', () => {
    const wrong = inside.filter(({ file, target }) => {
      const [from, to] = [stepOf(file), stepOf(target!)]
      if (from === 'index.ts') return false
      return PIPELINE.indexOf(to) > PIPELINE.indexOf(from) || APART.some(([one, other]) => from === one && to === other)
    })
    expect(wrong.map(({ file, specifier }) => `${file} imports '${specifier}'`)).to.deep.equal([])
  })
})
