import { expect } from 'chai'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { useShell } from './use-shell.ts'

const PLUGINS = path.resolve(import.meta.dirname, '../../plugins')
const API = '/api/v1/booking'

interface Named {
  readonly id: number
  readonly name: string
}

interface Place extends Named {
  readonly zone: string
  readonly address?: string
}

interface Specialist extends Named {
  readonly location_id: number
  readonly active: boolean
}

describe('The import of records that belong to others', () => {
  const shell = useShell(async () => ({ plugins: ['clients', 'booking'].map((id) => path.join(PLUGINS, id)) }))
  const ask = async <Value>(method: string, to: string, json?: unknown): Promise<Value> => {
    const response = await shell.host.request(`${API}${to}`, { method, ...(json !== undefined && { json }) })
    if (!response.ok) throw new Error(`${method} ${to} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Value
  }
  afterEach(async () => {
    await ask('POST', '/specialists/delete', { filter: '' })
    await ask('POST', '/locations/delete', { filter: '' })
  })
  const place = (name: string) => ask<Place>('POST', '/locations', { name, zone: 'Europe/Vienna' })
  const paste = async (list: string, text: string): Promise<{ page: Page; dialog: Locator }> => {
    const page = await shell.open(`/operations/${list}`)
    await page.getByRole('button', { name: 'Import…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Import / })
    await dialog.getByLabel('Or paste the cells of a spreadsheet').fill(text)
    await dialog.getByRole('button', { name: 'Next' }).click()
    return { page, dialog }
  }
  const figures = (dialog: Locator) => dialog.getByRole('status').locator('dd').allTextContents()

  it('finds them by title or id, and says which title is unknown or shared', async () => {
    const [vienna, graz] = [await place('Wien Mitte'), await place('Graz')]
    await place('Linz')
    await place('Linz')
    const { page, dialog } = await paste(
      'specialists',
      `Name\tZone\tLocation\tActive\nAda\tEurope/Vienna\twien mitte\tno\nBob\tEurope/Vienna\t${graz.id}\tYes\nCleo\tEurope/Vienna\tLinz\t\nDan\tEurope/Vienna\tParis\t\n`,
    )
    await dialog.getByRole('button', { name: 'Check the lines' }).click()
    await until('the figures', async () => (await figures(dialog)).join() === '2,0,0,2')
    await dialog.getByText('“Linz” is the name of 2 records. Enter the id instead.').waitFor()
    await dialog.getByText('“Paris” was not found.').waitFor()
    await dialog.getByLabel(/^The 2 valid lines/).check()
    await dialog.getByRole('button', { name: 'Import 2 lines' }).click()
    await page.getByText('Imported: 2 created').waitFor()
    const made = await ask<Specialist[]>('GET', '/specialists?_sort=name')
    expect(made.map(({ name, location_id, active }) => [name, location_id, active])).to.deep.equal([
      ['Ada', vienna.id, false],
      ['Bob', graz.id, true],
    ])
  })

  it('changes those that have the same name, if the person chooses it as the key, and can remove values', async () => {
    const graz = await ask<Place>('POST', '/locations', { name: 'Graz', zone: 'Europe/Vienna', address: 'Here' })
    await place('Wien')
    const { page, dialog } = await paste(
      'locations',
      'Name\tZone\tAddress\nGraz\tEurope/Vienna\t\nWien\tEurope/Berlin\tThere\nLinz\tEurope/Vienna\tNew\n',
    )
    await dialog.getByRole('combobox', { name: 'Records that exist already' }).click()
    await page.getByRole('option', { name: 'Are changed if they have the same Name' }).click()
    await dialog.getByRole('button', { name: 'Check the lines' }).click()
    await until('the address stays', async () => (await figures(dialog)).join() === '1,1,1,0')
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByLabel('An empty cell removes the value of a record that exists').check()
    await dialog.getByRole('button', { name: 'Check the lines' }).click()
    await until('the address goes', async () => (await figures(dialog)).join() === '1,2,0,0')
    await dialog.getByRole('button', { name: 'Import 3 lines' }).click()
    await page.getByText('Imported: 1 created, 2 changed').waitFor()
    const places = await ask<Place[]>('GET', '/locations?_sort=name')
    expect(places.map(({ name, zone, address = '' }) => [name, zone, address])).to.deep.equal([
      ['Graz', 'Europe/Vienna', ''],
      ['Linz', 'Europe/Vienna', 'New'],
      ['Wien', 'Europe/Berlin', 'There'],
    ])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone').waitFor()
    expect(await ask<Place>('GET', `/locations/${graz.id}`)).to.include({ address: 'Here' })
    expect((await ask<Place[]>('GET', '/locations?_sort=name')).map(({ name }) => name)).to.deep.equal(['Graz', 'Wien'])
  })

  it('is not offered to people who may not create these records', async () => {
    const json = { name: 'readers', label: 'Readers', permissions: ['booking.locations.view'] }
    const answer = await shell.host.request('/api/v1/platform/roles', { method: 'POST', json })
    const { id } = (await answer.json()) as { id: string }
    const page = await shell.open('/operations/locations')
    await page.getByRole('button', { name: 'Import…' }).waitFor()
    await page.goto(`/admin/roles/${id}`)
    await page.getByRole('button', { name: 'View as this role' }).click()
    await page.getByRole('heading', { name: 'Locations', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Export as CSV' }).waitFor()
    expect(await page.getByRole('button', { name: 'Import…' }).count()).to.equal(0)
  })
})
