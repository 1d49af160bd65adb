import type { Field } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { fileProblem } from '../../host/shell/src/form/validate-form.ts'
import { isSame } from '../../host/shell/src/form/form-values.ts'
import { formatBytes } from '../../host/shell/src/values/as-text.ts'
import { applyFormats } from '../../host/shell/src/values/person-formats.ts'

const field: Field = { kind: 'file', label: 'File', media_types: ['text/csv', '.txt', 'image/*'], size_limit: 1024 }
const file = (name: string, type: string, size = 1) => new File(['x'.repeat(size)], name, { type })

describe('a chosen file', () => {
  afterEach(() => applyFormats({}))

  it('must match a media type, a group of them, or an extension', () => {
    for (const fine of [file('a.csv', 'text/csv'), file('a.TXT', 'text/plain'), file('a.png', 'image/png')]) {
      expect(fileProblem(field, fine), fine.name).to.equal(undefined)
    }
    expect(fileProblem(field, file('a.pdf', 'application/pdf'))).to.equal(
      'Choose a file of one of these types: text/csv, .txt, image/*',
    )
  })

  it('passes without a media type: the host checks its content', () => {
    expect(fileProblem(field, file('a.csv', ''))).to.equal(undefined)
  })

  it('must not be larger than the limit', () => {
    expect(fileProblem(field, file('a.csv', 'text/csv', 1536))).to.equal('This file has 1.5 KB. The limit is 1 KB.')
  })

  it('has a size that is written as the person writes numbers', () => {
    applyFormats({ locale: 'de-DE' })
    expect([formatBytes(70_359_450), formatBytes(1536), formatBytes(2048)]).to.deep.equal(['67,1 MB', '1,5 KB', '2 KB'])
  })

  it('is equal only to itself', () => {
    const one = file('a.csv', 'text/csv')
    expect(isSame(one, one)).to.equal(true)
    expect(isSame(one, file('a.csv', 'text/csv'))).to.equal(false)
    expect(isSame(one, undefined)).to.equal(false)
  })

  it('has a readable size', () => {
    expect([0, 1023, 1024, 20 * 2 ** 20, 3 * 2 ** 40].map(formatBytes)).to.deep.equal([
      '0 bytes',
      '1023 bytes',
      '1 KB',
      '20 MB',
      '3072 GB',
    ])
  })
})
