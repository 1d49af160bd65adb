import { expect } from 'chai'
import { seeded_random } from '@atrium/sdk/host'
import { openSocket } from '../../helpers/test-socket.ts'
import { type Answer, eachTemplateDatabase, type Init, type Item, ITEMS } from '../template-host.ts'

const RIGHTS = ['template.items.*', 'platform.shell.view']
const SECRET = 987_654

/** What somebody tries whose role hides the price of all items, and reaches only those that are active. */
describe('Somebody who sees a part', () => {
  eachTemplateDatabase((template) => {
    let headers: Record<string, string>
    let open: Item
    let beyond: Item
    const ask = async <Body = { code?: string; detail?: string }>(to: string, init: Init = {}): Promise<Answer<Body>> =>
      template.ask<Body>(to, { ...init, headers: { ...headers, ...(init.headers as object) } })
    const names = async () => (await template.items()).map(({ name, status }) => `${name} ${status}`)

    before('make them', async () => {
      const resource = 'template_items'
      const role = {
        ...{ name: 'part', label: 'Part', permissions: RIGHTS },
        conditions: [{ resource, where: 'status=active' }],
        fields: [{ resource, hidden: ['price'] }],
      }
      const make = async <Made>(to: string, json: object) =>
        (await template.ask<Made>(`/api/v1/platform/${to}`, { method: 'POST', json })).body
      const { id } = await make<Item>('roles', role)
      const person = await make<{ id: string }>('users', { name: 'Part', kind: 'service', roles: [id] })
      const token = { name: 'x', user_id: person.id, permissions: RIGHTS }
      headers = { authorization: `Bearer ${(await make<{ secret: string }>('tokens', token)).secret}` }
    })
    beforeEach('make two items', async () => {
      await template.removeAll()
      open = await template.create({ name: 'Bolt', status: 'active', price: SECRET })
      beyond = await template.create({ name: 'Rivet', status: 'draft', price: 5 })
    })

    it('learns nothing of a hidden field by what a bulk action, an order or an export does with it', async () => {
      for (const filter of ['price_gte=100', `price=${SECRET}`, 'price_lte=1', 'price_ne=1', 'price_null=true'])
        expect((await ask(`${ITEMS}/delete`, { method: 'POST', json: { filter } })).status, filter).to.equal(400)
      for (const query of ['_sort=price', 'price_gte=100', '_sort=name&price=1'])
        for (const accept of ['text/csv', 'application/json'])
          expect((await ask(`${ITEMS}?${query}`, { headers: { accept } })).status, query).to.equal(400)
      expect(await names()).to.deep.equal(['Bolt active', 'Rivet draft'])
    })

    it('changes nothing beyond their reach in bulk, whether it is named or matched', async () => {
      await ask(`${ITEMS}/delete`, { method: 'POST', json: { ids: [beyond.id, 99_999] } })
      await ask(`${ITEMS}/delete`, { method: 'POST', json: { filter: 'status=draft' } })
      expect(await names()).to.include('Rivet draft')
      const one = async (id: number) => {
        const { body } = await ask(`${ITEMS}/delete`, { method: 'POST', json: { ids: [id] } })
        return JSON.stringify(body).replaceAll(String(id), 'ID')
      }
      expect(await one(beyond.id)).to.equal(await one(99_999))
    })

    it('takes back what they have deleted, with the field that they do not see, or nothing', async () => {
      const gone = await ask(`${ITEMS}/${open.id}`, { method: 'DELETE' })
      const undo = gone.headers.get('undo')
      if (undo !== null) {
        const { status, body } = await ask(undo, { method: 'POST' })
        expect(JSON.stringify(body)).to.not.include(String(SECRET))
        expect(status).to.be.oneOf([200, 403])
      }
      const [back] = (await template.items()).filter(({ name }) => name === 'Bolt')
      if (back !== undefined) expect(back.price).to.equal(SECRET)
    })

    it('loses nothing by an undo that would be refused: who requires one is refused, and nobody is promised one', async () => {
      const required = await ask(`${ITEMS}/${open.id}`, { method: 'DELETE', headers: { undo: 'required' } })
      expect({ status: required.status, code: required.body.code }).to.deep.equal({
        status: 409,
        code: 'undo_impossible',
      })
      expect(await names()).to.include('Bolt active')
      expect((await ask(`${ITEMS}/${open.id}`, { method: 'DELETE' })).headers.get('undo')).to.equal(null)
    })

    it('is told nothing in a thousand frames of any kind, and none of them fails', async function () {
      const { host } = template
      const client = await openSocket(`${host.url.replace('http', 'ws')}/api/v1/ws`, { headers })
      const paths = ['', '/', '/..', '%2f..', '?x=1', '/history', '//', '/%00', '/delete'].flatMap((end) =>
        [ITEMS, `${ITEMS}/${beyond.id}`, `${ITEMS}/${open.id}`, '/api/v1/platform/users', '/api/v1/platform/audit'].map(
          (path) => path + end,
        ),
      )
      const words = ['shell', 'ws', '__proto__', 'constructor', 'template', '', 'toString']
      const types = ['watch', 'attend', 'subscribe', '__proto__', 'constructor', 'hasOwnProperty', '']
      const random = seeded_random(10)
      const path = () => random.pick(paths)
      const odd = () =>
        random.pick([null, true, -1, 1e308, '', [], {}, [path()], { paths: path() }, { path: [path()] }])
      const payload = () =>
        random.pick<() => unknown>([
          () => ({ paths: [path(), path(), path()].slice(0, random.integer(0, 3)) }),
          () => ({ path: path(), ...(random.chance(0.5) && { editing: random.pick([true, false, 'yes', null]) }) }),
          () => ({ path: path(), [random.pick(words)]: odd() }),
          odd,
        ])()
      for (let at = 0; at < 1_000; at += 1) {
        const message = { namespace: random.pick(words), type: random.pick(types), payload: payload() }
        const answer = await client.ask(message)
        const about = JSON.stringify({ message, answer })
        if (answer.type === 'error') expect(answer.payload.status, about).to.be.within(400, 499)
        else expect(answer.type, about).to.be.oneOf(['watching', 'attending', 'subscribed'])
        if (answer.type !== 'attending' || answer.payload.path === null) continue
        expect((await ask(answer.payload.path as string)).status, about).to.equal(200)
      }
      expect(JSON.stringify(client.frames)).to.not.include(String(SECRET)).and.not.include('Rivet')
      client.socket.terminate()
    })
  })
})
