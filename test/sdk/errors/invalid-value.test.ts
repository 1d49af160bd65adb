import { invalid_values } from '@atrium/sdk'
import { expect } from 'chai'

describe('A value that no schema can refuse', () => {
  it('is refused as one that breaks the schema: with its place, and for forms by field', () => {
    const error = invalid_values([
      { pointer: '/lines/0/price', message: 'Too low', keyword: 'minimum' },
      { pointer: '/lines/0/price', message: 'Not round' },
      { pointer: '/a~1b', message: 'Unknown' },
    ])
    expect(error).to.include({ status: 422, code: 'validation_failed' })
    expect(error.message).to.equal('[lines.0.price]: Too low; [a/b]: Unknown.')
    const asking = invalid_values([{ pointer: '/notse', message: 'Did you mean [notes]?' }])
    expect(asking.message).to.equal('[notse]: Did you mean [notes]?')
    expect(error.options.errors).to.deep.equal({ 'lines.0.price': 'Too low', 'a/b': 'Unknown' })
    expect(error.options.details?.map(({ pointer, keyword }) => [pointer, keyword])).to.deep.equal([
      ['/lines/0/price', 'minimum'],
      ['/lines/0/price', 'value'],
      ['/a~1b', 'value'],
    ])
  })
})
