import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { connectAgent } from '../helpers/connect-agent.ts'
import { createPluginDirectory, packageJson } from '../helpers/plugin-directory.ts'
import { openSocket } from '../helpers/test-socket.ts'
import { until } from '../helpers/until.ts'
import { choose, tabTo } from './keyboard.ts'
import { ITEMS, TEMPLATE, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const PASSWORD = 'nine quiet harbour lamps'

/** A plugin with a message that requires what the story's person lacks. */
const BELL = {
  'package.json': packageJson({ name: 'bell', atrium: { id: 'bell', title: 'Bell' } }),
  'src/index.ts': `
import { Type } from '@atrium/sdk'
export function register_channels(channels) {
  const ring = { payload: Type.Object({}), permission: 'template.items.create' }
  channels.namespace('bell', { 'bell.ring': ring }, (message, { reply }) => reply('bell.rang', {}))
}`,
}

describe('A company lets somebody in, with the keyboard alone:', function () {
  const shell = useShell(async () => {
    const bell = await createPluginDirectory(BELL, { name: 'bell' })
    return { plugins: [TEMPLATE, bell.directory] }
  })
  const ask = async <Body>(to: string, init: Parameters<typeof shell.host.request>[1] = {}) =>
    (await (await shell.host.request(to, init)).json()) as Body
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const isClean = async (page: Page) => expect(await violations(page), page.url()).to.deep.equal([])
  /** What went wrong with requests of a page, which the console of the browser shows. */
  const refused: string[] = []
  const watched = (page: Page) => {
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`)
    })
    return page
  }
  let role = ''
  let rosa: { id: string; page: Page }

  it('the operator makes a role in the form of roles', async () => {
    await shell.create({ name: 'Bolt', status: 'active' })
    await shell.create({ name: 'Rivet', status: 'draft' })
    const page = watched(await shell.open('/admin/roles/create'))
    await heading(page, 'New role')
    await tabTo(page, /^Title/)
    await page.keyboard.type('Reader')
    await tabTo(page, /^Name/)
    await page.keyboard.type('reader')
    await page.getByText('Template: Items', { exact: true }).waitFor()
    await tabTo(page, /^Template: Items/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^See/)
    await page.keyboard.press('Space')
    await page.getByText('1 chosen').waitFor()
    await tabTo(page, /^Add condition/)
    await page.keyboard.press('Enter')
    const condition = page.getByRole('group', { name: 'Condition 1', exact: true })
    await condition.getByLabel('Records').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Template')
    const options = page.getByRole('option')
    await until('one kind of record', async () => (await options.allTextContents()).join() === 'Template: Items')
    await choose(page, 'Template: Items')
    await tabTo(page, /^Add a condition/)
    await page.keyboard.press('Enter')
    await tabTo(page, /^Field of condition 1/)
    await choose(page, 'Status')
    await tabTo(page, /^Value of condition 1/)
    await choose(page, 'Active')
    await isClean(page)
    await tabTo(page, /^Create$/)
    await page.keyboard.press('Enter')
    await heading(page, 'Reader')
    const [made] = await ask<{ id: string }[]>('/api/v1/platform/roles?name=reader')
    expect(made).to.deep.include({
      permissions: ['template.items.view'],
      conditions: [{ resource: 'template_items', where: 'status=active' }],
      second_factor: 'optional',
    })
    role = made?.id ?? ''
  })

  it('invites a person, who chooses a password and sees the screens of the role', async () => {
    const page = watched(await shell.open('/admin/users/create'))
    await tabTo(page, /^Name/)
    await page.keyboard.type('Rosa')
    await tabTo(page, /^E-mail/)
    await page.keyboard.type('rosa@example.com')
    await page.getByLabel('Reader').waitFor()
    await tabTo(page, /^Reader/)
    await page.keyboard.press('Space')
    await tabTo(page, /^Create$/)
    await page.keyboard.press('Enter')
    await heading(page, 'Rosa')
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await tabTo(page, /^Create invitation/)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Copy this now' })
    const link = await dialog.getByRole('textbox').first().inputValue()
    await isClean(page)

    const own = watched(await shell.open(link, { signedIn: false }))
    await heading(own, 'Welcome, Rosa')
    await tabTo(own, /^(New )?[Pp]assword/)
    await own.keyboard.type(PASSWORD)
    await own.keyboard.press('Enter')
    await heading(own, 'Items')
    await own.getByRole('link', { name: 'Bolt' }).waitFor()
    expect(await own.getByRole('link', { name: 'Rivet' }).count()).to.equal(0)
    expect(await own.getByRole('link', { name: /^New/ }).count(), 'a way to create items').to.equal(0)
    expect(await own.getByRole('navigation').first().getByRole('link').allTextContents()).to.deep.equal(['Items'])
    await isClean(own)
    await own.getByRole('button', { name: 'Account: Rosa' }).click()
    await own.getByRole('menuitem', { name: 'Your account' }).click()
    await heading(own, 'Your account')
    expect(await own.getByRole('link', { name: 'Plugins' }).count(), 'an entry that leads to an error').to.equal(0)
    await own.goBack()
    await heading(own, 'Items')
    rosa = { id, page: own }
    expect(refused, 'requests that were refused').to.deep.equal([])
  })

  it('refuses what the role does not grant, alike over REST, WebSocket and MCP', async () => {
    const permissions = ['template.items.view']
    const json = { name: 'Rosa', user_id: rosa.id, permissions }
    const { secret } = await ask<{ secret: string }>('/api/v1/platform/tokens', { method: 'POST', json })
    const headers = { authorization: `Bearer ${secret}` }
    const rest = await shell.host.request(ITEMS, { method: 'POST', json: { name: 'X', price: 1 }, headers })
    const said: unknown[] = [await rest.json()]
    const { socket, ask: send } = await openSocket(`${shell.host.url.replace(/^http/, 'ws')}/api/v1/ws`, { headers })
    said.push(await send({ namespace: 'bell', type: 'bell.ring', payload: {} }))
    socket.close()
    await using agent = await connectAgent('former', { url: shell.host.url, token: secret })
    expect([...(await agent.tools()).keys()])
      .to.include('template_get_item')
      .and.not.include('template_create_item')
    said.push(await agent.call('template_create_item', { name: 'X', price: 1 }))
    expect(await ask<object[]>(ITEMS)).to.have.length(2)
    for (const each of said)
      expect(JSON.stringify(each)).to.include('permission_denied').and.include('[template.items.create]')
  })

  it('says why, and shows Atrium as the role', async () => {
    const page = watched(await shell.open(`/admin/users/${rosa.id}`))
    await heading(page, 'Rosa')
    await tabTo(page, /^What may they do/)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'What may Rosa do?' })
    await dialog.getByLabel('A permission').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('/operations/items/create')
    await page.keyboard.press('Enter')
    await dialog.getByText('No role of [Rosa] grants [template.items.create].').waitFor()
    await dialog.getByRole('link', { name: 'Editor' }).waitFor()
    await isClean(page)

    await page.goto(`/admin/roles/${role}`)
    await heading(page, 'Reader')
    await tabTo(page, /^View as this role/)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Preview' }).getByText('You are viewing Atrium as Reader').waitFor()
    await page.getByRole('link', { name: 'Bolt' }).waitFor()
    expect(await page.getByRole('link', { name: 'Rivet' }).count()).to.equal(0)
    await isClean(page)
    await tabTo(page, /^End preview/)
    await page.keyboard.press('Enter')
    await heading(page, 'Reader')
    expect(refused, 'requests that were refused').to.deep.equal([])
  })

  it('finds all of it in the audit log', async () => {
    const page = watched(await shell.open('/admin/audit'))
    await heading(page, 'Audit log')
    await page.getByRole('row').nth(1).waitFor()
    await isClean(page)
    const rows = await ask<{ operation: string; person: string; record_id?: string }[]>(
      '/api/v1/platform/audit?_limit=100',
    )
    const done = rows.map(({ operation, person }) => `${person}: ${operation}`)
    expect(done).to.include.members([
      'Operator: POST /api/v1/platform/roles',
      'Operator: POST /api/v1/platform/users',
      'Operator: POST /api/v1/platform/users/{user_id}/invitation',
      'Rosa: POST /api/v1/auth/links/accept',
      'Operator: PREVIEW',
    ])
    expect(refused, 'requests that were refused').to.deep.equal([])
  })
})
