import { DIAGNOSTIC_CATALOGUE } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { startServer, type TestServer } from '../http/start-server.ts'

describe('/docs/diagnostics', () => {
  let page: string
  before(async () => {
    const server: TestServer = await startServer({})
    const response = await server.ask('/docs/diagnostics', { as: null })
    expect(response.status).to.equal(200)
    expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8')
    page = await response.text()
  })

  it('explains every code of the catalogue, each with its own address', () => {
    const missing = Object.keys(DIAGNOSTIC_CATALOGUE).filter((code) => !page.includes(`<tr id="${code}">`))
    expect(missing).to.deep.equal([])
  })

  it('states for each code whether it is an error, why it occurs and what to do', () => {
    const [row] = /<tr id="legacy_dashboards">.*<\/tr>/.exec(page) ?? []
    expect(row).to.include('<td>warning</td>')
    expect(row).to.include('The plugin exports <code>register_dashboards</code>')
    expect(row).to.include('Declare the screens with <code>register_resources</code>.')
  })
})
