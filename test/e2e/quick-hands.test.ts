import path from 'node:path'
import { expect } from 'chai'
import { ahead, Practice } from '../../plugins/booking/test/practice.ts'
import { until } from '../helpers/until.ts'
import { holdBack } from './hold-back.ts'
import { isQuiet, ITEMS, rows, TEMPLATE, useShell } from './use-shell.ts'

const PLUGINS = path.resolve(import.meta.dirname, '../../plugins')

/** Each test holds an answer back, so that the next key or click certainly comes before it. */
describe('who works faster than the host answers', () => {
  const shell = useShell(async () => ({
    plugins: [TEMPLATE, ...['clients', 'booking'].map((id) => path.join(PLUGINS, id))],
  }))
  let practice: Practice
  before(() => (practice = new Practice(shell.host)))
  beforeEach(() => shell.removeAll())

  const booking = async () => {
    const service_id = await practice.service()
    const specialist_id = await practice.specialist({ service_id, name: 'Ada Ardent' })
    const client_id = await practice.client()
    return practice.make('/bookings', { service_id, specialist_id, client_id, starts_at: ahead(1) })
  }

  it('undoes the change that is being sent, not the one before', async () => {
    await shell.create({ name: 'Glass vase' })
    const lamp = await shell.create({ name: 'Oak lamp' })
    const page = await shell.open('/operations/items')
    const remove = async (name: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    }
    await remove('Glass vase')
    await page.getByText('Deleted: “Glass vase”').waitFor()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    const letGo = await holdBack(page, 'DELETE', `${ITEMS}/${lamp.id}`)
    await remove('Oak lamp')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await letGo()
    await page.getByText('Undone: Deleted: “Oak lamp”').waitFor()
    expect(await rows(page, 1)).to.deep.equal(['Oak lamp'])
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: Deleted: “Glass vase”').waitFor()
    expect((await rows(page, 2)).sort()).to.deep.equal(['Glass vase', 'Oak lamp'])
  })

  it('undoes nothing if the change that was being sent is refused', async () => {
    await shell.create({ name: 'Glass vase' })
    const lamp = await shell.create({ name: 'Oak lamp' })
    const page = await shell.open('/operations/items')
    await page.getByRole('button', { name: 'Actions for Glass vase' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('Deleted: “Glass vase”').waitFor()
    const letGo = await holdBack(page, 'DELETE', `${ITEMS}/${lamp.id}`)
    await page.getByRole('button', { name: 'Actions for Oak lamp' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await letGo({ status: 409, json: { code: 'in_use', detail: 'It is lit.', status: 409, title: '', type: '' } })
    await page.getByText('Delete failed: It is lit.').waitFor()
    expect(await rows(page, 1)).to.deep.equal(['Oak lamp'])
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: Deleted: “Glass vase”').waitFor()
  })

  it('runs an action once with a double click', async () => {
    const id = await booking()
    const page = await shell.open(`/operations/bookings/${id}`)
    const letGo = await holdBack(page, 'POST', `/bookings/${id}/confirm`)
    let sent = 0
    page.on('request', (request) => (sent += Number(request.method() === 'POST' && request.url().endsWith('/confirm'))))
    await page.getByRole('button', { name: 'Confirm', exact: true }).dblclick()
    await letGo()
    await page.getByText(/^Booking confirmed/).waitFor()
    await page.getByRole('button', { name: 'Confirm', exact: true }).waitFor({ state: 'detached' })
    expect(sent).to.equal(1)
  })

  it('keeps the form of an action that was opened while another action was being sent', async () => {
    const id = await booking()
    const page = await shell.open(`/operations/bookings/${id}`)
    const letGo = await holdBack(page, 'POST', `/bookings/${id}/confirm`)
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByRole('button', { name: /^More actions/ }).click()
    await page.getByRole('menuitem', { name: 'Cancel booking' }).click()
    const reason = page.getByRole('dialog').getByLabel('Reason')
    await reason.fill('Has a cold')
    await letGo()
    await page.getByText(/^Booking confirmed/).waitFor()
    expect(await reason.inputValue()).to.equal('Has a cold')
  })

  it('stays on the screen to which one has gone when a deletion is answered', async () => {
    const { id } = await shell.create({ name: 'Oak lamp' })
    const page = await shell.open(`/operations/items/${id}`)
    const letGo = await holdBack(page, 'DELETE', `${ITEMS}/${id}`)
    await page.getByRole('button', { name: 'More actions for Oak lamp' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await page.getByRole('link', { name: 'New client' }).click()
    await page.getByLabel('Given name').fill('Grace')
    await letGo()
    await page.getByText('Deleted: “Oak lamp”').waitFor()
    expect(await page.getByLabel('Given name').inputValue()).to.equal('Grace')
  })

  it('keeps what was selected after an action on others was sent', async () => {
    for (const name of ['One', 'Two', 'Three']) await shell.create({ name })
    const page = await shell.open('/operations/items')
    await page.getByLabel('Select One').check()
    const letGo = await holdBack(page, 'POST', `${ITEMS}/delete`)
    const bar = page.getByRole('region', { name: 'Selected records' })
    await bar.getByRole('button', { name: 'Delete' }).click()
    await page.getByLabel('Select Two').check()
    await letGo()
    await page.getByText('Deleted: 1 record').waitFor()
    await bar.getByText('1 selected').waitFor()
    expect(await page.getByLabel('Select Two').isChecked()).to.equal(true)
  })

  it('filters by what was typed, although the filter is closed at once', async () => {
    for (const [family_name, tag] of [
      ['Oak', 'regular'],
      ['Vase', 'new'],
    ])
      await practice.ask('POST', '/api/v1/clients/clients', { kind: 'person', family_name, tags: [tag] })
    const page = await shell.open('/operations/clients')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menuitem', { name: 'Tags' }).click()
    await page.getByRole('dialog', { name: 'Tags' }).locator('input:focus').waitFor()
    // In one go, so that the time after which a text applies has not passed, however busy the machine is.
    await page.evaluate(`{
      document.execCommand('insertText', false, 'regular')
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    }`)
    await page.getByRole('button', { name: /^Tags .*regular/ }).waitFor()
    expect(await rows(page, 1)).to.deep.equal(['Oak'])
  })

  it('filters by what is typed while the inputs of the filter are loaded, and returns the focus to its chip', async () => {
    await booking()
    for (const family_name of ['Wilson', 'Jefferson']) await practice.client({ given_name: 'Ruth', family_name })
    const page = await shell.open('/operations/bookings')
    const letGo = await holdBack(page, 'GET', '/filter-chip*.js')
    await page.getByRole('button', { name: 'Filter' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Client', exact: true }).press('Enter')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.keyboard.type('wilson')
    await page.keyboard.press('Enter')
    await letGo()
    const chip = page.getByRole('button', { name: /^Client is .*Wilson/ })
    await chip.waitFor()
    const dialog = page.getByRole('dialog', { name: 'Client' })
    await dialog.getByRole('combobox', { name: 'Client' }).and(page.locator(':focus')).waitFor()
    await dialog.getByRole('option').first().waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await chip.and(page.locator(':focus')).waitFor()
  })

  it('goes from the search to the first record that is found, not to one of before', async () => {
    await shell.create({ name: 'Oak lamp' })
    await shell.create({ name: 'Glass vase' })
    const page = await shell.open('/operations/items')
    await rows(page, 2)
    const letGo = await holdBack(page, 'GET', `${ITEMS}?**oak**`)
    await page.getByLabel('Search this list').focus()
    await page.keyboard.insertText('oak')
    await page.keyboard.press('ArrowDown')
    await letGo()
    await page.getByRole('link', { name: 'Oak lamp' }).and(page.locator(':focus')).waitFor()
    expect(await rows(page, 1)).to.deep.equal(['Oak lamp'])
  })

  it('enters a new client whose form is still being loaded', async () => {
    const page = await shell.open('/operations/bookings/create')
    const letGo = await holdBack(page, 'GET', '/creation-dialog*.js')
    const client = page.getByRole('combobox', { name: 'Client' })
    await client.fill('Hopper')
    await page.getByRole('option', { name: 'New client…' }).click()
    await page.keyboard.type('Grace')
    await letGo()
    const dialog = page.getByRole('dialog', { name: 'New client' })
    const given = dialog.getByLabel('Given name')
    await until('the name is there', async () => (await given.inputValue()) === 'Grace')
    expect(await dialog.getByLabel('Family name').inputValue()).to.equal('Hopper')
  })

  it('gets where one has asked to go while a record is being saved, and is asked first if it is refused', async () => {
    const { id } = await shell.create({ name: 'Oak lamp' })
    const page = await shell.open(`/operations/items/${id}/edit`)
    const save = async (name: string) => {
      await page.getByLabel('Name').fill(name)
      const letGo = await holdBack(page, 'PATCH', `${ITEMS}/${id}`)
      await page.keyboard.press('Control+s')
      await page.getByRole('link', { name: 'Clients', exact: true }).click()
      return letGo
    }
    const refuse = await save('Elm lamp')
    await refuse({ status: 409, json: { code: 'in_use', detail: 'It is lit.', status: 409, title: '', type: '' } })
    await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Keep editing' }).click()
    await page.getByText('It is lit.').waitFor()
    const accept = await save('Fir lamp')
    await accept()
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
    await page.getByText('Changes saved').waitFor()
    expect((await shell.item(id)).name).to.equal('Fir lamp')
    expect(new URL(page.url()).pathname).to.equal('/operations/clients')
  })

  it('keeps a dialog that opens with the first click of a double click', async () => {
    const { id } = await shell.create({ name: 'Oak lamp', status: 'active' })
    const page = await shell.open(`/operations/items/${id}`)
    const dialog = page.getByRole('dialog').getByText('Retire this item?')
    await page.getByRole('button', { name: 'Retire' }).click()
    await dialog.waitFor()
    await page.mouse.move(5, 400)
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await isQuiet(page)
    expect(await dialog.isVisible()).to.equal(true)
    await page.mouse.click(5, 400)
    await dialog.waitFor({ state: 'detached' })
  })
})
