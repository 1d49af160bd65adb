import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { signInPerson } from '../helpers/sign-in-person.ts'
import { until } from '../helpers/until.ts'
import { useShell } from './use-shell.ts'
import { violations } from './violations.ts'
import type { WindowOptions } from './windows.ts'

describe('who else has a record open', () => {
  const shell = useShell()
  let ada: WindowOptions
  before('sign Ada in', async () => {
    ada = { cookies: await cookiesOf('Ada Lovelace') }
  })

  const cookiesOf = async (name: string) => {
    const { cookie } = await signInPerson(shell.host, { name, permissions: ['template.*.*', 'platform.shell.view'] })
    const [key = '', value = ''] = cookie.split('=')
    const { hostname: domain } = new URL(shell.host.url)
    const rest = { domain, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' } as const
    return [{ name: key, value, ...rest }]
  }
  const said = (page: Page, sentence: string) =>
    page.getByRole('status').filter({ hasText: sentence }).first().waitFor({ state: 'attached' })
  const others = (page: Page) => page.getByRole('button', { name: /this record|open, too/ })

  for (const [look, options] of [
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['phone', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
  ] as const) {
    it(`is shown to both on its screens, with who is editing, until they leave (${look})`, async () => {
      const { id } = await shell.create({ name: 'Oak lamp' })
      const mine = await shell.open(`/operations/items/${id}`, options)
      await mine.getByRole('heading', { level: 1, name: 'Oak lamp' }).waitFor()
      expect(await others(mine).count()).to.equal(0)
      const theirs = await shell.open(`/operations/items/${id}/edit`, { ...options, ...ada })
      await said(mine, 'Ada Lovelace has it open, too.')
      await others(theirs).waitFor()

      await theirs.getByLabel('Name').fill('Elm lamp')
      await said(mine, 'Ada Lovelace is editing this record.')
      await others(mine).click()
      const list = mine.getByRole('dialog', { name: 'Who else has this record open' })
      await list.getByRole('listitem').first().waitFor()
      expect(await list.getByRole('listitem').allTextContents()).to.deep.equal(['Ada LovelaceEditing'])
      expect(await violations(mine)).to.deep.equal([])
      expect(await violations(theirs)).to.deep.equal([])

      await theirs.getByRole('button', { name: 'Save' }).click()
      await mine.getByRole('heading', { level: 1, name: 'Elm lamp' }).waitFor()
      await said(mine, 'Ada Lovelace has it open, too.')
      await theirs.close()
      await others(mine).waitFor({ state: 'detached' })
      await mine.getByRole('status').filter({ hasText: 'Ada' }).waitFor({ state: 'detached' })
    })
  }

  it('is known again after a lost connection, and not shown without one', async () => {
    const { id } = await shell.create({ name: 'Oak lamp' })
    const theirs = await shell.open(`/operations/items/${id}`, ada)
    const mine = await shell.open('about:blank')
    const sockets: { close: () => Promise<void> }[] = []
    await mine.routeWebSocket(/\/api\/v1\/ws/, (socket) => {
      const server = sockets.length === 1 ? undefined : socket.connectToServer()
      sockets.push({
        close: async () => {
          await server?.close()
          await socket.close({ code: 1012 })
        },
      })
    })
    await mine.goto(`/operations/items/${id}`)
    await others(mine).waitFor()
    await others(theirs).waitFor()
    await sockets[0]?.close()
    await others(mine).waitFor({ state: 'detached' })
    await others(theirs).waitFor({ state: 'detached' })
    await mine.evaluate(`window.dispatchEvent(new Event('online'))`)
    await until('a second attempt', () => sockets[1])
    await sockets[1]?.close()
    await others(mine).waitFor()
    await others(theirs).waitFor()
  })
})
