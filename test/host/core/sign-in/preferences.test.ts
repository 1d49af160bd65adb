import { expect } from 'chai'
import { eachDatabase } from '../../../helpers/databases.ts'
import { startAuth } from '../auth/start-auth.ts'

describe('The preferences of a person', () => {
  eachDatabase((target) => {
    it('are kept, and taken back with null', async () => {
      const { send, signIn } = await startAuth(target)
      const cookie = await signIn()
      const change = (body: object) => send('PATCH', '/me', { cookie, body })
      const formats = { hour_cycle: 'h23', first_day: 1 }
      const chosen = { locale: 'de-at', time_zone: 'Europe/Vienna', theme: 'dark', formats }
      expect((await change(chosen)).body).to.deep.include({ ...chosen, locale: 'de-AT', name: 'Operator' })
      expect((await change({ theme: null })).body).to.not.have.property('theme')
      expect((await send('GET', '/me', { cookie })).body).to.deep.include({ time_zone: 'Europe/Vienna', formats })
    })

    it('include their name, which counts at once', async () => {
      const { send, signIn } = await startAuth(target)
      const cookie = await signIn()
      expect((await send('PATCH', '/me', { cookie, body: { name: ' Ada ' } })).body).to.include({ name: 'Ada' })
      expect((await send('GET', '/me', { cookie })).body).to.include({ name: 'Ada' })
    })

    it('are refused at the field if there is no such language or time zone', async () => {
      const { send, signIn } = await startAuth(target)
      const cookie = await signIn()
      const wrong = await send('PATCH', '/me', { cookie, body: { locale: 'xx_yy', time_zone: 'Mars/Olympus' } })
      expect(wrong.status).to.equal(422)
      expect(wrong.body.errors).to.have.keys('locale', 'time_zone')
    })

    it('belong to people, not to programs', async () => {
      const { send } = await startAuth(target, { adminToken: 'preset' })
      const headers = { authorization: 'Bearer preset' }
      expect((await send('PATCH', '/me', { headers, body: { theme: 'dark' } })).status).to.equal(403)
    })
  })
})
