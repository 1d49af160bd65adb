import { Type } from '@atrium/sdk'
import { collect_routes } from '@atrium/sdk/host'
import { expect } from 'chai'

describe('The keywords of a schema', () => {
  const declare = (keywords: object) => {
    const response = Type.Object({ name: Type.Unsafe<string>({ type: 'string', ...keywords }) })
    collect_routes().routes.get('/vans', { permission: 'fleet.vans.view', response }, () => ({ name: 'Ada' }))
  }

  it('may be annotations of the author’s own', () => {
    const short = ['minutes', 'forms', 'formats', 'patterns', 'unit', 'min', 'item', 'tile', 'consts', 'tape']
    const long = ['permissions', 'descriptions', 'requirement', 'x-maximun', 'descriptor', 'defaults', 'secrets']
    for (const keyword of [...short, ...long]) expect(() => declare({ [keyword]: 1 }), keyword).not.to.throw()
  })

  it('may be any of JSON Schema and OpenAPI', () => {
    const numbers = ['minProperties', 'maxProperties', 'minContains', 'maxContains', 'examples', 'example']
    const others = ['contentEncoding', 'contentSchema', 'dependentSchemas', 'unevaluatedItems', 'nullable', 'xml']
    for (const keyword of [...numbers, ...others]) expect(() => declare({ [keyword]: 1 }), keyword).not.to.throw()
  })

  it('are refused if a short one differs by a single slip', () => {
    for (const [keyword, meant] of [
      ['maximun', 'maximum'],
      ['patern', 'pattern'],
      ['fromat', 'format'],
      ['requird', 'required'],
      ['tilte', 'title'],
      ['desciption', 'description'],
      ['permision', 'permission'],
    ] as const)
      expect(() => declare({ [keyword]: 'a' }), keyword)
        .to.throw(`the keyword [${keyword}]`)
        .with.property('fix', `Did you mean [${meant}]?`)
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
