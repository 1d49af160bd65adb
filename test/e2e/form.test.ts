import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { ITEMS, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

describe('forms', () => {
  const shell = useShell()
  beforeEach(() => shell.removeAll())

  it('report missing fields without a request, then create one record however often one clicks', async () => {
    const page = await shell.open('/operations/items/create')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Name is required').waitFor()
    await page.locator('input[name=name]:focus').waitFor()

    await page.getByLabel('Name').fill('Oak lamp')
    await page.getByLabel('Price').fill('1.15')
    await page.getByRole('button', { name: 'Create' }).dblclick()
    await page.getByRole('heading', { level: 1, name: 'Oak lamp' }).waitFor()
    const items = (await (await shell.host.request(ITEMS)).json()) as { name: string; price: number }[]
    expect(items.map(({ name, price }) => [name, price])).to.deep.equal([['Oak lamp', 115]])
  })

  it('read a text as a recurrence rule only where its schema says that it is one', async () => {
    const page = await shell.open('/operations/items/create')
    await page.getByLabel('Name').fill('FREQ=WEEKLY;BYDAY=MO')
    await page.getByLabel('Price').fill('10')
    expect(await page.getByText('Every Mon').count()).to.equal(0)
    await page.keyboard.press('Control+s')
    await page.getByText('Item created', { exact: true }).waitFor()
    await page.goto(new URL('/operations/items', page.url()).href)
    await page.getByRole('row').filter({ hasText: 'FREQ=WEEKLY;BYDAY=MO' }).waitFor()
  })

  it('show and send a field only while its condition holds', async () => {
    const page = await shell.open('/operations/items/create')
    await page.getByLabel('Name').fill('Oak lamp')
    await page.getByLabel('Price').fill('10')
    expect(await page.getByLabel('Notes').count()).to.equal(0)
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Active' }).click()
    await page.getByLabel('Notes').fill('Only while active')
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Draft' }).click()
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith(ITEMS)),
      page.getByRole('button', { name: 'Create' }).click(),
    ])
    expect(request.postDataJSON()).to.deep.equal({ name: 'Oak lamp', status: 'draft', price: 1000 })
  })

  it('send only the changed fields, with the version that they were changed from', async () => {
    const { id } = await shell.create({ status: 'active', notes: 'Old' })
    const page = await shell.open(`/operations/items/${id}/edit`)
    await page.getByLabel('Notes').fill('')
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === 'PATCH'),
      page.getByRole('button', { name: 'Save' }).click(),
    ])
    expect(request.postDataJSON()).to.deep.equal({ notes: null })
    expect(request.headers()['if-match']).to.equal(`"${id}.1"`)
    await page.waitForURL(`**/operations/items/${id}`)
    expect(await shell.item(id)).not.to.have.property('notes')
  })

  it('prevent lost updates: one chooses field by field which value to keep', async () => {
    const { id } = await shell.create({ name: 'Lamp', status: 'active', notes: 'Old' })
    const page = await shell.open('about:blank')
    // Without a connection, the form hears of the other change only from the answer.
    await page.routeWebSocket(/\/api\/v1\/ws/, () => undefined)
    await page.goto(`/operations/items/${id}/edit`)
    await page.getByLabel('Name').fill('My lamp')
    await shell.change(id, { name: 'Their lamp', notes: 'Their note' })
    await page.getByRole('button', { name: 'Save' }).click()

    const conflict = page.getByRole('alertdialog')
    await conflict.getByText('Their lamp').waitFor()
    await conflict.getByText(/ · (?:now|\d+ \w+ ago)$/).waitFor()
    expect(await conflict.getByLabel('Name: keep yours').isChecked()).to.be.true
    expect(await conflict.getByLabel('Notes: keep theirs').isChecked()).to.be.true
    expect((await shell.item(id)).name).to.equal('Their lamp')

    await conflict.getByRole('button', { name: 'Save this version' }).click()
    await page.waitForURL(`**/operations/items/${id}`)
    expect(await shell.item(id)).to.deep.include({ name: 'My lamp', notes: 'Their note' })
  })

  it('discard the input if one takes the saved values', async () => {
    const { id } = await shell.create({ name: 'Lamp' })
    const page = await shell.open(`/operations/items/${id}/edit`)
    await page.getByLabel('Name').fill('My lamp')
    await shell.change(id, { name: 'Their lamp' })
    await page.getByRole('button', { name: 'Discard mine' }).click()
    expect(await page.getByLabel('Name').inputValue()).to.equal('Their lamp')
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).to.be.true
  })

  it('offer what was entered before the tab ended, until it is saved', async () => {
    const page = await shell.open('/operations/items/create')
    await page.getByLabel('Price').fill('10')
    await page.getByLabel('Name').fill('Oak lam')
    await page.keyboard.press('End')
    await page.keyboard.type('p')
    await until('the draft', () => page.evaluate(`JSON.stringify(localStorage).includes('Oak lamp')`))
    const context = page.context()
    await page.close()

    const later = await context.newPage()
    await later.goto('/operations/items/create')
    await later.getByText(/^You had unsaved changes from /).waitFor()
    await later.getByText('Name: Oak lamp · Price').waitFor()
    expect(await violations(later)).to.deep.equal([])
    expect(await later.getByLabel('Name').inputValue()).to.equal('')
    await later.getByRole('button', { name: 'Restore' }).click()
    expect(await later.getByLabel('Name').inputValue()).to.equal('Oak lamp')
    expect(await later.getByLabel('Price').inputValue()).to.match(/^10/)
    await later.getByRole('button', { name: 'Create' }).click()
    await later.getByRole('heading', { level: 1, name: 'Oak lamp' }).waitFor()
    expect(await later.evaluate(`JSON.stringify(localStorage).includes('atrium-draft')`)).to.equal(false)
  })

  for (const button of ['Restore', 'Discard'])
    it(`put the cursor into a field again after “${button}”, which takes the button away`, async () => {
      const page = await shell.open('/operations/items/create')
      await page.getByLabel('Name').fill('Oak lamp')
      await until('the draft', () => page.evaluate(`JSON.stringify(localStorage).includes('Oak lamp')`))
      await page.goto('about:blank')
      await page.goto('/operations/items/create')
      await page.getByRole('button', { name: button }).click()
      await page.getByText(/^You had unsaved changes/).waitFor({ state: 'detached' })
      await page.locator('main form :is(input, textarea):focus').waitFor()
    })

  it('keep what was entered for one record apart from another new record that one enters meanwhile', async () => {
    const page = await shell.open('/operations/items/create')
    const [name, price] = [page.getByLabel('Name'), page.getByLabel('Price')]
    const returnAfter = async (text: string) => {
      await until('the draft', () => page.evaluate(`JSON.stringify(localStorage).includes('${text}')`))
      await page.goto('about:blank')
      await page.goto('/operations/items/create')
    }
    await price.fill('10')
    await name.fill('Oak lamp')
    await returnAfter('Oak lamp')
    await page.getByText('Name: Oak lamp').waitFor()
    await name.fill('Rug')
    await returnAfter('Rug')

    await page.getByText('Name: Rug').waitFor()
    await page.getByRole('button', { name: 'Restore' }).click()
    expect([await name.inputValue(), await price.inputValue()]).to.deep.equal(['Rug', ''])
    await page.getByText('Name: Oak lamp').waitFor()
    await price.fill('3')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rug' }).waitFor()

    await page.goto('/operations/items/create')
    await page.getByText('Name: Oak lamp').waitFor()
    await name.fill('Chair')
    await page.getByRole('button', { name: 'Restore' }).click()
    expect([await name.inputValue(), await price.inputValue()]).to.deep.equal(['Oak lamp', '10.00'])
    await page.getByText('Name: Chair').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText(/^You had unsaved changes/).waitFor({ state: 'detached' })
    expect(await name.inputValue()).to.equal('Oak lamp')
  })

  it('keep what two tabs enter for new records apart, each for its own tab', async () => {
    const one = await shell.open('/operations/items/create')
    const other = await one.context().newPage()
    await other.goto('/operations/items/create')
    const enter = async (page: Page, text: string) => {
      await page.getByLabel('Name').fill(text)
      await until('the draft', () => page.evaluate(`JSON.stringify(localStorage).includes('${text}')`))
    }
    await enter(one, 'Oak')
    await enter(other, 'Elm')
    await enter(one, 'Oak lamp')
    await other.reload()
    await one.reload()

    for (const [page, own, others] of [
      [one, 'Oak lamp', 'Elm'],
      [other, 'Elm', 'Oak lamp'],
    ] as const) {
      await page.getByText(`Name: ${own}`).waitFor()
      await page.getByRole('button', { name: 'Restore' }).click()
      expect(await page.getByLabel('Name').inputValue()).to.equal(own)
      await page.getByText(`Name: ${others}`).waitFor()
    }
    await one.getByLabel('Price').fill('10')
    await one.getByRole('button', { name: 'Create' }).click()
    await one.getByRole('heading', { level: 1, name: 'Oak lamp' }).waitFor()
    await other.reload()
    await other.getByText('Name: Elm').waitFor()
    await other.getByRole('button', { name: 'Discard' }).click()
    await other.getByText(/^You had unsaved changes/).waitFor({ state: 'detached' })
  })

  it('show the words of a draft and of their buttons whole on a phone, also in a language with long words', async () => {
    const page = await shell.open('/operations/items/create', {
      locale: 'de-DE',
      viewport: { width: 360, height: 740 },
    })
    const name = page.locator('input[name=name]')
    await name.fill('Stehlampe')
    await until('the draft', () => page.evaluate(`JSON.stringify(localStorage).includes('Stehlampe')`))
    await page.goto('about:blank')
    await page.goto('/operations/items/create')
    await page.getByText('Name: Stehlampe').waitFor()
    await name.fill('Teppich')
    await page.getByText('Ungespeicherte Änderungen', { exact: true }).waitFor()
    const cut = await page.evaluate(`[...document.querySelectorAll('form .mantine-Button-label, [role=status] p')]
      .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)`)
    expect(cut).to.deep.equal([])
  })

  it('ask before input is lost', async () => {
    const { id } = await shell.create({ name: 'Lamp' })
    const page = await shell.open(`/operations/items/${id}/edit`)
    await page.getByLabel('Name').fill('My lamp')
    await page.getByRole('link', { name: 'Items' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
    expect(await page.getByLabel('Name').inputValue()).to.equal('My lamp')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('heading', { level: 1, name: 'Lamp' }).waitFor()
  })
})
