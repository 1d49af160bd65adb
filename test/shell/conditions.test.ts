import type { Condition } from '@atrium/sdk/documents'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { withConditions } from '../../host/plugins/compile/widgets/conditions.ts'
import { conditionHolds } from '../../host/shell/src/values/condition-holds.ts'

type Case = readonly [title: string, condition: Condition, record: Record<string, unknown>, holds: boolean]

const on = (schema: Condition['schema']): Condition => ({ field: 'status', schema })

/** The same cases for both sides: the browser and the host must agree. */
const cases: readonly Case[] = [
  ['one of some values', on({ enum: ['active', 'retired'] }), { status: 'active' }, true],
  ['none of some values', on({ enum: ['active', 'retired'] }), { status: 'draft' }, false],
  ['a constant', on({ const: true }), { status: true }, true],
  ['a constant of another type', on({ const: true }), { status: 'true' }, false],
  ['not a value', on({ not: { const: 'draft' } }), { status: 'active' }, true],
  ['anything, for a field that is there', on({}), { status: null }, true],
  ['anything, for a field that is absent', on({}), {}, false],
  ['a negation, for a field that is absent', on({ not: { const: 'draft' } }), {}, false],
  ['a least amount', on({ type: 'integer', minimum: 100 }), { status: 100 }, true],
  ['a least amount, for a text', on({ type: 'integer', minimum: 100 }), { status: '100' }, false],
  ['a length', on({ type: 'string', minLength: 2 }), { status: 'ü' }, false],
  ['a length in characters', on({ type: 'string', maxLength: 1 }), { status: '😀' }, true],
  ['a pattern', on({ pattern: '^[A-Z]{2}$' }), { status: 'DE' }, true],
  ['a list that contains', on({ type: 'array', contains: { const: 2 } }), { status: [1, 2] }, true],
  ['one of two schemas', on({ anyOf: [{ type: 'null' }, { const: 1 }] }), { status: null }, true],
  ['null', on({ type: 'null' }), { status: 'null' }, false],
]

/** The host requires a field of the body if the condition holds. Without that field it refuses the body. */
function holdsOnHost(condition: Condition, record: Record<string, unknown>): boolean {
  const body = { type: 'object', properties: {}, required: [] }
  const schema = withConditions(body, [{ name: 'asked', required_when: condition }])
  return !new Ajv2020({ strict: false }).compile(schema)(record)
}

describe('a condition', () => {
  for (const [title, condition, record, holds] of cases) {
    it(`${holds ? 'holds' : 'does not hold'} for ${title}, in the browser and on the host`, () => {
      expect(conditionHolds(condition, record), 'in the browser').to.equal(holds)
      expect(holdsOnHost(condition, record), 'on the host').to.equal(holds)
    })
  }
})
