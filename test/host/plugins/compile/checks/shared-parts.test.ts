import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { withSharedParts } from '../../../../../host/plugins/compile/checks/shared-parts.ts'

const choice = {
  type: 'object',
  required: ['value', 'label'],
  properties: { value: { type: 'string', pattern: '^[a-z][a-z0-9-]*$' }, label: { type: 'string' } },
}
const choices = { type: 'array', items: choice }

/** Repeats `choice` three times, twice in a schema with an `$id` that refers to itself. */
const schema = {
  type: 'object',
  properties: { one: choice, tree: { $ref: 'Tree' }, other: choice, const: { const: choice } },
  $defs: {
    Tree: {
      $id: 'Tree',
      type: 'object',
      required: ['one'],
      properties: { one: choice, others: choices, branch: { $ref: 'Tree' } },
    },
  },
}

describe('withSharedParts', () => {
  const shared = withSharedParts(schema)

  it('writes a part that is repeated once in each schema that has an id', () => {
    expect(JSON.stringify(schema).split('"pattern"')).to.have.lengthOf(6)
    expect(JSON.stringify(shared).split('"pattern"')).to.have.lengthOf(4)
  })

  it('leaves the values of constants alone', () => {
    expect(shared.properties).to.have.deep.property('const', { const: choice })
  })

  it('keeps what a schema accepts', () => {
    const [before, after] = [schema, shared].map((each) =>
      new Ajv2020({ strict: false, allErrors: true }).compile(each),
    )
    const good = { value: 'a', label: 'A' }
    const documents = [
      { one: good, tree: { one: good, others: [good], branch: { one: good } }, other: good, const: choice },
      { one: { value: 'A' }, tree: { others: [{ value: 'a' }], branch: { one: { ...good, value: 7 } } } },
      { other: [], const: {} },
    ]
    for (const document of documents) {
      expect(after!(document)).to.equal(before!(document))
      expect(places(after!.errors)).to.deep.equal(places(before!.errors))
    }
  })
})

const places = (errors: readonly { instancePath: string; message?: string | undefined }[] | null | undefined) =>
  errors?.map(({ instancePath, message }) => `${instancePath} ${message}`).sort()
