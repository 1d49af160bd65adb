import type { PluginStatus } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { createPlatformDatabase } from '../helpers/platform-database.ts'
import { ITEMS, useTemplateHost } from './template-host.ts'
import type { TemplateHost } from './template-host.ts'

interface Outcome {
  readonly plugin: string
  readonly dropped: string[]
  readonly status: PluginStatus
}

const RESET = '/api/v1/plugins/template/reset'

/** Runs on every database. */
function suite({ ask, create, items }: TemplateHost): void {
  it('drops its tables and creates them again, while requests are told to try again', async () => {
    await create()
    const asked = Promise.all([ask<Outcome>(RESET, { method: 'POST' }), ask(ITEMS), ask(ITEMS)])
    const [{ status, body }, ...meanwhile] = await asked
    expect(status).to.equal(200)
    expect(body.dropped).to.deep.equal(['template_items', 'template_migrations'])
    expect(body.status).to.include({ id: 'template', state: 'active' })
    for (const answer of meanwhile) expect(answer.status).to.be.oneOf([200, 404, 503])
    expect(await items()).to.deep.equal([])
    await create()
    expect(await items()).to.have.length(1)
  })

  it('answers 404 for an unknown plugin', async () => {
    const { status, body } = await ask('/api/v1/plugins/tamplate/reset', { method: 'POST' })
    expect([status, body.code]).to.deep.equal([404, 'plugin_not_found'])
    expect(body.detail).to.include('Did you mean [template]?')
  })

  it('runs one reset after another', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => ask<Outcome>(RESET, { method: 'POST' })))
    for (const { body } of answers) expect(body.dropped).to.deep.equal(['template_items', 'template_migrations'])
    expect(await items()).to.deep.equal([])
  })
}

describe('Resetting a plugin', () => {
  const development = true
  describe('on sqlite3', () => suite(useTemplateHost({ development, sqlite: 'sqlite3' })))
  describe('on postgres', () =>
    suite(useTemplateHost(async () => ({ development, databaseUrl: await createPlatformDatabase() }))))

  describe('in production', () => {
    const { ask, create, items } = useTemplateHost()

    it('is refused, and nothing is lost', async () => {
      await create()
      const { status, body } = await ask(RESET, { method: 'POST' })
      expect([status, body.code]).to.deep.equal([409, 'reset_refused'])
      expect(await items()).to.have.length(1)
    })
  })
})
