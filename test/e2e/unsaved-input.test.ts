import { expect } from 'chai'
import type { Page } from 'playwright-core'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'
import { until } from '../helpers/until.ts'
import { holdBack } from './hold-back.ts'
import { inputsPlugin } from './inputs-plugin.ts'
import { isQuiet, ITEMS, TEMPLATE, useShell } from './use-shell.ts'

describe('unsaved input', () => {
  let workshop: PluginDirectory
  const shell = useShell(async () => {
    workshop = await inputsPlugin()
    return { plugins: [TEMPLATE, workshop.directory] }
  })
  after(() => workshop[Symbol.asyncDispose]())

  const edit = async (page: Page, id: number): Promise<Page> => {
    await page.goto(`/operations/items/${id}/edit`)
    await page.getByLabel('Name').waitFor()
    return page
  }

  /** Enters a value, and ends the tab as soon as it has been stored. Returns another tab of the same person with the form. */
  const enterAndLose = async (page: Page, id: number, [label, text]: [string, string]): Promise<Page> => {
    await page.getByLabel(label).fill(text)
    await until('the draft', () => page.evaluate(`JSON.stringify(localStorage).includes('${text}')`))
    const next = await page.context().newPage()
    await page.close()
    return edit(next, id)
  }

  const restore = (page: Page) => page.getByRole('button', { name: 'Restore' })
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

  it('of an earlier visit is still offered after other input has been saved', async () => {
    const { id } = await shell.create({ name: 'Lamp', status: 'active' })
    const page = await enterAndLose(await edit(await shell.open('about:blank'), id), id, ['Notes', 'By the door'])
    await restore(page).waitFor()
    await page.getByLabel('Name').fill('Oak lamp')
    await save(page).click()
    await page.waitForURL(`**/operations/items/${id}`)
    expect(await shell.item(id))
      .to.include({ name: 'Oak lamp' })
      .and.not.to.have.property('notes')

    await edit(page, id)
    await restore(page).click()
    expect(await page.getByLabel('Name').inputValue()).to.equal('Oak lamp')
    expect(await page.getByText('Somebody else has changed this record').count()).to.equal(0)
    await save(page).click()
    await page.waitForURL(`**/operations/items/${id}`)
    expect(await shell.item(id)).to.include({ name: 'Oak lamp', notes: 'By the door' })
  })

  it('of an earlier visit is in conflict with what somebody else has saved before and after one’s own save', async () => {
    const { id } = await shell.create({ name: 'Lamp', status: 'active', notes: 'Old' })
    const page = await enterAndLose(await edit(await shell.open('about:blank'), id), id, ['Notes', 'By the door'])
    await shell.change(id, { notes: 'Theirs' })
    await edit(page, id)
    await page.getByLabel('Name').fill('Oak lamp')
    await save(page).click()
    await page.waitForURL(`**/operations/items/${id}`)
    await edit(page, id)
    await restore(page).click()
    await page.getByRole('radio', { name: 'Notes: keep theirs' }).waitFor()
  })

  it('of an earlier visit does not overwrite what was saved since unseen, even if more is entered', async () => {
    const { id } = await shell.create({ name: 'Lamp', status: 'active', notes: 'Old' })
    let page = await enterAndLose(await edit(await shell.open('about:blank'), id), id, ['Name', 'My lamp'])
    await shell.change(id, { name: 'Their lamp' })
    await edit(page, id)
    page = await enterAndLose(page, id, ['Notes', 'By the door'])
    await restore(page).waitFor()
    while (await restore(page).isVisible()) await restore(page).click()
    expect(await page.getByLabel('Notes').inputValue()).to.equal('By the door')
    await page.getByRole('radio', { name: 'Name: keep yours', checked: true }).waitFor()
    await page.getByRole('radio', { name: 'Name: keep theirs' }).check()
    await page.getByRole('button', { name: 'Save this version' }).click()
    await page.waitForURL(`**/operations/items/${id}`)
    expect(await shell.item(id)).to.include({ name: 'Their lamp', notes: 'By the door' })
  })

  it('of two tabs with the same record is kept for each of them', async () => {
    const { id } = await shell.create({ name: 'Lamp', status: 'active' })
    const one = await edit(await shell.open('about:blank'), id)
    const other = await edit(await one.context().newPage(), id)
    await one.getByLabel('Name').fill('Oak lamp')
    const later = await enterAndLose(other, id, ['Notes', 'By the door'])
    await one.close()
    await edit(later, id)
    await restore(later).waitFor()
    while (await restore(later).isVisible()) await restore(later).click()
    expect(await later.getByLabel('Name').inputValue()).to.equal('Oak lamp')
    expect(await later.getByLabel('Notes').inputValue()).to.equal('By the door')
  })

  it('of two visits overwrites nothing unseen that was saved between them, in either order of restoring', async () => {
    const { id } = await shell.create({ name: 'Lamp', status: 'active' })
    const one = await edit(await shell.open('about:blank'), id)
    one.on('dialog', (dialog) => void dialog.accept())
    await one.getByLabel('Name').fill('My lamp')
    await shell.change(id, { name: 'Their lamp' })
    const other = await edit(await one.context().newPage(), id)
    await (await enterAndLose(other, id, ['Notes', 'By the door'])).close()
    await one.reload()
    await one.getByText('Name: My lamp').waitFor()
    await restore(one).click()
    await one.getByRole('radio', { name: 'Name: keep theirs' }).waitFor()
    await restore(one).click()
    expect(await one.getByLabel('Notes').inputValue()).to.equal('By the door')
    await one.getByRole('radio', { name: 'Name: keep theirs' }).waitFor()
  })

  it('stays in the form if it was entered while earlier input was being saved', async () => {
    const { id } = await shell.create({ name: 'Lamp', status: 'active' })
    const page = await edit(await shell.open('about:blank'), id)
    const open = await holdBack(page, 'PATCH', `${ITEMS}/${id}`)
    await page.getByLabel('Name').fill('Oak lamp')
    await save(page).click()
    await page.getByLabel('Notes').fill('By the door')
    await open()
    await page.getByText('Changes saved').waitFor()
    expect(await shell.item(id))
      .to.include({ name: 'Oak lamp' })
      .and.not.to.have.property('notes')
    await page.getByText('Unsaved changes').waitFor()
    expect(await page.getByLabel('Notes').inputValue()).to.equal('By the door')
    await save(page).click()
    await page.waitForURL(`**/operations/items/${id}`)
    expect((await shell.item(id)).notes).to.equal('By the door')
  })

  it('stays when one changes the record by an action, and is in conflict with it only in the same field', async () => {
    const { id } = await shell.create({ name: 'Lamp', status: 'active' })
    const page = await edit(await shell.open('about:blank'), id)
    const conflict = page.getByText('Somebody else has changed this record')
    const retire = async () => {
      await page.getByRole('button', { name: 'Retire', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Retire', exact: true }).click()
      await page.getByText('Retired: “Lamp”').waitFor()
    }
    await page.getByLabel('Name').fill('Oak lamp')
    await retire()
    await page.getByRole('combobox', { name: 'Status' }).and(page.locator('[value=Retired]')).waitFor()
    expect(await page.getByLabel('Name').inputValue()).to.equal('Oak lamp')
    expect(await conflict.count()).to.equal(0)
    await save(page).click()
    await page.waitForURL(`**/operations/items/${id}`)
    expect(await shell.item(id)).to.include({ name: 'Oak lamp', status: 'retired' })

    await shell.change(id, { name: 'Lamp', status: 'active' })
    await edit(page, id)
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Draft' }).click()
    await retire()
    await conflict.waitFor()
  })

  it('stays when one undoes what one has saved before', async () => {
    const { id } = await shell.create({ name: 'Lamp', status: 'active' })
    const page = await edit(await shell.open('about:blank'), id)
    await page.getByLabel('Name').fill('Oak lamp')
    const letGo = await holdBack(page, 'PATCH', `${ITEMS}/${id}`)
    await save(page).click()
    await page.getByLabel('Notes').fill('By the door')
    await letGo()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone: Changes saved').waitFor()
    await page.getByLabel('Notes').and(page.locator(':focus')).waitFor()
    await until('the name of before', async () => (await page.getByLabel('Name').inputValue()) === 'Lamp')
    expect(await page.getByLabel('Notes').inputValue()).to.equal('By the door')
    await save(page).click()
    await page.waitForURL(`**/operations/items/${id}`)
    expect(await shell.item(id)).to.include({ name: 'Lamp', notes: 'By the door' })
  })

  it('of a new record cannot change while it is being sent, and can be corrected after a refusal', async () => {
    const page = await shell.open('/operations/items/create')
    const refuse = await holdBack(page, 'POST', ITEMS)
    const name = page.getByLabel('Name')
    await page.getByLabel('Price').fill('10')
    await name.fill('Oak lamp')
    await name.press('Control+s')
    await page.locator('form [aria-busy=true]').waitFor()
    await page.keyboard.type(' and its shade')
    await page.getByRole('combobox', { name: 'Status' }).click()
    expect(await page.getByRole('option').count(), 'a list of choices').to.equal(0)
    await name.focus()
    await refuse({ status: 409, json: { code: 'busy', title: 'Busy', detail: 'The shop is closed.' } })
    await page.getByText('The shop is closed.').waitFor()
    await name.and(page.locator(':focus')).waitFor()
    expect(await name.inputValue()).to.equal('Oak lamp')

    await page.keyboard.type(' and its shade')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { level: 1, name: 'Oak lamp and its shade' }).waitFor()
  })

  it('is saved as one chose field by field, although another version arrives before one saves', async () => {
    const { id } = await shell.create({ name: 'Lamp', status: 'active', notes: 'Old' })
    const page = await edit(await shell.open('about:blank'), id)
    const theirs = page.getByRole('radio', { name: 'Name: keep theirs' })
    await page.getByRole('textbox', { name: 'Name' }).fill('My lamp')
    await shell.change(id, { name: 'Their lamp' })
    await theirs.check()
    await shell.change(id, { notes: 'By the door' })
    await page.getByRole('radio', { name: 'Notes: keep theirs', checked: true }).waitFor()
    expect(await theirs.isChecked()).to.equal(true)
    await shell.change(id, { name: 'Their other lamp' })
    await page.getByText('Their other lamp').waitFor()
    expect(await theirs.isChecked()).to.equal(true)
    await page.getByRole('textbox', { name: 'Name' }).fill('My oak lamp')
    expect(await theirs.isChecked(), 'what one enters afterwards is mine again').to.equal(false)
  })

  const PIECES = '/api/v1/workshop/pieces'
  const createPiece = async (json: object) =>
    (await (await shell.host.request(PIECES, { method: 'POST', json })).json()) as { id: number }

  const openPiece = async (page: Page, to = 'create'): Promise<Page> => {
    await page.goto(`/operations/pieces/${to}`)
    await page.getByLabel('Title').waitFor()
    return page
  }

  /** Ends the tab as soon as the title has been stored, and opens the form in another tab. */
  const losePiece = async (page: Page, to?: string): Promise<Page> => {
    await page.getByLabel('Title').fill('Unsaved')
    await until('the draft', () => page.evaluate(`JSON.stringify(localStorage).includes('Unsaved')`))
    const next = await page.context().newPage()
    await page.close()
    return openPiece(next, to)
  }

  it('has the texts that have no name yet, and those whose name another one has, too', async () => {
    const page = await openPiece(await shell.open('about:blank'))
    const names = { first: ['', 'Stuhl'], second: ['fr', 'Chaise'], third: ['fr', 'Siège'] }
    for (const [index, [name = '', text = '']] of Object.values(names).entries()) {
      await page.getByRole('button', { name: 'Add name' }).click()
      await page.getByLabel(`Name ${index + 1}`).fill(name)
      await page.getByLabel(`Value ${index + 1}`).fill(text)
    }
    const later = await losePiece(page)
    await restore(later).click()
    await later.getByLabel('Value 1').waitFor()
    const inputs = later.getByRole('group', { name: 'Names' }).getByRole('textbox')
    expect(await Promise.all((await inputs.all()).map((each) => each.inputValue()))).to.deep.equal(
      Object.values(names).flat(),
    )
    const create = later.getByRole('button', { name: 'Create' })
    await create.click()
    await later.getByText('Each name may be used only once').waitFor()
    await later.getByLabel('Name 2').fill('de')
    await create.click()
    await later.getByText('Give each value a name').waitFor()
    await later.getByLabel('Name 1').fill('it')
    await create.click()
    await later.waitForURL('**/operations/pieces/*/edit')
    const created = await shell.host.request(`${PIECES}/${/\d+/.exec(new URL(later.url()).pathname)?.[0]}`)
    expect(await created.json()).to.deep.include({
      title: 'Unsaved',
      names: { it: 'Stuhl', de: 'Chaise', fr: 'Siège' },
    })
  })

  it('has an emptied field for JSON as empty, and a text alone with its quotes', async () => {
    const { id } = await createPiece({ title: 'Chair', frame: { wood: 'oak' } })
    let page = await openPiece(await shell.open('about:blank'), `${id}/edit`)
    for (const text of ['', '"oak"']) {
      await page.getByLabel('Frame').fill(text)
      page = await losePiece(page, `${id}/edit`)
      await restore(page).click()
      await until('the title', async () => (await page.getByLabel('Title').inputValue()) === 'Unsaved')
      expect(await page.getByLabel('Frame').inputValue()).to.equal(text)
    }
  })

  it('is not sent by the key that ends a tag', async () => {
    const page = await shell.open('/operations/pieces/create')
    await page.locator('[name=title]').fill('Tagged')
    const labels = page.getByRole('combobox', { name: 'Labels' })
    await labels.pressSequentially('oak')
    await labels.press('Enter')
    await labels.press('Enter')
    await labels.pressSequentially('elm')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Tagged' }).waitFor()
    const pieces = (await (await shell.host.request(PIECES)).json()) as { title: string; labels: string[] }[]
    const tagged = pieces.filter(({ title }) => title === 'Tagged')
    expect(tagged.map((piece) => piece.labels)).to.deep.equal([['oak', 'elm']])
  })

  it('has a time that is not among the free ones', async () => {
    const page = await openPiece(await shell.open('about:blank'))
    await page.getByRole('combobox', { name: 'Maker' }).click()
    await page.getByRole('option', { name: 'Grace' }).click()
    await page.getByRole('button', { name: 'Another time' }).click()
    await page.getByRole('button', { name: 'Starts at' }).click()
    await page.locator('[data-dates-dropdown] table button').nth(15).click()
    await page.keyboard.press('Escape')
    const later = await losePiece(page)
    await restore(later).click()
    await later.getByText(/^Chosen: /).waitFor()
    await isQuiet(later)
    expect(await later.getByText(/^Chosen: /).count()).to.equal(1)
  })

  it('is stored at each moment while it is restored', async () => {
    const { id } = await shell.create({ name: 'Lamp', status: 'active' })
    const page = await enterAndLose(await edit(await shell.open('about:blank'), id), id, ['Notes', 'By the door'])
    await page.evaluate(`(() => {
      const { removeItem } = Storage.prototype
      Storage.prototype.removeItem = function (name) {
        removeItem.call(this, name)
        window.left = [...(window.left ?? []), JSON.stringify(this).includes('By the door')]
      }
    })()`)
    await restore(page).click()
    await until('the removal of the earlier draft', () => page.evaluate('window.left'))
    expect(await page.evaluate('window.left')).to.deep.equal([true])
  })
})
