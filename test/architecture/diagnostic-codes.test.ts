import { readFileSync } from 'node:fs'
import { DIAGNOSTIC_CATALOGUE, DIAGNOSTIC_TOPICS } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { DOUBTFUL_DECLARATIONS, WRONG_DECLARATIONS } from '../fixtures/plugins/wrong-declarations.ts'
import { root, sourceFiles } from './source-files.ts'

const CATALOGUE = 'sdk/documents/diagnostics/'

/** Every word in quotation marks or before a colon in the files that `is` accepts. */
function wordsOf(is: (file: string) => boolean): Set<string> {
  const texts = sourceFiles()
    .filter(is)
    .map((file) => readFileSync(`${root}${file}`, 'utf8'))
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/'([a-z_]+)'|^\s+([a-z_]+):/gm)].map((match) => match[1] ?? match[2] ?? ''),
    ),
  )
}

/** That every code which is raised is in the catalogue needs no test: the type `DiagnosticCode` holds it. */
describe('The catalogue of diagnostics', () => {
  const codes = Object.keys(DIAGNOSTIC_CATALOGUE)

  it('has no code that is never raised', () => {
    const raised = wordsOf((file) => /^(sdk|host)\/(?!shell\/)/.test(file) && !file.startsWith(CATALOGUE))
    expect(codes.filter((code) => !raised.has(code))).to.deep.equal([])
  })

  it('has no code that no test expects', () => {
    const expected = wordsOf((file) => /^(test|plugins\/[^/]+\/test)\//.test(file))
    for (const { code } of [...WRONG_DECLARATIONS, ...DOUBTFUL_DECLARATIONS]) expected.add(code)
    expect(codes.filter((code) => !expected.has(code))).to.deep.equal([])
  })

  it('has each code once, with a cause and a fix in whole sentences', () => {
    const entries = Object.values(DIAGNOSTIC_TOPICS).flatMap((topic) => Object.entries(topic))
    expect(entries.map(([code]) => code)).to.have.members(codes)
    expect(entries).to.have.length(codes.length)
    for (const [code, { title, cause, fix }] of entries) {
      expect(title, code).to.match(/^[A-Z].*[^.]$/i)
      for (const sentence of [cause, fix]) expect(sentence, code).to.match(/^[A-Z`].*[.`]$/s)
    }
  })
})
