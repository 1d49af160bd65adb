import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { smallTargets } from './small-targets.ts'
import { useShell } from './use-shell.ts'
import { violations } from './violations.ts'

describe('accessibility', () => {
  const shell = useShell()
  let id: number
  before(async () => {
    id = (await shell.create({ name: 'Oak lamp', status: 'active', notes: 'A note' })).id
  })

  const screens: Record<string, (page: Page) => Promise<void>> = {
    '/operations/items': (page) => page.getByRole('link', { name: 'Oak lamp' }).waitFor(),
    '/operations/items/create': (page) => page.getByLabel('Name').waitFor(),
    '/operations/items/:id': (page) => page.getByText('A note').waitFor(),
    '/operations/items/:id/edit': (page) => page.getByLabel('Notes').waitFor(),
    '/sign-in': (page) => page.getByLabel('E-mail').waitFor(),
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [path, isThere] of Object.entries(screens)) {
      it(`has no violation at ${path} in ${colorScheme}, and one heading`, async () => {
        const signedIn = path !== '/sign-in'
        const page = await shell.open(path.replace(':id', String(id)), { colorScheme, signedIn })
        await isThere(page)
        expect(await violations(page)).to.deep.equal([])
        expect(await page.getByRole('heading', { level: 1 }).count()).to.equal(1)
      })
    }
  }

  for (const path of ['/operations/items', '/operations/items/create', '/operations/items/:id'])
    it(`has no target smaller than 44 px for a finger at ${path}`, async () => {
      const viewport = { width: 360, height: 740 }
      const page = await shell.open(path.replace(':id', String(id)), { viewport, hasTouch: true, isMobile: true })
      await screens[path]?.(page)
      await page.waitForLoadState('networkidle')
      expect(await smallTargets(page)).to.deep.equal([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(viewport.width)
    })

  it('has no violation in dialogs and menus', async () => {
    const page = await shell.open('/operations/items')
    await page.getByRole('button', { name: 'Actions for Oak lamp' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.getByRole('menuitem', { name: 'Retire' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).waitFor()
    expect(await violations(page)).to.deep.equal([])
  })
})
