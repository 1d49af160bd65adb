import { type ApiError, Type } from '@atrium/sdk'
import { collect_routes } from '@atrium/sdk/host'
import { expect } from 'chai'
import { Writable } from 'node:stream'
import type { TSchema } from 'typebox'
import { createLogger } from '../../../../host/base/log/index.ts'
import { createValidators } from '../../../../host/core/operations/validators.ts'
import { declareOperation } from '../../../../host/core/operations/declare-operation.ts'
import type { Operation } from '../../../../host/core/registries/operation.ts'

/** Validators and the lines that they have logged. */
async function openValidators() {
  const lines: string[] = []
  const stream = new Writable({ write: (chunk: Buffer, _, done) => (lines.push(chunk.toString()), done()) })
  return { lines, ...createValidators({ log: await createLogger({ pretty: false, stream }) }) }
}

function taking(body: TSchema): Operation {
  const { routes, declarations } = collect_routes()
  routes.post('/things', { body }, () => 1)
  const [route] = declarations
  if (route === undefined) throw new Error('Nothing was declared.')
  return declareOperation('shop', route)
}

/** The messages for the fields of a body. */
async function errorsOf(schema: TSchema, body: unknown): Promise<unknown> {
  const validators = await openValidators()
  try {
    validators.body(taking(schema), body)
    return {}
  } catch (error) {
    return (error as ApiError).options.errors
  }
}

