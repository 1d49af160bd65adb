import { expect } from 'chai'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Agent, AGENTS, connectAgent } from '../helpers/connect-agent.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { until } from '../helpers/until.ts'
import { TEMPLATE, useTemplateHost } from './template-host.ts'

const TOOLS = [
  'template_change_item',
  'template_create_item',
  'template_delete_item',
  'template_delete_items',
  'template_get_item',
  'template_list_changes_of_item',
  'template_list_items',
  'template_restore_item',
  'template_retire_item',
]

describe('An agent that works with the template', () => {
  let directory: string
  let removeCopy: () => Promise<void>
  const template = useTemplateHost(async () => {
    const made = await createTestDirectory()
    removeCopy = made.remove
    directory = join(made.directory, 'template')
    await cp(TEMPLATE, directory, { recursive: true })
    return { plugins: [directory], watch: true }
  })
  const agents: Agent[] = []
  after(async () => {
    for (const agent of agents) await agent[Symbol.asyncDispose]()
    await removeCopy()
  })

  const connect = async (kind: (typeof AGENTS)[number], query = '') => {
    const { url, token } = template.host
    const agent = await connectAgent(kind, { url, token, query })
    agents.push(agent)
    return agent
  }
  const own = async (agent: Agent) => [...(await agent.tools()).keys()].filter((name) => name.startsWith('template_'))

  for (const kind of AGENTS) {
    it(`finds its tools and does a day's work with them, with the client [${kind}]`, async () => {
      const agent = await connect(kind)
      expect(await own(agent)).to.deep.equal(TOOLS)
      const { structuredContent } = await agent.call('template_create_item', { name: `Chair of ${kind}`, price: 9900 })
      const { id } = structuredContent as { id: number }
      await agent.call('template_change_item', { item_id: id, status: 'active' })
      await agent.call('template_retire_item', { item_id: String(id) })
      const found = await agent.call('template_list_items', { q: kind, status: ['retired'] })
      expect(found.structuredContent).to.deep.include({ total: 1 })
      expect((await agent.call('template_delete_item', { item_id: id })).structuredContent).to.include({ id })
      expect((await agent.call('template_get_item', { item_id: id })).isError).to.equal(true)
    })
  }

  it('is notified when a tool is renamed in the source, and calls it by its new name', async () => {
    const all = await Promise.all(AGENTS.map((kind) => connect(kind)))
    for (const agent of all) await own(agent)
    const file = join(directory, 'src/tools.ts')
    await writeFile(file, (await readFile(file, 'utf8')).replace("'retire_item'", "'withdraw_item'"))
    for (const agent of all) {
      await until('the change to be told', () => agent.told > 0)
      expect(await own(agent))
        .to.include('template_withdraw_item')
        .and.not.to.include('template_retire_item')
    }
    const item = await template.create()
    const answers = all.map((agent) => agent.call('template_withdraw_item', { item_id: String(item.id) }))
    for (const { structuredContent } of await Promise.all(answers)) {
      expect(structuredContent).to.include({ id: item.id, status: 'retired' })
    }
  })

  it('gets the answer of the generation that began a call, although the plugin was reloaded meanwhile', async () => {
    const file = join(directory, 'src/tools.ts')
    const source = await readFile(file, 'utf8')
    const write = (answer: string) => writeFile(file, withWait(source, answer))
    const generation = async () =>
      (await template.ask<{ generation: number }>('/api/v1/plugins/template')).body.generation
    await write('first')
    const agent = await connect('auto')
    await until('the tool to be there', async () => (await own(agent)).includes('template_wait'))
    const before = await generation()
    const begun = agent.call('template_wait', { ms: 1_500 })
    await write('second')
    // A busy machine may load one save twice, so the next generation need not be that of the second one.
    await until('the second answer', async () => {
      const { content } = await agent.call('template_wait', { ms: 0 })
      return JSON.stringify(content) === JSON.stringify([{ type: 'text', text: 'second' }])
    })
    expect(await generation()).to.be.greaterThan(before)
    expect((await begun).content).to.deep.equal([{ type: 'text', text: 'first' }])
    await writeFile(file, source)
    await until('the tool to be gone', async () => !(await own(agent)).includes('template_wait'))
  })

  it('loses the tools of a deactivated plugin, is notified, and has them again afterwards', async () => {
    const all = await Promise.all(AGENTS.map((kind) => connect(kind)))
    await template.ask('/api/v1/plugins/template/deactivate', { method: 'POST' })
    for (const agent of all) {
      expect(await own(agent)).to.deep.equal([])
      await until('the end to be told', () => agent.told > 0)
    }
    await template.ask('/api/v1/plugins/template/activate', { method: 'POST' })
    for (const agent of all) expect(await own(agent)).to.have.length(TOOLS.length)
  })

  it('may use the tools of the platform: to see why a plugin is missing, and to search a panel', async () => {
    const agent = await connect('pinned', '?toolsets=admin,panels')
    const { structuredContent } = await agent.call('plugins_get', { id: 'template' })
    expect(structuredContent).to.include({ id: 'template', state: 'active' })
    await template.create({ name: 'Findable' })
    const found = await agent.call('panels_get_search', { panelId: 'operations', q: 'findable' })
    expect(JSON.stringify(found.structuredContent)).to.contain('Findable')
    const names = [...(await (await connect('pinned', '?toolsets=all')).tools()).keys()]
    expect(names).to.include.members(['plugins_get', 'panels_get_search', 'template_get_item'])
    expect(names.filter((name) => /^(auth|mcp|openapi|ui|forms)_/.test(name))).to.deep.equal([])
  })
})

/** The source with one more tool, which is slow. */
const withWait = (source: string, answer: string) =>
  source.replace('import type { Tools }', 'import { Type, type Tools }').replace(/}\s*$/, `${waiting(answer)}}\n`)

const waiting = (answer: string) => `  tools.add(
    'wait',
    { description: 'Wait.', input: Type.Object({ ms: Type.Integer() }), permission: 'template.items.view' },
    ({ input }) => new Promise((resolve) => setTimeout(() => resolve('${answer}'), input.ms)),
  )
`
