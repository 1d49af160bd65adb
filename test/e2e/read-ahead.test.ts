import { rows, ITEMS, useShell } from './use-shell.ts'

describe('the first screen reads what it shows while the account is still being read:', () => {
  const shell = useShell()
  let id: number
  before(async () => ({ id } = await shell.create()))

  /** Opens an address, and keeps the account waiting until this path is requested. */
  async function openBeforeAccount(address: string, path: string) {
    const page = await shell.open('/operations/items')
    await rows(page, 1)
    const requested = page.waitForRequest((request) => new URL(request.url()).pathname === path)
    await page.route('**/api/v1/auth/me', async (route) => {
      await requested
      await route.continue()
    })
    await page.goto(address)
    return page
  }

  it('a list', async () => {
    const page = await openBeforeAccount('/operations/items?q=oak', ITEMS)
    await rows(page, 1)
  })

  it('a record', async () => {
    const page = await openBeforeAccount(`/operations/items/${id}`, `${ITEMS}/${id}`)
    await page.getByRole('heading', { name: 'Oak lamp' }).waitFor()
  })

  it('a form', async () => {
    const page = await openBeforeAccount(`/operations/items/${id}/edit`, `${ITEMS}/${id}`)
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
  })
})