describe('The validation of a body', () => {
  const told: [string, TSchema, unknown, string][] = [
    ['too short', Type.String({ minLength: 3 }), 'ab', 'At least 3 characters'],
    ['empty', Type.String({ minLength: 1 }), '', 'Required'],
    ['too long', Type.String({ maxLength: 1 }), 'ab', 'At most 1 character'],
    ['too small', Type.Integer({ minimum: 2 }), 1, 'At least 2'],
    ['too large', Type.Number({ exclusiveMaximum: 2 }), 2, 'Less than 2'],
    ['no step', Type.Integer({ multipleOf: 5 }), 7, 'A multiple of 5'],
    ['of another type', Type.Integer(), '7', 'Enter a whole number'],
    ['null', Type.Boolean(), null, 'Choose true or false'],
    ['no choice', Type.Enum(['a', 'b']), 'c', 'Choose one of a, b'],
    ['no e-mail address', Type.String({ format: 'email' }), 'x', 'Enter an e-mail address such as name@example.com'],
    ['no day', Type.String({ format: 'date' }), '2026-02-30', 'Enter a date such as 2026-11-20'],
    ['of no form', Type.String({ pattern: '^a' }), 'b', 'This does not have the expected format'],
    [
      'of no form that is described',
      Type.String({ pattern: '^[0-9]{2}:[0-9]{2}$', description: 'For example 09:00' }),
      '9',
      'This does not have the expected format. For example 09:00',
    ],
    ['without any of its members', Type.Object({}, { minProperties: 1 }), {}, 'Fill in at least one field'],
    ['not the only choice', Type.Enum(['a']), 'c', 'Must be a'],
    ['too few', Type.Array(Type.Integer(), { minItems: 1 }), [], 'At least 1 entry'],
    ['twice', Type.Array(Type.Integer(), { uniqueItems: true }), [1, 1], 'Each value may appear only once'],
  ]
  for (const [what, schema, value, message] of told) {
    it(`reports a value that is ${what}: ${message}`, async () => {
      expect(await errorsOf(Type.Object({ it: schema }), { it: value })).to.deep.equal({ it: message })
    })
  }

  it('names fields inside lists and objects as forms do', async () => {
    const schema = Type.Object({ lines: Type.Array(Type.Object({ price: Type.Integer() })) })
    expect(await errorsOf(schema, { lines: [{ price: 1 }, { prise: 2 }] })).to.deep.equal({
      'lines.1.price': 'Required',
      'lines.1.prise': 'There is no such field; did you mean [price]?',
    })
  })

  it('refuses text that not every database can store, in any value or member name', async () => {
    const Lines = Type.Object({ lines: Type.Array(Type.Record(Type.String(), Type.Unknown())) })
    for (const text of ['a\0b', 'a\ud800b', '\udc00']) {
      expect(await errorsOf(Lines, { lines: [{}, { name: text }] }), JSON.stringify(text)).to.deep.equal({
        'lines.1.name': 'Contains a character that cannot be stored',
      })
      expect(Object.values((await errorsOf(Lines, { lines: [{ [text]: 1 }] })) as object)).to.have.lengthOf(1)
    }
    expect(await errorsOf(Lines, { lines: [{ name: 'Ünïcode 🔩\n' }] })).to.deep.equal({})
    expect(await errorsOf(Type.String(), 'a\0b')).to.deep.equal({ '': 'Contains a character that cannot be stored' })
  })

  it('accepts additional members if the object allows them', async () => {
    const open = Type.Object({ settings: Type.Record(Type.String(), Type.Integer()) }, { additionalProperties: true })
    expect(await errorsOf(open, { settings: { a: 1 }, other: 1 })).to.deep.equal({})
  })

  it('reports for a union what is wrong with each alternative', async () => {
    const schema = Type.Object({ it: Type.Union([Type.Integer(), Type.Boolean()]) })
    expect(await errorsOf(schema, { it: 'x' })).to.deep.equal({ it: 'Enter a whole number' })
  })

  it('checks conditions against the body with its defaults filled in', async () => {
    const given = Type.Object({
      kind: Type.Enum(['person', 'company'], { default: 'person' }),
      name: Type.Optional(Type.String()),
    })
    const isPerson = { properties: { kind: { const: 'person' } }, required: ['kind'] }
    const schema = Type.Unsafe({ ...given, required: [], allOf: [{ if: isPerson, then: { required: ['name'] } }] })
    expect(await errorsOf(schema, {})).to.deep.equal({ name: 'Required' })
    expect(await errorsOf(schema, { kind: 'company' })).to.deep.equal({})
    expect(await errorsOf(schema, { name: 'Ada' })).to.deep.equal({})
  })

  it('fills in defaults, and leaves the sent values unchanged', async () => {
    const validators = await openValidators()
    const sent = { a: 1 }
    const schema = Type.Object({ a: Type.Integer(), b: Type.Integer({ default: 2 }) })
    expect(validators.body(taking(schema), sent)).to.deep.equal({ a: 1, b: 2 })
    expect(sent).to.deep.equal({ a: 1 })
  })

  it('reports at most a hundred problems at a time', async () => {
    const validators = await openValidators()
    const operation = taking(Type.Object({ all: Type.Array(Type.Integer()) }))
    try {
      validators.body(operation, { all: Array.from({ length: 1_000 }, () => 'x') })
      expect.fail('not refused')
    } catch (error) {
      expect((error as ApiError).options.details).to.have.lengthOf(100)
    }
  })

  it('accepts two schemas with the same $id, as generations of a plugin have', async () => {
    const validators = await openValidators()
    const schema = () => Type.Object({ a: Type.Integer() }, { $id: 'thing' })
    expect(validators.body(taking(schema()), { a: 1 })).to.deep.equal({ a: 1 })
    expect(validators.body(taking(schema()), { a: 2 })).to.deep.equal({ a: 2 })
  })

  it('logs unknown keywords, but not those of the platform', async () => {
    const { body, lines } = await openValidators()
    body(taking(Type.Object({ a: Type.Integer({ currency: 'EUR', permission: 'a.b.view' }) })), { a: 1 })
    expect(lines).to.deep.equal([])
    body(taking(Type.Object({ a: Type.String({ atLeast: 1 }) })), { a: 'x' })
    expect(lines.join()).to.contain('atLeast')
  })
})
