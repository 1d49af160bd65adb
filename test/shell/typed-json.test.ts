import { expect } from 'chai'
import { jsonProblem, readTypedJson } from '../../host/shell/src/values/typed-json.ts'

describe('typed JSON', () => {
  it('is read where it is JSON, and kept as typed where it is not', () => {
    expect(readTypedJson('{ "a": [1] }')).to.deep.equal({ a: [1] })
    expect(readTypedJson('12')).to.equal(12)
    expect(readTypedJson('{ "a": ')).to.equal('{ "a": ')
  })

  it('has a problem, with its line where that is known, only as long as it is a text', () => {
    expect(jsonProblem({ a: 1 })).to.equal(undefined)
    expect(jsonProblem(undefined)).to.equal(undefined)
    expect(jsonProblem('{\n"a": x }')).to.match(/^This is not JSON/)
    expect(jsonProblem('"alone"')).to.equal('Enter an object, a list or a number, not a text alone')
  })
})
