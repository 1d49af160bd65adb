import { type Tools, Type } from '@atrium/sdk'
import { collect_tools, DeclarationError } from '@atrium/sdk/host'
import { expect } from 'chai'

const options = { description: 'Retire an item.' }

describe('collected tools', () => {
  it('stand in the order of their declaration, with the line of the author', () => {
    const { tools, declarations } = collect_tools()
    const own = { ...options, input: Type.Object({}), permission: 'shop.text.view' }
    const handler = () => 1
    expect(tools.operation('retire_item', 'POST /items/{item_id}/retire', options).add('say', own, handler)).to.equal(
      tools,
    )
    expect(declarations).to.have.lengthOf(2)
    expect(declarations[0]).to.deep.include({ name: 'retire_item', operation: 'POST /items/{item_id}/retire', options })
    expect(declarations[1]).to.include({ name: 'say', options: own, handler })
    for (const { origin } of declarations) expect(origin.stack?.split('\n')[1]).to.contain('collect-tools.test.ts')
  })

  const refused: [string, string, (tools: Tools) => unknown][] = [
    ['an invalid name', 'id_invalid', (tools) => tools.operation('Retire-item', 'POST /items', options)],
    ['no description', 'tool_invalid', (tools) => tools.operation('retire', 'POST /items', { description: '' })],
  ]
  for (const [what, code, declare] of refused) {
    it(`are refused at the call with ${what}`, () => {
      expect(() => declare(collect_tools().tools))
        .to.throw(DeclarationError)
        .with.property('code', code)
    })
  }
})
