import { expect } from 'chai'
import path from 'node:path'
import { until } from '../helpers/until.ts'
import { ITEMS, type Item, TEMPLATE, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const CLIENTS = path.resolve(import.meta.dirname, '../../plugins/clients')

interface Client {
  readonly given_name: string
  readonly birth_date: string
}

describe('A file that writes days and numbers in another way than the person', () => {
  const shell = useShell(async () => ({ plugins: [TEMPLATE, CLIENTS] }))
  const read = async <Value>(to: string) => (await (await shell.host.request(to)).json()) as Value
  const paste = async (list: string, text: string) => {
    const page = await shell.open(`/operations/${list}`, { locale: 'en-US' })
    await page.getByRole('button', { name: 'Import…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Import / })
    await dialog.getByLabel('Or paste the cells of a spreadsheet').fill(text)
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('heading', { name: 'Match the columns' }).waitFor()
    const save = async (name: string) => {
      await dialog.getByRole('button', { name: 'Check the lines' }).click()
      await dialog.getByRole('button', { name }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    return { page, dialog, save }
  }
  const births = async () => {
    const clients = await read<Client[]>('/api/v1/clients/clients')
    return Object.fromEntries(clients.map(({ given_name, birth_date }) => [given_name, birth_date]))
  }

  it('is read by the order of those of its days that allow only one', async () => {
    const { page, dialog, save } = await paste(
      'clients',
      'Given name\tFamily name\tDate of birth\nAda\tArdent\t05/06/1990\nBob\tBusy\t31/12/1980\n',
    )
    const order = dialog.getByRole('combobox', { name: 'Days such as 05/06/1990' })
    expect(await order.inputValue()).to.equal('Day first: Jun 5, 1990')
    expect(await violations(page)).to.deep.equal([])
    await save('Import 2 lines')
    expect(await births()).to.include({ Ada: '1990-06-05', Bob: '1980-12-31' })
  })

  it('is read in the order of the person, or the one that they choose, if all of its days allow both', async () => {
    const { page, dialog, save } = await paste(
      'clients',
      'Given name\tFamily name\tDate of birth\nCleo\tCalm\t05/06/1990\n',
    )
    const order = dialog.getByRole('combobox', { name: 'Days such as 05/06/1990' })
    expect(await order.inputValue()).to.equal('Month first: May 6, 1990')
    await order.click()
    await page.getByRole('option', { name: /^Day first/ }).click()
    await dialog
      .getByRole('status')
      .filter({ hasText: /^1 line$/ })
      .waitFor()
    await save('Import 1 line')
    expect(await births()).to.include({ Cleo: '1990-06-05' })
  })

  it('has amounts with a decimal comma, by which a point groups', async () => {
    const { dialog, save } = await paste(
      'items',
      'Name\tPrice\nLamp\t1.234,56\nRug\t49,90\nChair\t1.234\nBed\t1234.50\n',
    )
    const sign = dialog.getByRole('combobox', { name: 'Numbers such as 1.234,56' })
    expect(await sign.inputValue()).to.equal('The comma is decimal: 1,234.56')
    await save('Import 4 lines')
    await until('the items', async () => (await read<Item[]>(ITEMS)).length === 4)
    const items = await read<Item[]>(`${ITEMS}?_sort=id`)
    expect(items.map(({ price }) => price)).to.deep.equal([123_456, 4_990, 123_400, 123_450])
  })

  it('is not asked about where each value has one meaning', async () => {
    const { dialog } = await paste(
      'clients',
      'Given name\tFamily name\tDate of birth\nDan\tDeep\t1990-06-05\nEve\tEarl\t5.6.1990\n',
    )
    await dialog
      .getByRole('combobox', { name: 'Records that exist already' })
      .or(dialog.getByText('2 lines'))
      .first()
      .waitFor()
    expect(await dialog.getByRole('combobox', { name: /such as/ }).count()).to.equal(0)
  })
})
