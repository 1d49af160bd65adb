import { expect } from 'chai'
import { type Answer, eachTemplateDatabase, type Init, read } from '../../contract/template-host.ts'
import { signInPerson } from '../../helpers/sign-in-person.ts'

const VIEWS = '/api/v1/platform/views'
const DEFAULT = '/api/v1/platform/default-view'
const LIST = 'items/items-table'
const QUERY = 'status=draft&_columns=name%2Cprice.120&_rows=compact&_sort=price&_order=DESC'

interface View {
  readonly id: number
  readonly name: string
  readonly query: string
  readonly audience: string
  readonly role_id?: string
  readonly owner_id: string
}

eachTemplateDatabase((template) => {
  const personWith = async (permissions: string[] = []) => {
    const person = await signInPerson(template.host, { name: 'Somebody', permissions })
    const ask = async <Body = View>(to: string, init: Init = {}): Promise<Answer<Body>> => {
      const headers = { ...init.headers, authorization: '', cookie: person.cookie, 'sec-fetch-site': 'same-origin' }
      return read(await template.host.request(to, { ...init, headers }))
    }
    const save = (values: object = {}) =>
      ask(VIEWS, { method: 'POST', json: { list: LIST, name: 'Drafts', query: QUERY, ...values } })
    const names = async () => (await ask<View[]>(`${VIEWS}?list=${LIST}`)).body.map(({ name }) => name).sort()
    return { ...person, ask, save, names }
  }
  const sharer = () => personWith(['platform.views.share'])

  describe('A saved view', () => {
    it('follows whoever saved it, whatever their roles allow, and is changed and deleted by them', async () => {
      const { id, ask, save, names } = await personWith()
      const { status, body } = await save()
      expect(status).to.equal(201)
      expect(body).to.deep.include({ name: 'Drafts', query: QUERY, audience: 'me', owner_id: id })
      const to = `${VIEWS}/${body.id}`
      expect((await ask(to, { method: 'PATCH', json: { name: 'Dear drafts' } })).body.name).to.equal('Dear drafts')
      expect(await names()).to.deep.equal(['Dear drafts'])
      expect((await ask(to, { method: 'DELETE' })).status).to.equal(200)
      expect(await names()).to.deep.equal([])
    })

    it('is for nobody else: others neither see, change nor delete it, and those who may share do not either', async () => {
      const { body } = await (await personWith()).save({ name: 'Mine' })
      const to = `${VIEWS}/${body.id}`
      for (const other of [await personWith(), await sharer()]) {
        expect(await other.names()).to.not.include('Mine')
        const answers = [
          await other.ask(to),
          await other.ask(`${to}/history`),
          await other.ask(to, { method: 'PATCH', json: { name: 'Yours' } }),
          await other.ask(to, { method: 'PUT', json: { list: LIST, name: 'Yours', query: '', audience: 'me' } }),
          await other.ask(to, { method: 'DELETE' }),
          await other.ask(DEFAULT, { method: 'PUT', json: { list: LIST, view_id: body.id } }),
        ]
        expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404, 404, 404])
        const many = await other.ask<{ done: unknown }>(`${VIEWS}/delete`, { method: 'POST', json: { ids: [body.id] } })
        expect(many.body.done).to.not.equal(1)
      }
    })

    it('is owned by whoever saves it, even if the request names somebody else', async () => {
      const [one, other] = [await personWith(), await personWith()]
      const { body } = await one.save({ owner_id: other.id })
      expect(body.owner_id).to.equal(one.id)
      const changed = await one.ask(`${VIEWS}/${body.id}`, { method: 'PATCH', json: { owner_id: other.id } })
      expect(changed.body.owner_id ?? one.id).to.equal(one.id)
    })

    it('is shared only by those with the permission, which the answer names', async () => {
      const person = await personWith()
      for (const audience of ['all', 'role']) {
        const refused = await person.ask<{ code: string; detail: string }>(VIEWS, {
          method: 'POST',
          json: { list: LIST, name: 'For all', query: '', audience, role_id: person.roleId },
        })
        expect([refused.status, refused.body.code]).to.deep.equal([403, 'permission_denied'])
        expect(refused.body.detail).to.include('platform.views.share')
      }
      const { body } = await person.save()
      const published = await person.ask(`${VIEWS}/${body.id}`, { method: 'PATCH', json: { audience: 'all' } })
      expect(published.status).to.equal(403)
    })

    it('is seen by everybody if it is for all, and changed by those who may share', async () => {
      const [owner, reader, other] = [await sharer(), await personWith(), await sharer()]
      const { body } = await owner.save({ name: 'Open to all', audience: 'all' })
      const to = `${VIEWS}/${body.id}`
      expect(await reader.names()).to.include('Open to all')
      expect((await reader.ask(to, { method: 'PATCH', json: { name: 'Taken' } })).status).to.equal(403)
      expect((await reader.ask(to, { method: 'DELETE' })).status).to.equal(403)
      expect((await other.ask(to, { method: 'PATCH', json: { name: 'Renamed' } })).body.name).to.equal('Renamed')
      expect((await other.ask(to, { method: 'DELETE' })).status).to.equal(200)
    })

    it('is seen by the holders of a role if it is for that role', async () => {
      const [owner, holder, other] = [await sharer(), await personWith(), await personWith()]
      const { body } = await owner.save({ name: 'For the desk', audience: 'role', role_id: holder.roleId })
      expect(body.role_id).to.equal(holder.roleId)
      expect(await holder.names()).to.include('For the desk')
      expect(await other.names()).to.not.include('For the desk')
      expect((await other.ask(`${VIEWS}/${body.id}`)).status).to.equal(404)
      const back = await owner.ask(`${VIEWS}/${body.id}`, { method: 'PATCH', json: { audience: 'me' } })
      expect(back.body).to.include({ audience: 'me' }).and.not.have.property('role_id')
      expect(await holder.names()).to.not.include('For the desk')
    })

    it('needs a role that there is if it is for a role', async () => {
      const owner = await sharer()
      for (const role_id of [undefined, 'nobody']) {
        const { status, body } = await owner.ask<{ errors: object }>(VIEWS, {
          method: 'POST',
          json: { list: LIST, name: 'X', query: '', audience: 'role', ...(role_id && { role_id }) },
        })
        expect([status, body.errors]).to.deep.equal([422, { role_id: 'Choose a role' }])
      }
    })

    it('opens a list for the person who has chosen it, and for nobody else', async () => {
      const [one, other] = [await sharer(), await personWith()]
      const { body } = await one.save({ name: 'First', audience: 'all' })
      const choose = (view_id: number | null) => one.ask(DEFAULT, { method: 'PUT', json: { list: LIST, view_id } })
      const chosen = async (person: typeof one) =>
        (await person.ask<{ view_id: number | null }>(`${DEFAULT}?list=${LIST}`)).body.view_id
      await choose(body.id)
      expect(await chosen(one)).to.equal(body.id)
      expect(await chosen(other)).to.be.null
      await choose(null)
      expect(await chosen(one)).to.be.null
      await choose(body.id)
      await one.ask(`${VIEWS}/${body.id}`, { method: 'DELETE' })
      expect(await chosen(one), 'deleted').to.be.null
    })

    it('belongs to one list', async () => {
      const person = await personWith()
      const { body } = await person.save()
      const json = { list: 'other/table', view_id: body.id }
      expect((await person.ask(DEFAULT, { method: 'PUT', json })).status).to.equal(422)
    })

    it('is not saved by a caller without an account', async () => {
      const json = { list: LIST, name: 'Nobody’s', query: '' }
      const response = await template.host.request(VIEWS, { method: 'POST', json })
      expect(response.status).to.equal(403)
    })

    it('is deleted with the person', async () => {
      const owner = await sharer()
      await owner.save({ name: 'Left behind', audience: 'all' })
      await template.host.request(`/api/v1/platform/users/${owner.id}`, { method: 'DELETE' })
      expect(await (await personWith()).names()).to.not.include('Left behind')
    })
  })
})
