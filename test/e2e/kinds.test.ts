import { expect } from 'chai'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'
import { kindsPlugin } from './kinds-plugin.ts'
import { until } from '../helpers/until.ts'
import { isWatching, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const WORKS = '/api/v1/gallery/works'

describe('kinds of fields, columns and entries', () => {
  let plugin: PluginDirectory
  const shell = useShell(async () => {
    plugin = await kindsPlugin()
    return { plugins: [plugin.directory] }
  })
  after(() => plugin[Symbol.asyncDispose]())
  const read = async (id: number) => (await (await shell.host.request(`${WORKS}/${id}`)).json()) as object

  it('are declared without a finding', async () => {
    const status = (await (await shell.host.request('/api/v1/plugins/gallery')).json()) as object
    expect(status).to.deep.include({ state: 'active', diagnostics: [] })
  })

  it('show a link, a picture, an icon, a bar, a colour and JSON in a list', async () => {
    const page = await shell.open('/operations/works')
    const lake = page.getByRole('row').filter({ hasText: 'Lake' })
    expect(await lake.getByRole('link', { name: 'ada@example.com' }).getAttribute('href')).to.equal(
      'mailto:ada@example.com',
    )
    expect(await lake.getByRole('link', { name: '+44' }).getAttribute('href')).to.equal('tel:+442079460958')
    await lake.getByRole('img', { name: 'By letter' }).waitFor()
    await lake.getByText('10 of 40').waitFor()
    await lake.getByText('#3b82f6').waitFor()
    const trick = page.getByRole('row').filter({ hasText: 'Trick' })
    expect(await trick.getByRole('link', { name: 'javascript' }).count()).to.equal(0)
    expect(await trick.getByRole('link', { name: 'elsewhere.example' }).getAttribute('rel')).to.contain('noopener')
    expect(await violations(page)).to.deep.equal([])
  })

  it('show Markdown, code and indented JSON on the screen of a record, and copy a value', async () => {
    const page = await shell.open('/operations/works/1', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('listitem').filter({ hasText: 'calm' }).waitFor()
    await page.getByRole('img', { name: 'Insured', exact: true }).waitFor()
    await page.getByText('10%').waitFor()
    expect(await page.getByRole('link', { name: 'example.com/lake' }).getAttribute('target')).to.equal('_blank')
    await page.getByRole('button', { name: 'Copy Email' }).click()
    await page.getByRole('button', { name: 'Email copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal('ada@example.com')
    expect(await violations(page)).to.deep.equal([])
  })

  it('take Markdown as text in each language', async () => {
    const page = await shell.open('/operations/works/create', { locale: 'ar' })
    await page.locator('textarea[name=story]').fill('**Calm**')
    await page.getByText('معاينة').click()
    await page.locator('strong', { hasText: 'Calm' }).waitFor()
  })

  it('are filled in and saved', async () => {
    const page = await shell.open('/operations/works/create')
    await page.getByLabel('Title').fill('Hill')
    await page.getByLabel('Pin', { exact: true }).fill('1234')
    const none = (group: string) => page.getByRole('radiogroup', { name: group }).getByRole('radio', { name: 'None' })
    await none('Channel').waitFor()
    await page.getByRole('radiogroup', { name: 'Light' }).getByRole('radio', { name: 'Lamp' }).waitFor()
    expect(await none('Light').count()).to.equal(0)
    await page.getByRole('radio', { name: 'By phone' }).check()
    await page.getByRole('checkbox', { name: 'Wednesday' }).check()
    await page.getByRole('checkbox', { name: 'Monday' }).check()
    const rooms = page.getByRole('combobox', { name: 'Rooms' })
    await rooms.click()
    await page.getByRole('option', { name: 'Tower' }).click()
    await page.getByRole('option', { name: 'Hall' }).click()
    await page.keyboard.press('Escape')
    await page.getByLabel('Is insured').check()
    await page.getByLabel('Color').fill('#112233')
    await page.getByLabel('From').fill('2027-03-04')
    await page.keyboard.press('Tab')
    await page.getByLabel('Until').fill('2027-03-01')
    await page.keyboard.press('Tab')
    await page.getByRole('textbox', { name: 'Story' }).fill('# Hill')
    await page.getByText('Preview').click()
    await page.getByRole('region', { name: 'Preview of Story' }).getByText('Hill', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Add language' }).click()
    await page.getByLabel('Language 1').fill('de')
    await page.getByLabel('Title 1').fill('Hügel')
    await page.getByLabel('Frame').fill('{ "wood": ')
    expect(await violations(page)).to.deep.equal([])
    const create = page.getByRole('button', { name: 'Create', exact: true })
    await create.click()
    await page.getByText('This is before “From”').waitFor()
    await page.getByText(/^This is not JSON/).waitFor()
    await page.getByRole('textbox', { name: 'Until' }).fill('2027-03-09')
    await page.keyboard.press('Tab')
    await page.getByLabel('Frame').fill('{ "wood": "elm" }')
    await create.click()
    await page.getByRole('heading', { level: 1, name: 'Hill' }).waitFor()
    expect(await read(3)).to.deep.include({
      channel: 'phone',
      days: ['mo', 'we'],
      rooms: [1, 2],
      is_insured: true,
      color: '#112233',
      from: '2027-03-04',
      until: '2027-03-09',
      story: '# Hill',
      labels: { de: 'Hügel' },
      frame: { wood: 'elm' },
    })
  })

  it('choose a country, a language, a currency and a zone by name or code, and show their names', async () => {
    const page = await shell.open('/operations/works/create')
    await page.getByLabel('Title').fill('Coast')
    await page.getByLabel('Pin', { exact: true }).fill('1234')
    const choose = async (label: string, { typed, name }: { typed: string; name: string }) => {
      const input = page.getByRole('combobox', { name: label, exact: true })
      await input.fill(typed)
      await page.getByRole('option', { name, exact: true }).waitFor()
      await input.press('ArrowDown')
      await input.press('Enter')
      await until(`${name} in ${label}`, async () => (await input.inputValue()) === name)
    }
    await choose('Country', { typed: 'austri', name: 'Austria' })
    await choose('Speech', { typed: 'de-at', name: 'German (Austria)' })
    await choose('Currency', { typed: 'franc chf', name: 'Swiss Franc' })
    await choose('Zone', { typed: 'new york', name: 'America/New York' })
    expect(await violations(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Coast' }).waitFor()
    const codes = { country: 'AT', speech: 'de-AT', currency: 'CHF', zone: 'America/New_York' }
    expect(await read(Number(page.url().split('/').at(-1)))).to.deep.include(codes)
    for (const name of ['Austria', 'German (Austria)', 'Swiss Franc', 'America/New York'])
      await page.getByText(name, { exact: true }).waitFor()

    const german = await shell.open('/operations/works', { locale: 'de' })
    await german.getByRole('row').filter({ hasText: 'Coast' }).getByText('Österreich').waitFor()
  })

  it('show a key only when asked, and keep the one that is not typed again', async () => {
    const page = await shell.open('/operations/works/1/edit')
    const pin = page.getByLabel('Pin', { exact: true })
    expect(await pin.getAttribute('type')).to.equal('password')
    expect(await pin.getAttribute('placeholder')).to.equal('Leave empty to keep it')
    await pin.fill('4321')
    await page.getByRole('button', { name: 'Show Pin' }).click()
    expect(await pin.getAttribute('type')).to.equal('text')
  })

  it('stand in tabs, of which the one with a mistake comes to the front', async () => {
    const page = await shell.open('/operations/tours/1/edit')
    await page.getByLabel('Name').fill('')
    await page.getByRole('tab', { name: 'Guide' }).click()
    await page.getByRole('textbox', { name: 'Guide' }).fill('Ada')
    expect(await violations(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Name is required').waitFor()
    await page.getByRole('tab', { name: 'Tour has a mistake', selected: true }).waitFor()
    await page.locator('input:focus').and(page.getByLabel('Name')).waitFor()
    await page.getByLabel('Name').fill('Dusk')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dusk' }).waitFor()
    await page.getByRole('tab', { name: 'Guide' }).click()
    await page.getByText('Ada', { exact: true }).waitFor()
    expect(await page.getByRole('tab', { name: 'Remarks' }).count(), 'a tab without values').to.equal(0)
    expect(await violations(page)).to.deep.equal([])
  })

  it('have a figure below their column, of all records that match or of those that are selected', async () => {
    for (const [name, seats] of [
      ['Fog', 6],
      ['Rain', 7],
    ])
      await shell.host.request('/api/v1/gallery/trips', { method: 'POST', json: { name, seats, guide: 'Ada' } })
    const page = await shell.open('about:blank')
    const watching = isWatching(page)
    await page.goto('/operations/trips')
    await watching
    const figure = page.locator('tfoot td').filter({ hasText: 'Sum' })
    await figure.getByText('17', { exact: true }).waitFor()
    await page.getByRole('checkbox', { name: 'Select Fog' }).check()
    await page.getByRole('checkbox', { name: 'Select Rain' }).check()
    await figure.getByText('Sum of 2 selected').waitFor()
    await figure.getByText('13', { exact: true }).waitFor()
    expect(await violations(page)).to.deep.equal([])
    const json = { name: 'Snow', seats: 1, guide: 'Ada' }
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await shell.host.request('/api/v1/gallery/trips', { method: 'POST', json })
    await figure.getByText('18', { exact: true }).waitFor()
  })

  it('are filled in step by step, each of which has to be right before the next one', async () => {
    const page = await shell.open('/operations/trips/create')
    const main = () =>
      page.locator('main .mantine-Button-root:is([data-variant=filled], :not([data-variant])):visible').allInnerTexts()
    await page.getByLabel('Name').fill('Night')
    await until('one main button', async () => String(await main()) === 'Next: Guide')
    expect(await page.getByRole('tab', { name: '2. Guide' }).isDisabled()).to.equal(true)
    await page.getByRole('button', { name: 'Next: Guide' }).click()
    await page.getByText('Seats is required').waitFor()
    await page.getByLabel('Seats').fill('12')
    expect(await violations(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Next: Guide' }).click()
    await page
      .locator('input:focus')
      .and(page.getByRole('textbox', { name: 'Guide' }))
      .waitFor()
    await page.keyboard.type('Mary')
    await page.getByRole('button', { name: 'Back' }).click()
    expect(await page.getByLabel('Seats').inputValue()).to.equal('12')
    await page.getByRole('button', { name: 'Next: Guide' }).click()
    await until('the last step', async () => String(await main()) === 'Create')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Night' }).waitFor()
  })

  it('count the tags for which a cell has no room, and show them to the pointer, the keyboard and a finger', async () => {
    await shell.host.request('/api/v1/gallery/works/2', { method: 'PATCH', json: { days: ['mo', 'tu', 'we'] } })
    const page = await shell.open('/operations/works?_columns=title,days.100')
    const more = page.getByRole('button', { name: '+2: tu, we' })
    await more.hover()
    await page.locator('[aria-hidden=true]').getByText('we', { exact: true }).waitFor()
    await page.mouse.move(0, 0)
    await page.locator('[aria-hidden=true]').getByText('we', { exact: true }).waitFor({ state: 'detached' })
    await more.focus()
    await page.locator('[aria-hidden=true]').getByText('we', { exact: true }).waitFor()
    await page.locator('button:focus').and(more).waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.goto('/operations/works?_columns=title,days.300')
    await page.getByRole('cell', { name: 'mo tu we' }).waitFor()
    expect(await page.getByRole('button', { name: /^\+/ }).count(), 'all fit').to.equal(0)
  })

  it('fit on a phone', async () => {
    const page = await shell.open('/operations/works/1/edit', { viewport: { width: 360, height: 740 } })
    await page.getByRole('checkbox', { name: 'Tuesday' }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(360)
    expect(await violations(page)).to.deep.equal([])
  })
})
