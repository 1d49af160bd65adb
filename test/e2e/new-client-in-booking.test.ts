import path from 'node:path'
import { expect } from 'chai'
import { Practice } from '../../plugins/booking/test/practice.ts'
import { until } from '../helpers/until.ts'
import { useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const PLUGINS = path.resolve(import.meta.dirname, '../../plugins')

describe('The choice of a client in the form of a booking', () => {
  const shell = useShell(async () => ({ plugins: ['clients', 'booking'].map((id) => path.join(PLUGINS, id)) }))
  before(async () => {
    const practice = new Practice(shell.host)
    const service_id = await practice.service({ name: 'Haircut' })
    await practice.specialist({ service_id, name: 'Cy Barber' })
    await practice.client({ email: 'grace@example.com' })
  })

  it('makes one who is not there yet, without leaving the booking, by keyboard alone', async () => {
    const page = await shell.open('/operations/bookings/create')
    const client = page.getByRole('combobox', { name: 'Client' })
    await client.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Ann Mary Newcomer')
    const offer = page.getByRole('option', { name: 'New client…' })
    await offer.getByText('Nothing found').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New client' })
    expect(await dialog.getByLabel('Given name').inputValue()).to.equal('Ann Mary')
    expect(await dialog.getByLabel('Family name').inputValue()).to.equal('Newcomer')
    const birth = dialog.getByLabel('Date of birth')
    await birth.and(page.locator(':focus')).waitFor()
    const calendar = page.locator('[class*=calendarHeaderLevel]')
    expect(await calendar.count(), 'a calendar that nobody asked for').to.equal(0)
    await birth.click()
    await calendar.waitFor()
    await page.keyboard.press('Escape')
    await calendar.waitFor({ state: 'detached' })
    expect(await violations(page)).to.deep.equal([])
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await client.and(page.locator(':focus')).waitFor()
    await until('the client is chosen', async () => (await client.inputValue()) === 'Ann Mary Newcomer')
    await page.getByText('Client created').waitFor()

    const service = page.getByRole('combobox', { name: 'Service' })
    await service.click()
    await page.getByRole('option', { name: 'New service…' }).waitFor()
    await page.getByRole('option', { name: 'Haircut' }).click()
    const specialist = page.getByRole('combobox', { name: 'Specialist' })
    await specialist.click()
    await page.getByRole('option', { name: 'Cy Barber' }).waitFor()
    // A new specialist would offer no service yet, and so not be among the choices.
    expect(await page.getByRole('option', { name: /^New/ }).count()).to.equal(0)
  })

  it('is empty again when the creation is undone, and chosen again when that is done again', async () => {
    const page = await shell.open('/operations/bookings/create')
    const client = page.getByRole('combobox', { name: 'Client' })
    await client.fill('Mia Mistake')
    await page.getByRole('option', { name: 'New client…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New client' })
    await dialog.getByRole('button', { name: 'Create' }).click()
    await until('the client is chosen', async () => (await client.inputValue()) === 'Mia Mistake')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone: Client created').waitFor()
    await until('no client is chosen', async () => (await client.inputValue()) === '')
    await page.getByRole('button', { name: 'Redo' }).click()
    await until('the client is chosen again', async () => (await client.inputValue()) === 'Mia Mistake')
    await page.getByRole('button', { name: 'Undo' }).click()
    await until('no client is chosen', async () => (await client.inputValue()) === '')
  })

  it('leaves the button of the booking free on a phone, above the message that the client was created', async () => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
    const page = await shell.open('/operations/bookings/create', phone)
    await page.getByRole('combobox', { name: 'Client' }).fill('Pia Phone')
    await page.getByRole('option', { name: 'New client…' }).tap()
    const dialog = page.getByRole('dialog', { name: 'New client' })
    await dialog.getByRole('button', { name: 'Create' }).tap()
    await dialog.waitFor({ state: 'detached' })
    const toast = page.getByRole('alert').filter({ hasText: 'Client created' })
    // Who points at a message keeps it.
    await toast.hover()
    const create = page.getByRole('button', { name: 'Create', exact: true })
    await until('the button is above the message', async () => {
      const [button, message] = [await create.boundingBox(), await toast.boundingBox()]
      return button !== null && message !== null && button.y + button.height <= message.y
    })
  })

  it('begins a new one with a name that was typed in haste', async () => {
    const page = await shell.open('/operations/bookings/create')
    const client = page.getByRole('combobox', { name: 'Client' })
    await client.click()
    await page.getByRole('option', { name: 'New client…' }).waitFor()
    // Both at once: the host has not been asked for the name when the offer is taken, however busy the machine is.
    await page.evaluate(`new Promise((resolve) => {
      document.execCommand('insertText', false, 'Joe Quick')
      requestAnimationFrame(() => {
        const options = [...document.querySelectorAll('[role=option]')]
        resolve(options.find(({ textContent }) => textContent.includes('New client…')).click())
      })
    })`)
    const dialog = page.getByRole('dialog', { name: 'New client' })
    await dialog.waitFor()
    expect(await dialog.getByLabel('Family name').inputValue()).to.equal('Quick')
  })

  it('names those who may be the one that is being entered, and takes one of them instead', async () => {
    const page = await shell.open('/operations/bookings/create')
    const client = page.getByRole('combobox', { name: 'Client' })
    await client.click()
    await page.getByRole('option', { name: 'New client…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New client' })
    // The kind begins with a value, so work begins with the name.
    await dialog.getByLabel('Given name').and(page.locator(':focus')).waitFor()
    await dialog.getByLabel('Family name').fill('Hoper')
    await dialog.getByLabel('Given name').fill('Grace')
    const notice = dialog.getByRole('status').filter({ hasText: 'Is it one of these?' })
    await notice.getByText('similar name').waitFor()
    await notice.getByText('grace@example.com').waitFor()
    expect(await violations(page)).to.deep.equal([])
    await notice.getByRole('button', { name: 'Choose Grace Hopper' }).click()
    await dialog.waitFor({ state: 'detached' })
    await until('the client is chosen', async () => (await client.inputValue()) === 'Grace Hopper')
  })
})
