import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { root, sourceFiles } from './source-files.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

const headings = new Set([...read('host/ARCHITECTURE.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading))

describe('host/ARCHITECTURE.md', () => {
  it('has every heading that a comment cites', () => {
    const cited = sourceFiles().flatMap((file) =>
      [...read(file).matchAll(/\(ARCHITECTURE: ([A-Z][A-Za-z ]*)\)/g)].map(([, heading]) => ({ file, heading })),
    )
    expect(cited).to.not.be.empty
    expect(cited.filter(({ heading }) => !headings.has(heading))).to.deep.equal([])
  })

  it('is cited in place of a design that does not live here', () => {
    const design = sourceFiles().filter(
      (file) => !file.endsWith('architecture.test.ts') && /design section/i.test(read(file)),
    )
    expect(design).to.deep.equal([])
  })

  it('names files and folders that exist', () => {
    const named = [...read('host/ARCHITECTURE.md').matchAll(/`((?:host|sdk|plugins|test)\/[\w./-]+)`/g)].map(
      ([, path]) => path ?? '',
    )
    expect(named).to.not.be.empty
    const missing = named.filter(
      (path) => !sourceFiles().some((file) => file === path || file.startsWith(`${path}/`)) && !path.includes('/dist/'),
    )
    expect(missing).to.deep.equal([])
  })
})
