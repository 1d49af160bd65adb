import { expect } from 'chai'
import type { Problem } from '@atrium/sdk/documents'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { read } from '../../contract/template-host.ts'

describe('The name of a person', () => {
  let host: TestHost
  before('start a host', async () => {
    host = await startTestHost()
  })
  after('close the host', () => host.close())

  const send = async (to: string, method: string, json: object) =>
    read<Problem>(await host.request(`/api/v1/${to}`, { method, json }))

  for (const name of ['Ada\r\nBcc: all@example.com', 'Ada\u2028Pay here', '\u0007Ada', ' '])
    it(`is a single line, because it is in e-mails: ${JSON.stringify(name)} is refused`, async () => {
      const link = { token: 'x', password: 'seven wild plum trees' }
      const refused = [
        await send('platform/users', 'POST', { name }),
        await send('auth/me', 'PATCH', { name }),
        await send('auth/links/accept', 'POST', { ...link, name }),
      ]
      for (const { status, body } of refused) {
        expect([status, body.code]).to.deep.equal([422, 'validation_failed'])
        expect(body.errors?.name).to.match(/A single line$/)
      }
    })

  it('may be in any script', async () => {
    for (const name of ['Zoë O’Connor-Ñandú', '王小明', 'محمد', 'Ada 👩‍💻'])
      expect((await send('platform/users', 'POST', { name })).status, name).to.equal(201)
  })
})
