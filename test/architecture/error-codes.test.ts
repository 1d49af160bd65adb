import { readFileSync } from 'node:fs'
import { ERROR_CATALOGUE } from '@atrium/sdk/host'
import { expect } from 'chai'
import { root, sourceFiles } from './source-files.ts'

const CATALOGUE = 'sdk/errors/error-catalogue.ts'

/** Every word in quotation marks in the files that `is` accepts. */
function wordsOf(is: (file: string) => boolean): Set<string> {
  const texts = sourceFiles()
    .filter(is)
    .map((file) => readFileSync(`${root}${file}`, 'utf8'))
  return new Set(texts.flatMap((text) => [...text.matchAll(/'([a-z_]+)'/g)].map(([, word = '']) => word)))
}

describe('The catalogue of error codes', () => {
  const codes = Object.keys(ERROR_CATALOGUE)

  it('has no code that is never raised', () => {
    const raised = wordsOf((file) => /^(sdk|host)\/(?!shell\/)/.test(file) && file !== CATALOGUE)
    expect(codes.filter((code) => !raised.has(code))).to.deep.equal([])
  })

  it('has no code that no test expects', () => {
    const expected = wordsOf((file) => /^(test|plugins\/[^/]+\/test)\//.test(file))
    expect(codes.filter((code) => !expected.has(code))).to.deep.equal([])
  })
})
