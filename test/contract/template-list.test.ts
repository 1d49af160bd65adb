import { expect } from 'chai'
import { eachTemplateHost, ITEMS } from './template-host.ts'
import type { Answer, Item } from './template-host.ts'

const STATUSES = ['draft', 'active', 'retired']
/** Prices fall, so that their order differs from the order of ids; every tenth price repeats the previous one. */
const priceOf = (index: number) => 1000 - 10 * (index - (index % 10 === 9 ? 1 : 0))

describe('The list of the template', () => {
  eachTemplateHost(({ ask, create, removeAll }) => {
    let all: Item[]
    before(async () => {
      all = []
      for (let index = 0; index < 60; index++) {
        const name = `Item ${String(index).padStart(2, '0')}`
        const notes = index === 7 ? 'Left-handed "thread"; 100%' : undefined
        all.push(
          await create({ name, price: priceOf(index), status: STATUSES[index % 3] ?? '', ...(notes && { notes }) }),
        )
      }
    })

    const list = async (query: string) => {
      const { status, headers, body } = await ask<Item[]>(`${ITEMS}?${query}`)
      expect(status, JSON.stringify(body)).to.equal(200)
      return { headers, body, total: Number(headers.get('x-total-count')), names: body.map(({ name }) => name) }
    }
    const names = (items: readonly Item[]) => items.map(({ name }) => name)

    it('is an array of 25, with metadata in headers that other origins may read', async () => {
      const { headers, body, total } = await list('')
      expect(body).to.deep.equal(all.slice(0, 25))
      expect(total).to.equal(60)
      expect(headers.get('access-control-expose-headers')).to.contain('X-Total-Count')
      expect(headers.get('access-control-expose-headers')).to.contain('X-Offset').and.to.contain('X-Limit')
      expect(headers.get('cache-control')).to.equal('private, no-cache')
      expect(headers.get('vary')).to.include('Authorization').and.to.include('Accept-Encoding')
    })

    it('names the page in X- headers, for both ways of paging', async () => {
      for (const query of ['_start=20&_end=30', '_page=3&_limit=10']) {
        const { headers, total } = await list(query)
        expect([headers.get('x-offset'), headers.get('x-limit'), total]).to.deep.equal(['20', '10', 60])
      }
    })

    it('is paged by _start and _end, with links to the other pages', async () => {
      const { headers, names: shown } = await list('_start=20&_end=30&_sort=id')
      expect(shown).to.deep.equal(names(all.slice(20, 30)))
      expect(linksOf(headers)).to.deep.equal({
        first: `${ITEMS}?_sort=id&_start=0&_end=10`,
        prev: `${ITEMS}?_sort=id&_start=10&_end=20`,
        next: `${ITEMS}?_sort=id&_start=30&_end=40`,
        last: `${ITEMS}?_sort=id&_start=50&_end=60`,
      })
    })

    it('clamps _end to the largest page, and its links still lead to every record', async () => {
      const { headers, names: shown } = await list('_start=20&_end=1020&_sort=id')
      expect(shown).to.deep.equal(names(all.slice(20)))
      expect([headers.get('x-offset'), headers.get('x-limit')]).to.deep.equal(['20', '500'])
      expect(linksOf(headers)).to.deep.equal({
        first: `${ITEMS}?_sort=id&_start=0&_end=500`,
        prev: `${ITEMS}?_sort=id&_start=0&_end=500`,
        last: `${ITEMS}?_sort=id&_start=0&_end=500`,
      })
    })

    it('can be walked from the first page to the last by its links', async () => {
      const walked: string[] = []
      let next: string | undefined = `${ITEMS}?_page=1&_limit=17&_sort=price`
      while (next !== undefined) {
        const { headers, body }: Answer<Item[]> = await ask<Item[]>(next)
        walked.push(...names(body))
        next = linksOf(headers).next
      }
      expect(walked).to.have.length(60)
      expect([...walked].sort()).to.deep.equal(names(all))
    })

    it('is empty beyond its end, and still has the total', async () => {
      expect(await list('_page=9&_limit=25')).to.deep.include({ body: [], total: 60 })
    })

    it('is sorted by several fields, and then by id', async () => {
      const { names: shown } = await list('_sort=price,name&_order=asc,desc&_end=4')
      expect(shown).to.deep.equal(['Item 59', 'Item 58', 'Item 57', 'Item 56'])
      const { body } = await list('_sort=price&_order=desc&_limit=60')
      const expected = [...all].sort((a, b) => b.price - a.price || b.id - a.id)
      expect(names(body)).to.deep.equal(names(expected))
    })

    it('is filtered by equality, by several values and by inequality', async () => {
      expect((await list('status=active')).total).to.equal(20)
      expect((await list('status=active&status=retired')).total).to.equal(40)
      expect((await list('status_ne=draft')).total).to.equal(40)
    })

    it('is filtered by a range of times and by a day', async () => {
      const { created_at: from = '' } = all[10] ?? {}
      const expected = all.filter(({ created_at }) => created_at >= from)
      expect((await list(`created_at_gte=${from}`)).total).to.equal(expected.length)
      expect((await list(`created_at_lte=${from}`)).total).to.equal(
        all.filter(({ created_at }) => created_at <= from).length,
      )
      expect((await list('created_at_lte=2000-01-01')).total).to.equal(0)
      expect((await list('created_at_null=false')).total).to.equal(60)
    })

    it('is searched for all words in name and notes, ignoring case, with wildcards taken literally', async () => {
      expect((await list('q=ITEM 5')).total).to.equal(15)
      expect((await list('q=left-handed')).names).to.deep.equal(['Item 07'])
      expect((await list('q=100%25')).names).to.deep.equal(['Item 07'])
      expect((await list('q=_')).total).to.equal(0)
      expect((await list("q='; drop table template_items; --")).total).to.equal(0)
      expect((await list('q=item&status=active&_limit=1')).total).to.equal(20)
    })

    it('answers the records of repeated ids, however many, and none for unknown ids', async () => {
      const wanted = all.slice(5, 45)
      const { body, headers } = await list(wanted.map(({ id }) => `id=${id}`).join('&'))
      expect(body).to.deep.equal(wanted)
      expect(headers.get('link')).to.equal(null)
      expect((await list('id=999999')).body).to.deep.equal([])
    })

    const refused: [query: string, code: string, says: string][] = [
      ['stauts=active', 'query_unknown', 'Did you mean [status]?'],
      ['price=1', 'query_unknown', 'does not accept the parameter [price]'],
      ['_sort=notes', 'query_unknown', 'cannot be sorted by [notes]'],
      ['_embed=owner', 'query_unknown', '[_embed]'],
      ['_sort=name&_order=sideways', 'query_malformed', 'asc or desc'],
      ['status=gone', 'query_malformed', '[gone]'],
      ['created_at_gte=yesterday', 'query_malformed', '[yesterday]'],
      ['created_at_null=maybe', 'query_malformed', 'true or false'],
      ['_limit=501', 'query_malformed', '500'],
      ['_page=0', 'query_malformed', 'starts at 1'],
      ['_start=-1', 'query_malformed', '[-1]'],
      ['_start=10&_end=5', 'query_malformed', '_end'],
      ['_page=1&_start=0', 'query_malformed', 'cannot be combined'],
      ['id=seven', 'query_malformed', '[seven]'],
      ['id=1.5', 'query_malformed', '[1.5]'],
      ['id=9007199254740993', 'query_malformed', '[9007199254740993]'],
    ]
    for (const [query, code, says] of refused) {
      it(`refuses ?${query}`, async () => {
        const { status, body } = await ask(`${ITEMS}?${query}`)
        expect([status, body.code], body.detail).to.deep.equal([400, code])
        expect(body.detail).to.contain(says)
      })
    }

    it('is exported whole as CSV, in order, and safe from formulas in spreadsheets', async () => {
      const evil = await create({ name: '=1+1', price: 5, notes: 'two\nlines, "quoted"' })
      const { status, headers, body } = await ask<string>(`${ITEMS}?_sort=name&_order=desc&_limit=2&q=1`, {
        headers: { accept: 'text/csv' },
      })
      await ask(`${ITEMS}/${evil.id}`, { method: 'DELETE' })
      const lines = body.split('\r\n')
      expect(status).to.equal(200)
      expect(headers.get('content-type')).to.equal('text/csv; charset=utf-8')
      expect(headers.get('content-disposition')).to.equal('attachment; filename="template-items.csv"')
      expect(lines[0]).to.equal('id,name,status,price,notes,created_at')
      expect(lines.slice(1, -2).map((line) => line.split(',')[1])).to.deep.equal(
        [...Array.from({ length: 60 }, (_, index) => `Item ${String(index).padStart(2, '0')}`)]
          .filter((name, index) => name.includes('1') || index === 7)
          .reverse(),
      )
      expect(lines.at(-2)).to.equal(`${evil.id},'=1+1,draft,5,"two\nlines, ""quoted""",${evil.created_at}`)
    })

    it('answers HEAD without a body, and refuses PUT', async () => {
      const head = await ask(ITEMS, { method: 'HEAD' })
      expect([head.status, head.headers.get('x-total-count'), head.body]).to.deep.equal([200, '60', ''])
      const put = await ask(ITEMS, { method: 'PUT', json: {} })
      expect([put.status, put.body.code, put.headers.get('allow')]).to.deep.equal([
        405,
        'method_not_allowed',
        'GET, HEAD, POST, OPTIONS',
      ])
    })

    it('is empty after all records are deleted', async () => {
      await removeAll()
      expect(await list('')).to.deep.include({ body: [], total: 0 })
    })
  })
})

/** The addresses of a `Link` header by relation. */
function linksOf(headers: Headers): Record<string, string> {
  const links = (headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)
  return Object.fromEntries([...links].map(([, address = '', relation = '']) => [relation, address]))
}
