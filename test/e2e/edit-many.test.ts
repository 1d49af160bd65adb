import { expect } from 'chai'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { tabTo } from './keyboard.ts'
import { rows, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const CLIENTS = '/api/v1/clients/clients'

interface Client {
  readonly id: number
  readonly language: string | null
  readonly tags: readonly string[]
  readonly email: string | null
}

describe('Many records in a list', () => {
  const shell = useShell(async () => ({ plugins: [path.resolve(import.meta.dirname, '../../plugins/clients')] }))
  const ask = async <Value>(method: string, to: string, json?: unknown): Promise<Value> => {
    const response = await shell.host.request(to, { method, ...(json !== undefined && { json }) })
    if (!response.ok) throw new Error(`${method} ${to} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Value
  }
  const make = async (...names: string[]) => {
    const made: Client[] = []
    for (const name of names)
      made.push(await ask<Client>('POST', CLIENTS, { kind: 'company', company_name: name, language: 'de' }))
    return made
  }
  const languages = async () =>
    (await ask<Client[]>('GET', `${CLIENTS}?_sort=id`)).map(({ language }) => language ?? '')
  afterEach(() => ask('POST', `${CLIENTS}/archive`, { filter: '' }))

  const select = async (page: Page, ...names: string[]) => {
    for (const name of names) await page.getByLabel(`Select ${name}`, { exact: true }).check()
    await page.getByRole('button', { name: 'Edit selected…' }).click()
    return page.getByRole('dialog', { name: /^Edit / })
  }
  const openList = async (count: number) => {
    const page = await shell.open('/operations/clients')
    await rows(page, count)
    return page
  }

  it('get the same value in the fields that are switched on, and all of them are undone as one', async () => {
    const before = await make('Acme', 'Bolt', 'Cargo', 'Delta')
    const page = await openList(4)
    const dialog = await select(page, 'Acme', 'Bolt', 'Cargo')
    await dialog.getByText('Edit 3 records').waitFor()
    const send = dialog.getByRole('button', { name: 'Change 3 records' })
    expect(await send.isDisabled(), 'nothing is chosen').to.equal(true)
    expect(await dialog.getByRole('textbox').count(), 'every field is off').to.equal(0)
    for (const name of ['Name', 'Kind', 'Company name', 'Contact points', 'Birth date'])
      expect(await dialog.getByLabel(`Change ${name}`, { exact: true }).count(), name).to.equal(0)
    await dialog.getByLabel('Change Language').check()
    await chooseFrench(dialog)
    expect(await violations(page)).to.deep.equal([])
    await send.click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Changed: 3 records').waitFor()
    expect((await languages()).toSorted()).to.deep.equal(['de', 'fr', 'fr', 'fr'])
    await page.getByRole('region', { name: 'Selected records' }).waitFor({ state: 'detached' })

    await page.getByRole('heading', { name: 'Clients', level: 1 }).click()
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: Changed: ').waitFor()
    expect(await languages()).to.deep.equal(before.map(() => 'de'))
  })

  it('are all that match, if the person says so', async () => {
    await make('Acme', 'Bolt', 'Cargo')
    const page = await shell.open('/operations/clients?q=c')
    await rows(page, 2)
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Edit selected…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 2 records' })
    await dialog.getByLabel('Change Tags').check()
    await dialog.getByRole('combobox', { name: 'Tags' }).fill('vip')
    await page.keyboard.press('Control+s')
    await page.getByText('Changed: 2 records').waitFor()
    const clients = await ask<(Client & { company_name: string })[]>('GET', CLIENTS)
    expect(clients.filter(({ tags }) => tags.includes('vip')).map(({ company_name }) => company_name)).to.have.members([
      'Acme',
      'Cargo',
    ])
  })

  it('get a tag beside those that they have, or lose one', async () => {
    const [acme, bolt] = (await make('Acme', 'Bolt')) as [Client, Client]
    await ask('PATCH', `${CLIENTS}/${acme.id}`, { tags: ['regular'] })
    const page = await openList(2)
    const tags = async () =>
      Promise.all([acme, bolt].map(async ({ id }) => (await ask<Client>('GET', `${CLIENTS}/${id}`)).tags))
    const change = async (way: string, tag: string) => {
      const dialog = await select(page, 'Acme', 'Bolt')
      await dialog.getByLabel('Change Tags').check()
      expect(await dialog.getByRole('radio', { name: 'Add these' }).isChecked(), 'the usual way').to.equal(true)
      await dialog.getByText(way, { exact: true }).click()
      const send = dialog.getByRole('button', { name: 'Change 2 records' })
      await send.click()
      await dialog.getByText(/^Choose what to (?:add|remove)$/).waitFor()
      await dialog.getByRole('combobox', { name: 'Tags' }).fill(tag)
      await send.click()
      await dialog.waitFor({ state: 'detached' })
      // Else the next selection could begin before this one has ended.
      await page.getByRole('region', { name: 'Selected records' }).waitFor({ state: 'detached' })
      return tags()
    }
    expect(await change('Add these', 'vip')).to.deep.equal([['regular', 'vip'], ['vip']])
    expect(await change('Remove these', 'regular')).to.deep.equal([['vip'], ['vip']])
    await page.keyboard.press('Control+z')
    await page.getByText('Undone: Changed: ').waitFor()
    expect(await tags()).to.deep.equal([['regular', 'vip'], ['vip']])
  })

  it('keep what they had if a value is invalid: the field says so, and what was entered stays', async () => {
    await make('Acme', 'Bolt')
    const page = await openList(2)
    const dialog = await select(page, 'Acme', 'Bolt')
    await dialog.getByLabel('Change E-mail').check()
    const email = dialog.getByLabel('E-mail', { exact: true })
    await email.fill('nobody')
    await dialog.getByRole('button', { name: 'Change 2 records' }).click()
    await dialog.getByText('Enter an e-mail address').waitFor()
    expect(await email.inputValue()).to.equal('nobody')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Keep editing' }).click()
    await email.fill('office@example.com')
    await dialog.getByRole('button', { name: 'Change 2 records' }).click()
    await page.getByText('Changed: 2 records').waitFor()
  })

  it('are not overwritten where somebody else has changed them meanwhile: these are named and stay selected', async () => {
    const [acme, bolt] = (await make('Acme', 'Bolt')) as [Client, Client]
    const page = await openList(2)
    const dialog = await select(page, 'Acme', 'Bolt')
    await dialog.getByLabel('Change Language').check()
    await chooseFrench(dialog)
    await ask('PATCH', `${CLIENTS}/${bolt.id}`, { language: 'it' })
    await dialog.getByRole('button', { name: 'Change 2 records' }).click()
    const outcome = page.getByRole('dialog', { name: '1 done, 1 failed' })
    await outcome.getByText('Bolt').waitFor()
    await outcome.getByText('Somebody else has changed it since you saw it.').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await outcome.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('1 selected').waitFor()
    expect(await page.getByLabel('Select Bolt', { exact: true }).isChecked()).to.equal(true)
    expect(await languages()).to.deep.equal(['fr', 'it'])

    await page.getByRole('button', { name: 'Edit selected…' }).click()
    const again = page.getByRole('dialog', { name: 'Edit 1 record' })
    await again.getByLabel('Change Language').check()
    await chooseFrench(again)
    await again.getByRole('button', { name: 'Change 1 record' }).click()
    // The toast of the first change may still be there, and says the same.
    await again.waitFor({ state: 'detached' })
    await page.getByText('Changed: 1 record').last().waitFor()
    expect(await ask('GET', `${CLIENTS}/${acme.id}`)).to.include({ language: 'fr' })
    expect(await languages()).to.deep.equal(['fr', 'fr'])
  })

  it('are changed with the keyboard alone, also emptied, and the focus returns to the button', async () => {
    await make('Acme', 'Bolt')
    const page = await openList(2)
    await tabTo(page, /^Select all on this page$/)
    await page.keyboard.press('Space')
    await tabTo(page, /^Edit selected…$/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Edit 2 records' }).waitFor()
    await page.getByLabel('Change E-mail').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit selected…' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByLabel('Change E-mail').and(page.locator(':focus')).waitFor()
    await tabTo(page, /^Change Language$/)
    await page.keyboard.press('Space')
    await page.getByText('it is emptied in all of them').waitFor()
    await tabTo(page, /^Change Tags$/)
    await page.keyboard.press('Space')
    await tabTo(page, /^Add these$/)
    await page.keyboard.press('ArrowLeft')
    await tabTo(page, /^Change 2 records$/)
    await page.keyboard.press('Enter')
    await page.getByText('Changed: 2 records').waitFor()
    await until('the languages are gone', async () => (await languages()).join('') === '')
    expect(await ask<Client[]>('GET', CLIENTS))
      .to.have.nested.property('[0].tags')
      .that.deep.equals([])
  })

  it('can be edited on a phone in the dark', async () => {
    await make('Acme', 'Bolt')
    const page = await shell.open('/operations/clients', {
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
      hasTouch: true,
    })
    await rows(page, 2)
    const dialog = await select(page, 'Acme', 'Bolt')
    await dialog.getByLabel('Change Notes').check()
    await dialog.getByLabel('Notes', { exact: true }).fill('Called on Monday')
    expect(await violations(page)).to.deep.equal([])
    const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
    expect(isWide, 'the page scrolls sideways').to.equal(false)
    await dialog.getByRole('button', { name: 'Change 2 records' }).click()
    await page.getByText('Changed: 2 records').waitFor()
  })
})

/** Chooses a language by its name. */
async function chooseFrench(dialog: Locator): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Language', exact: true }).fill('french')
  await dialog.page().getByRole('option', { name: 'French', exact: true }).click()
}
