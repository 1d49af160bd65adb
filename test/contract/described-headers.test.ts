import { expect } from 'chai'
import { ITEMS, useTemplateHost } from './template-host.ts'

interface Described {
  readonly description?: string
  readonly schema?: { readonly type?: string }
}

interface Operation {
  readonly parameters?: readonly (Described & { readonly name: string })[]
  readonly responses: Readonly<Record<string, { readonly headers?: Readonly<Record<string, Described>> }>>
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Operation
}

const LISTS = [ITEMS, `${ITEMS}/{item_id}/history`, '/api/v1/platform/undo']
const OF_PAGES = ['X-Total-Count', 'X-Offset', 'X-Limit', 'Link']
/** What a browser lets a program read besides the headers that are described with a parameter. */
const NOTABLE = /^(etag|location|link|undo|retry-after|allow|x-(total-count|offset|limit|summary))$/

describe('The OpenAPI description of headers and pages', () => {
  const { ask, create } = useTemplateHost()
  let description: Description
  before(async () => {
    description = (await ask<Description>('/api/v1/openapi.json')).body
  })

  const headersOf = (path: string, method: string, status: string) => {
    const { responses } = description.paths[path]?.[method] as Operation
    const own = responses[status] ?? responses[`${status.charAt(0)}XX`]
    const { headers = {} } = Number(status) < 400 ? (own ?? {}) : (description.components.responses['Problem'] ?? {})
    return Object.keys(headers)
  }

  for (const path of LISTS) {
    it(`has whole numbers that are explained, and the place of the page, for ${path}`, () => {
      const { parameters = [] } = description.paths[path]?.['get'] as Operation
      for (const name of ['_start', '_end', '_page', '_limit']) {
        const { schema, description: what = '' } = parameters.find((each) => each.name === name) ?? {}
        expect([name, schema?.type]).to.deep.equal([name, 'integer'])
        expect(what.split(' ')).to.have.length.above(2)
      }
      expect(headersOf(path, 'get', '200')).to.include.members(OF_PAGES)
    })
  }

  it('names every header that a change, its undoing and its refusal have', async () => {
    const { id } = await create()
    const one = `${ITEMS}/${id}`
    const path = `${ITEMS}/{item_id}`
    const seen = async (
      method: string,
      [real, described]: [string, string],
      init: RequestInit & { json?: unknown } = {},
    ) => {
      const { status, headers } = await ask(real, { ...init, method })
      const notable = [...headers.keys()].filter((name) => NOTABLE.test(name))
      const known = headersOf(described, method.toLowerCase(), String(status)).map((name) => name.toLowerCase())
      expect(known, `${method} ${real} ${status}`).to.include.members(notable)
      return headers
    }
    const changed = await seen('PATCH', [one, path], { json: { price: 200 } })
    await seen('PATCH', [one, path], { json: { price: 300 }, headers: { 'if-match': '"1.1"' } })
    await seen('POST', [changed.get('undo') ?? '', '/api/v1/platform/undo/{id}'])
    await seen('POST', [`${ITEMS}/change`, `${ITEMS}/change`], { json: { ids: [id], changes: { price: 400 } } })
    await seen('POST', [`${one}/retire`, `${path}/retire`])
    await seen('DELETE', [one, path])
  })

  it('refuses a parameter that is given twice, or is no number, in the words of lists', async () => {
    const refused = async (query: string) => (await ask(`/api/v1/platform/undo?${query}`)).body.detail
    expect(await refused('_page=1&_page=2')).to.equal('[_page] is given 2 times. Give it once.')
    expect(await refused('_limit=abc')).to.equal('[_limit] must be a whole number, not [abc].')
  })
})
