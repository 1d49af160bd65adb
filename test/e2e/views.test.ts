import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { holdBack } from './hold-back.ts'
import { rows, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const VIEWS = '/api/v1/platform/views'
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: 'dark' } as const

describe('the saved views of a list', () => {
  const shell = useShell()
  before(async () => {
    await shell.create({ name: 'Oak lamp', status: 'active', price: 4000 })
    await shell.create({ name: 'Pine table', status: 'draft', price: 12_000 })
    await shell.create({ name: 'Glass vase', status: 'draft', price: 900 })
  })

  const openPanel = async (page: Page, button: string) => {
    await page.getByRole('button', { name: button }).click()
    return page.getByRole('dialog', { name: 'Views' })
  }

  it('are saved with filters, order and columns, and follow the person to another browser', async () => {
    const page = await shell.open('/operations/items?status=draft&_sort=price&_order=DESC&_columns=name,price')
    expect(await rows(page, 2)).to.deep.equal(['Pine table', 'Glass vase'])
    const panel = await openPanel(page, 'Views')
    await panel.getByRole('button', { name: 'Save as new view…' }).click()
    await panel.getByLabel('Name').fill('Dear drafts')
    expect(await violations(page)).to.deep.equal([])
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Dear drafts', exact: true }).first().waitFor()

    const other = await shell.open('/operations/items')
    await rows(other, 3)
    await (await openPanel(other, 'Views')).getByRole('button', { name: 'Dear drafts', exact: true }).click()
    expect(await rows(other, 2)).to.deep.equal(['Pine table', 'Glass vase'])
    expect(await other.locator('thead th[data-column]').count()).to.equal(2)
    const shared = await shell.open(new URL(other.url()).pathname + new URL(other.url()).search)
    expect(await rows(shared, 2), 'the whole state is in the address').to.deep.equal(['Pine table', 'Glass vase'])
  })

  it('leave the person’s own columns alone, until one chooses the standard that is open already', async () => {
    const page = await shell.open('/operations/items')
    await rows(page, 3)
    const price = page.locator('thead th[data-column=price]')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Price' }).uncheck()
    await price.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await (await openPanel(page, 'Views')).getByRole('button', { name: 'Dear drafts', exact: true }).click()
    await price.waitFor()
    await (await openPanel(page, 'Dear drafts')).getByRole('button', { name: 'Standard' }).click()
    await price.waitFor({ state: 'detached' })
    const arranged = await openPanel(page, 'Views')
    await arranged.locator('[aria-current=false]').getByText('Standard').click()
    await price.waitFor()
    await (await openPanel(page, 'Views')).locator('[aria-current=true]').getByText('Standard').waitFor()
    await page.goto('/operations/items')
    await price.waitFor()
  })

  it('say that they were changed, and keep the change when told to', async () => {
    const page = await shell.open('/operations/items')
    await rows(page, 3)
    await (await openPanel(page, 'Views')).getByRole('button', { name: 'Dear drafts', exact: true }).click()
    await rows(page, 2)
    await page.locator('thead').getByRole('button', { name: 'Name' }).click()
    const panel = await openPanel(page, 'Dear drafts (changed)')
    await panel.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('(changed)').waitFor({ state: 'detached' })
    await panel.getByRole('button', { name: 'Standard' }).click()
    expect(await rows(page, 3)).to.have.length(3)
  })

  it('open the list by themselves if the person has chosen one, on a phone too', async () => {
    const page = await shell.open('/operations/items', PHONE)
    await rows(page, 3)
    const panel = await openPanel(page, 'Views')
    await panel.getByRole('button', { name: 'Open the list with Dear drafts' }).tap()
    await panel.getByRole('button', { name: 'Open the list with Dear drafts', pressed: true }).waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.goto('/operations/items')
    await page.getByRole('button', { name: 'Dear drafts' }).waitFor()
    expect(await rows(page, 2)).to.have.length(2)
    const again = await openPanel(page, 'Dear drafts')
    await again.getByRole('button', { name: 'Standard' }).tap()
    expect(await rows(page, 3)).to.have.length(3)
    await page.reload()
    expect(await rows(page, 3), 'the address asks for the list as declared').to.have.length(3)
  })

  it('leave every tool of the list in reach of a phone, however long the name of the open view is', async () => {
    const page = await shell.open('/operations/items?_view=none', PHONE)
    await rows(page, 3)
    const panel = await openPanel(page, 'Views')
    await panel.getByRole('button', { name: 'Save as new view…' }).tap()
    await panel.getByLabel('Name').fill('Everything that reception needs to see before noon')
    await panel.getByRole('button', { name: 'Save', exact: true }).tap()
    const name = page.getByRole('button', { name: /^Everything that reception/ }).first()
    await name.waitFor()
    await page.keyboard.press('Escape')
    const download = await page.getByRole('button', { name: 'Export as CSV' }).boundingBox()
    expect((download?.x ?? 0) + (download?.width ?? 0)).to.be.at.most(PHONE.viewport.width)
    const view = await name.boundingBox()
    expect((view?.y ?? 0) + (view?.height ?? 0) / 2, 'in one line').to.be.closeTo(
      (download?.y ?? 0) + (download?.height ?? 0) / 2,
      1,
    )
  })

  it('open although a column or filter is gone, and say what was left out', async () => {
    const page = await shell.open('/operations/items')
    await rows(page, 2)
    const place = '/operations/items'
    const query = 'colour=red&status=active&_columns=size%2Cname'
    const made = await page.evaluate<string>(`(async () => {
      const views = await (await fetch('${VIEWS}')).json()
      const body = JSON.stringify({ list: views[0].list, name: 'Old', query: '${query}' })
      const headers = { 'content-type': 'application/json' }
      return (await (await fetch('${VIEWS}', { method: 'POST', headers, body })).json()).id
    })()`)
    await page.goto(`${place}?_view=${made}`)
    await page.getByText('is shown without the column “size”, the filter “colour”').waitFor()
    expect(await rows(page, 1)).to.deep.equal(['Oak lamp'])
    expect(await violations(page)).to.deep.equal([])
  })

  it('are saved once, however often Enter is pressed, and do not follow a person who goes on meanwhile', async () => {
    const page = await shell.open('/operations/items?_view=none')
    await rows(page, 3)
    const panel = await openPanel(page, 'Views')
    await panel.getByRole('button', { name: 'Save as new view…' }).click()
    await panel.getByLabel('Name').fill('Once')
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
    const letGo = await holdBack(page, 'POST', VIEWS)
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Oak lamp' }).click()
    await page.getByRole('heading', { name: 'Oak lamp' }).waitFor()
    const answered = page.waitForResponse(`**${VIEWS}`)
    await letGo()
    await answered
    await page.goto('/operations/items?_view=none')
    await (await openPanel(page, 'Views')).getByRole('button', { name: 'Once', exact: true }).waitFor()
    expect(sent.filter((each) => each === VIEWS)).to.have.length(1)
    await page.goBack()
    await page.getByRole('heading', { name: 'Oak lamp' }).waitFor()
    expect(new URL(page.url()).search).to.equal('')
  })

  it('are renamed and deleted', async () => {
    const page = await shell.open('/operations/items?_view=none')
    await rows(page, 3)
    const panel = await openPanel(page, 'Views')
    await panel.getByRole('button', { name: 'Edit Old' }).click()
    await panel.getByLabel('Name').fill('Older')
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await panel.getByRole('button', { name: 'Edit Older' }).click()
    await panel.getByRole('button', { name: 'Delete' }).click()
    await panel.getByRole('button', { name: 'Delete for good' }).click()
    await panel.getByRole('button', { name: 'Edit Dear drafts' }).waitFor()
    await until(
      'it is gone',
      async () => (await panel.getByRole('button', { name: 'Older', exact: true }).count()) === 0,
    )
  })
})
