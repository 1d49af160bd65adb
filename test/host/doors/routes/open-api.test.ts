import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'chai'
import { openBrowser } from '../../../helpers/browser.ts'
import { startServer } from '../http/start-server.ts'
import type { TestServer } from '../http/start-server.ts'
import { publishCrew } from './publications.ts'

interface Description {
  readonly openapi: string
  readonly info: { readonly title: string }
  readonly paths: Record<string, unknown>
}

/** Milliseconds for one step in the browser. A machine that does much else takes longer than the 30 s that Playwright waits. */
const WAIT = 50_000

describe('The OpenAPI description', () => {
  let server: TestServer
  before(async () => {
    server = await startServer({ publish: publishCrew })
  })
  const read = async (path: string) => (await (await server.ask(path)).json()) as Description

  it('is valid, and includes the platform’s own operations', async () => {
    const description = await read('/api/v1/openapi.json')
    const result = await new Validator().validate({ ...description })
    expect(result.valid, JSON.stringify(result.errors)).to.equal(true)
    expect(description.openapi).to.match(/^3\.1\./)
    expect(description.paths).to.include.keys(
      '/api/v1/crew/people',
      '/api/v1/panels/{panelId}/modules/{moduleId}/manifest',
      '/api/v1/ui/dashboards/{dashboardId}',
      '/api/v1/forms/{formId}',
      '/api/v1/plugins/{id}',
    )
  })

  it('of one plugin contains only its operations', async () => {
    const description = await read('/api/v1/crew/openapi.json')
    expect(Object.keys(description.paths).every((path) => path.startsWith('/api/v1/crew/'))).to.equal(true)
    expect((await server.ask('/api/v1/crew/openapi.json', { method: 'POST' })).status).to.equal(405)
    expect((await server.ask('/api/v1/nobody/openapi.json')).status).to.equal(404)
    expect((await server.ask('/api/v1/crew/openapi.json/x')).status).to.equal(404)
  })

  it('is cached until the registries change', async () => {
    const tag = async () => (await server.ask('/api/v1/openapi.json')).headers.get('etag')
    const before = await tag()
    expect(await tag()).to.equal(before)
    expect((await server.ask('/api/v1/openapi.json', { headers: { 'if-none-match': before ?? '' } })).status).to.equal(
      304,
    )
    server.registries.withdraw('crew')
    expect(await tag()).not.to.equal(before)
    expect((await server.ask('/api/v1/crew/openapi.json')).status).to.equal(404)
    publishCrew(server.registries)
  })

  it('requires the permission to read it', async () => {
    expect((await server.ask('/api/v1/openapi.json', { as: null })).status).to.equal(401)
    expect((await server.ask('/api/v1/openapi.json', { as: 'clerk' })).status).to.equal(403)
    expect((await server.ask('/api/v1/crew/openapi.json', { as: 'clerk' })).status).to.equal(403)
  })

  it('is displayed at /docs, under the policy that forbids inline scripts', async function () {
    const browser = await openBrowser()
    try {
      const page = await browser.newPage({ extraHTTPHeaders: { authorization: 'Bearer operator' } })
      page.setDefaultTimeout(WAIT)
      const complaints: string[] = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(error.message))
      await page.goto(`${server.url}/docs?plugin=crew`)
      await page.locator('[data-path="/api/v1/crew/people"]').first().waitFor()
      expect(complaints.filter((text) => !text.includes('404'))).to.deep.equal([])
      const stranger = await browser.newPage()
      stranger.setDefaultTimeout(WAIT)
      await stranger.goto(`${server.url}/docs`)
      await stranger.waitForURL('**/sign-in?next=%2Fdocs')
    } finally {
      await browser.close()
    }
  })
})
