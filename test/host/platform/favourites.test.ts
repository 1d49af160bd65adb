import { expect } from 'chai'
import type { Problem } from '@atrium/sdk/documents'
import { type Answer, eachTemplateDatabase, type Init, read } from '../../contract/template-host.ts'
import { signInPerson } from '../../helpers/sign-in-person.ts'

const FAVOURITES = '/api/v1/platform/favourites'
const LAMP = { panel_id: 'operations', path: '/operations/items/7', title: 'Oak lamp' }

interface Favourite {
  readonly id: number
  readonly path: string
  readonly owner_id: string
}

eachTemplateDatabase((template) => {
  const somebody = async () => {
    const person = await signInPerson(template.host, { name: 'Somebody', permissions: [] })
    const ask = async <Body = Favourite>(to: string, init: Init = {}): Promise<Answer<Body>> => {
      const headers = { ...init.headers, authorization: '', cookie: person.cookie, 'sec-fetch-site': 'same-origin' }
      return read(await template.host.request(to, { ...init, headers }))
    }
    const keep = <Body = Favourite>(values: object = {}) =>
      ask<Body>(FAVOURITES, { method: 'POST', json: { ...LAMP, ...values } })
    const paths = async () => (await ask<Favourite[]>(`${FAVOURITES}?panel_id=operations`)).body.map(({ path }) => path)
    return { ...person, ask, keep, paths }
  }

  describe('A favourite', () => {
    it('is kept and taken away by its person, whatever their roles allow', async () => {
      const { id, ask, keep, paths } = await somebody()
      const { status, body } = await keep({ owner_id: 'somebody-else' })
      expect([status, body.owner_id]).to.deep.equal([201, id])
      expect(await paths()).to.deep.equal([LAMP.path])
      expect((await ask(`${FAVOURITES}/${body.id}`, { method: 'DELETE' })).status).to.equal(200)
      expect(await paths()).to.deep.equal([])
    })

    it('is for nobody else', async () => {
      const { body } = await (await somebody()).keep()
      const other = await somebody()
      const to = `${FAVOURITES}/${body.id}`
      const answers = [
        await other.ask(to),
        await other.ask(to, { method: 'PATCH', json: { title: 'Mine' } }),
        await other.ask(to, { method: 'DELETE' }),
      ]
      expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404])
      expect(await other.paths()).to.deep.equal([])
    })

    it('is a screen of the shell, once, and one of 50', async () => {
      const { keep, paths } = await somebody()
      for (const path of ['https://elsewhere.example', '//elsewhere.example', 'javascript:alert(1)'])
        expect((await keep({ path })).status, path).to.equal(422)
      await keep()
      const again = await keep<Problem>()
      expect([again.status, again.body.code]).to.deep.equal([409, 'conflict'])
      for (let number = 1; number < 50; number += 1) await keep({ path: `/operations/items/${100 + number}` })
      expect((await keep({ path: '/operations/items/200' })).status).to.equal(422)
      expect(await paths()).to.have.length(25)
    })
  })
})
