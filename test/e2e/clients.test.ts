import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { holdBack } from './hold-back.ts'
import { isQuiet, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const CLIENTS = '/api/v1/clients/clients'

describe('the screens of clients', () => {
  const shell = useShell(async () => ({ plugins: [path.resolve(import.meta.dirname, '../../plugins/clients')] }))
  const make = async (values: object): Promise<number> => {
    const response = await shell.host.request(CLIENTS, { method: 'POST', json: values })
    return ((await response.json()) as { id: number }).id
  }
  const add = async (client: number, { name, type, content }: { name: string; type: string; content: Buffer }) => {
    const title = `Type of ${name}`
    const json = { title }
    const made = await shell.host.request('/api/v1/clients/document-types', { method: 'POST', json })
    const form = new FormData()
    form.append('type_id', String(((await made.json()) as { id: number }).id))
    form.append('file', new File([new Uint8Array(content)], name, { type }))
    const { status } = await shell.host.request(`${CLIENTS}/${client}/documents`, { method: 'POST', body: form })
    expect(status, name).to.equal(201)
  }
  const read = async (id: number) =>
    (await (await shell.host.request(`${CLIENTS}/${id}`)).json()) as Record<string, unknown>

  it('leave out what does not concern a client: a person has no company name, unless one was entered', async () => {
    const person = await make({ family_name: 'Hopper' })
    const company = await make({ kind: 'company', company_name: 'Navy' })
    const page = await shell.open(`/operations/clients/${person}`)
    await page.getByText('Family name', { exact: true }).waitFor()
    expect(await page.getByText('Company name', { exact: true }).count()).to.equal(0)
    await page.goto(`/operations/clients/${company}`)
    await page.getByText('Company name', { exact: true }).waitFor()
    expect(await page.getByText('Family name', { exact: true }).count()).to.equal(0)
  })

  it('open the documents of a client: the pages of a PDF, a picture; and download them as they are', async () => {
    const person = await make({ family_name: 'Curie' })
    await add(person, { name: 'Letter “one”.pdf', type: 'application/pdf', content: pdfOf('Radium') })
    await add(person, { name: 'pixel.png', type: 'image/png', content: PIXEL })
    await add(person, { name: 'broken.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.7\n%%EOF\n') })
    const page = await shell.open(`/operations/clients/${person}`)
    const open = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).press('Enter')
      return page.getByRole('dialog', { name })
    }
    const letter = await open('Letter “one”.pdf')
    await letter.getByRole('img', { name: 'Page 1 of 1: Radium' }).waitFor()
    expect(await violations(page)).to.deep.equal([])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      letter.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).to.equal('Letter “one”.pdf')
    expect(await readFile(await download.path())).to.deep.equal(pdfOf('Radium'))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Letter “one”.pdf' }).and(page.locator(':focus')).waitFor()

    const picture = (await open('pixel.png')).getByRole('img', { name: 'pixel.png' })
    await picture.waitFor()
    await page.waitForFunction(`document.querySelector('img[alt="pixel.png"]').naturalWidth === 1`)
    await page.keyboard.press('Escape')
    await (await open('broken.pdf')).getByText('This PDF is damaged or cannot be read').waitFor()
  })

  it('leave the focus where a key has put it right after Escape closed a document', async () => {
    const person = await make({ family_name: 'Meitner' })
    for (const name of ['one.png', 'two.png']) await add(person, { name, type: 'image/png', content: PIXEL })
    const page = await shell.open(`/operations/clients/${person}`)
    await page.getByRole('button', { name: 'one.png', exact: true }).press('Enter')
    await page.getByRole('dialog', { name: 'one.png' }).getByRole('img', { name: 'one.png' }).waitFor()
    // Within one frame, faster than the keys of a test arrive.
    const focused = await page.evaluate(`(async () => {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      while (document.querySelector('[role=dialog]')) await undefined
      const next = [...document.querySelectorAll('button')].find((each) => each.textContent === 'two.png')
      next.focus()
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      return document.activeElement.textContent
    })()`)
    expect(focused).to.equal('two.png')
  })

  it('show what belongs to a client with the client, because it would move away from under the pointer', async () => {
    const person = await make({ family_name: 'Noether' })
    const page = await shell.open('/operations/clients')
    const letGo = await holdBack(page, 'GET', `${CLIENTS}/${person}`)
    await page.goto(`/operations/clients/${person}`)
    const add = page.getByRole('button', { name: 'Add document', includeHidden: true })
    await add.waitFor({ state: 'attached' })
    expect(await add.isVisible()).to.equal(false)
    await letGo()
    await add.waitFor()
    await page.getByRole('heading', { level: 1, name: 'Noether' }).waitFor()
  })

  it('do not ask for the documents of a client on behalf of somebody who may not see them', async () => {
    const person = await make({ family_name: 'Hopper' })
    const page = await shell.open('about:blank')
    await page.route('**/api/v1/auth/me', async (route) => {
      const response = await route.fetch()
      const session = (await response.json()) as { permissions: string[] }
      const permissions = ['platform.shell.view', 'clients.clients.view']
      await route.fulfill({ response, json: { ...session, permissions } })
    })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`/operations/clients/${person}`)
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await isQuiet(page)
    expect(asked.filter((each) => each.endsWith('/documents'))).to.deep.equal([])
    expect(await page.getByRole('heading', { name: 'Documents' }).count()).to.equal(0)
  })

  it('edit tags: Enter or a comma ends one, Backspace removes the last one', async () => {
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

  it('let one type a tag at once where the tags are changed in the list', async () => {
    const id = await make({ family_name: 'Johnson', tags: ['vip'] })
    const page = await shell.open('/operations/clients?q=Johnson')
    const cell = page.getByRole('row').filter({ hasText: 'Johnson' }).getByRole('cell').filter({ hasText: 'vip' })
    await cell.hover()
    await cell.getByRole('button', { name: /^Change / }).click()
    await page.getByRole('dialog').getByText('vip', { exact: true }).waitFor()
    await page.getByRole('dialog').locator(':focus').waitFor()
    await page.keyboard.type('nasa,')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await read(id)).tags).to.deep.equal(['vip', 'nasa'])
  })

  it('say which tag is too long, and send an empty list after the last one is removed', async () => {
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

  it('edit contact points and addresses one by one, in any order', async () => {
    const id = await make({ family_name: 'Hopper', contact_points: [{ kind: 'web', value: 'https://hopper.example' }] })
    const page = await shell.open(`/operations/clients/${id}/edit`)
    await page.getByRole('button', { name: 'Add contact point' }).click()
    const second = page.getByRole('group', { name: 'Contact point 2' })
    await second.locator('input:focus').waitFor()
    await second.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Phone' }).click()
    await second.getByLabel('Value').fill('+49 30 901820')
    await page.getByRole('button', { name: 'Move up Contact point 2' }).press('Enter')
    await page.locator('[aria-label="Move down Contact point 1"]:focus').waitFor()
    await page.getByRole('button', { name: 'Add address' }).press('Enter')
    await page.getByRole('group', { name: 'Address 1' }).getByLabel('City').fill('Berlin')
    await page.getByRole('button', { name: 'Add address' }).press('Enter')
    await page.getByRole('button', { name: 'Remove Address 2' }).press('Enter')
    await page.locator('[aria-label="Remove Address 1"]:focus').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(`**/operations/clients/${id}`)
    await page.getByText('+4930901820').waitFor()
    expect(await read(id)).to.deep.include({
      contact_points: [
        { kind: 'phone', value: '+4930901820' },
        { kind: 'web', value: 'https://hopper.example' },
      ],
      addresses: [{ city: 'Berlin' }],
    })
    expect(await violations(page)).to.deep.equal([])
  })

  it('read a typed date in the order of the language, and keep a text that is no date', async () => {
    const id = await make({ kind: 'person', family_name: 'Hopper' })
    const page = await shell.open(`/operations/clients/${id}/edit`, { locale: 'en-US' })
    const birth = page.getByLabel('Date of birth', { exact: true })
    await birth.fill('31.02.1980')
    await page.getByLabel('Family name').focus()
    await page.getByText('“31.02.1980” is not a date. Enter it as YYYY-MM-DD or MM/DD/YYYY.').waitFor()
    expect(await birth.inputValue()).to.equal('31.02.1980')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('[name=birth_date]:focus').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await birth.fill('11.02.1980')
    await page.getByLabel('Family name').focus()
    expect(await birth.inputValue()).to.equal('Feb 11, 1980')
    await page.getByRole('button', { name: 'Clear Date of birth' }).click()
    await birth.fill('02/11/1980')
    await birth.press('Enter')
    await page.waitForURL(`**/operations/clients/${id}`)
    expect((await read(id)).birth_date).to.equal('1980-02-11')
  })

  it('show errors inside a list at their input, before and after the request', async () => {
    const id = await make({ family_name: 'Hopper', contact_points: [{ kind: 'web', value: 'x' }] })
    const page = await shell.open(`/operations/clients/${id}/edit`, {
      colorScheme: 'dark',
      viewport: { width: 390, height: 800 },
    })
    await page.getByRole('button', { name: 'Add contact point' }).click()
    await page.getByRole('button', { name: 'Add address' }).click()
    const point = page.getByRole('group', { name: 'Contact point 2' })
    const value = point.getByLabel('Value')
    await page.getByRole('button', { name: 'Save' }).click()
    await point.getByText('Value is required').waitFor()
    await page.getByRole('group', { name: 'Address 1' }).getByText('Fill in at least one field').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Remove Address 1' }).click()
    await point.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Phone' }).click()
    await value.fill('no number')
    await page.getByRole('button', { name: 'Save' }).click()
    await point.getByText('Enter a phone number such as +49 30 901820').waitFor()
    await value.fill('+49 30 901820')
    expect(await point.getByText('Enter a phone number').count()).to.equal(0)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(`**/operations/clients/${id}`)
  })
})

/** A PDF of one page with a text. */
const pdfOf = (text: string) => {
  const content = `BT /F1 24 Tf 20 100 Td (${text}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj`).join('\n')
  return Buffer.from(`%PDF-1.4\n${body}\ntrailer<</Root 1 0 R>>\n%%EOF\n`)
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
