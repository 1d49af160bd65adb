import { Type } from '@atrium/sdk'
import { collect_routes } from '@atrium/sdk/host'
import { expect } from 'chai'

describe('The keywords of a schema', () => {
  const declare = (keywords: object) => {
    const response = Type.Object({ name: Type.Unsafe<string>({ type: 'string', ...keywords }) })
    collect_routes().routes.get('/vans', { permission: 'fleet.vans.view', response }, () => ({ name: 'Ada' }))
  }

  it('may be annotations of the author’s own', () => {
    for (const keyword of ['minutes', 'forms', 'formats', 'patterns', 'unit', 'min', 'examples', 'contentEncoding'])
      expect(() => declare({ [keyword]: 1 }), keyword).not.to.throw()
  })

  it('may name any format of JSON Schema, and one of the author’s own', () => {
    for (const format of ['iri', 'regex', 'json-pointer', 'uri-template', 'idn-hostname', 'ulid', 'iban'])
      expect(() => declare({ format }), format).not.to.throw()
  })

  it('are refused if only case, separators or letters that changed places differ from a limit', () => {
    for (const [keyword, meant] of [
      ['maxlength', 'maxLength'],
      ['min_length', 'minLength'],
      ['maxLenght', 'maxLength'],
      ['Minimum', 'minimum'],
    ] as const)
      expect(() => declare({ [keyword]: 3 }), keyword)
        .to.throw(`the keyword [${keyword}]`)
        .with.property('fix', `Did you mean [${meant}]?`)
  })
})
