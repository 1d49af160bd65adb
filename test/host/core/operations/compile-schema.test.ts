import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { silentLogger } from '../../../../host/base/log/index.ts'
import { createCompiler } from '../../../../host/core/operations/compile-schema.ts'
import { until } from '../../../helpers/until.ts'

/** Collects garbage. Mocha runs without the flag that would make `gc` a global. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}

const schemaOf = (number: number) => ({
  $id: 'item',
  type: 'object',
  properties: { name: { type: 'string', pattern: `^item-${number}$`, format: 'email' } },
  title: `Item ${number}`,
})

describe('Compiling a schema', () => {
  it('happens once for an object, and leaves nothing behind when the object is collected', async () => {
    const compile = createCompiler({ log: silentLogger })
    const schema = schemaOf(0)
    expect(compile(schema)).to.equal(compile(schema))
    const gone = Array.from({ length: 50 }, (_, number) => {
      const passing = schemaOf(number)
      expect(compile(passing)({ name: 7 })).to.have.length(1)
      return new WeakRef(passing)
    })
    await until('all of them to be collected', async () => {
      collectGarbage()
      await pause(10)
      return gone.every((each) => each.deref() === undefined)
    })
    expect(compile(schema)({ name: 7 })).to.have.length(1)
  })

  it('accepts only times that a Date can represent', () => {
    const check = createCompiler({ log: silentLogger })({ type: 'string', format: 'date-time' })
    for (const text of ['2026-12-31T23:59:59Z', '2026-12-31T23:59:59.123+05:45', '9999-12-31T23:59:59Z'])
      expect(check(text), text).to.equal(undefined)
    for (const text of ['2026-12-31T23:59:60Z', '2026-12-31T23:59:59', '2026-02-30T00:00:00Z', '2026-12-31'])
      expect(check(text), text).to.have.length(1)
  })

  it('lets formats through that it does not know: they say what a text means, and refuse no value', () => {
    const compile = createCompiler({ log: silentLogger })
    const text = (format: string) => ({ type: 'object', properties: { texts: { items: { type: 'string', format } } } })
    for (const format of ['rrule', 'translated', 'vat-id', 'constructor'])
      expect(compile(text(format))({ texts: ['anything'] }), format).to.equal(undefined)
    expect(compile(text('email'))({ texts: ['anything'] })).to.have.length(1)
  })

  it('fails if it is not a JSON Schema', () => {
    const compile = createCompiler({ log: silentLogger })
    expect(() => compile({ type: 'text' })).to.throw('schema is invalid: data/type must be equal to one of')
    expect(() => compile({ type: 'string', pattern: '[' })).to.throw('Invalid regular expression')
  })
})
