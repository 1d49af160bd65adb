import { expect } from 'chai'
import path from 'node:path'
import { useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const CLIENTS = '/api/v1/clients/clients'

describe('the screens of clients', function () {
  this.timeout(90_000)
  const shell = useShell(async () => ({ plugins: [path.resolve(import.meta.dirname, '../../plugins/clients')] }))
  const make = async (values: object): Promise<number> => {
    const response = await shell.host.request(CLIENTS, { method: 'POST', json: values })
    return ((await response.json()) as { id: number }).id
  }
  const read = async (id: number) =>
    (await (await shell.host.request(`${CLIENTS}/${id}`)).json()) as Record<string, unknown>

  it('take tags: Enter or a comma ends one, Backspace takes the last one back', async () => {
    const id = await make({ family_name: 'Hopper', tags: ['vip'] })
    const page = await shell.open(`/operations/clients/${id}/edit`)
    const tags = page.getByRole('combobox', { name: 'Tags' })
    await tags.click()
    await page.keyboard.type('navy,cobol')
    await page.keyboard.press('Enter')
    await page.keyboard.type('gone')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Backspace')
    expect(await violations(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(`**/operations/clients/${id}`)
    await page.getByText('cobol').waitFor()
    expect((await read(id)).tags).to.deep.equal(['vip', 'navy', 'cobol'])
    expect(await violations(page)).to.deep.equal([])
  })

  it('say which tag is too long, and send an empty list where the last one is taken away', async () => {
    const id = await make({ family_name: 'Lovelace', tags: ['vip'] })
    const page = await shell.open(`/operations/clients/${id}/edit`)
    const tags = page.getByRole('combobox', { name: 'Tags' })
    await tags.fill('x'.repeat(41))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`${'x'.repeat(41)}: At most 40 characters`).waitFor()
    await tags.focus()
    for (let times = 0; times < 2; times += 1) await page.keyboard.press('Backspace')
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === 'PATCH'),
      page.getByRole('button', { name: 'Save' }).click(),
    ])
    expect(request.postDataJSON()).to.deep.equal({ tags: [] })
  })
})
