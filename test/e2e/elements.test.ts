import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { copyRatings, RATINGS, type RatingsCopy } from '../helpers/ratings-plugin.ts'
import { isWatching, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const REVIEWS = '/api/v1/ratings/reviews'

describe('elements that a plugin brings itself', () => {
  let ratings: RatingsCopy
  const shell = useShell(
    async () => {
      ratings = await copyRatings()
      return { plugins: [ratings.directory] }
    },
    { expected: /^Failed to find a valid digest in the 'integrity' attribute/ },
  )
  after(() => ratings.remove())

  const stars = (page: Page, count: number) => page.getByRole('img', { name: `${count} of 5 stars` })
  const change = (id: number, values: object) =>
    shell.host.request(`${REVIEWS}/${id}`, { method: 'PATCH', json: values })

  /** Opens a screen, and waits until the host watches its records. */
  const watched = async (screen: string) => {
    const page = await shell.open('about:blank')
    const watching = isWatching(page)
    await page.goto(`/operations/${screen}`)
    await watching
    return page
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`show the values of a list, of a record and of a screen, on a phone too; no violation in ${colorScheme}`, async () => {
      const page = await shell.open('/operations/reviews', { colorScheme, viewport: { width: 390, height: 800 } })
      for (const count of [5, 3, 4]) await stars(page, count).waitFor()
      expect(await violations(page)).to.deep.equal([])
      await page.getByRole('link', { name: 'Grace Hopper' }).click()
      await page.waitForURL('**/operations/reviews/2')
      await stars(page, 3).waitFor()
      expect(await violations(page)).to.deep.equal([])
      await page.goto('/operations/reviews/2/edit')
      await page.getByRole('radiogroup', { name: 'Rating' }).waitFor()
      expect(await violations(page)).to.deep.equal([])
      await page.goto('/operations/ratings-overview')
      await page.getByRole('region', { name: 'Reviews by rating' }).getByText('4 stars: 1').waitFor()
      expect(await violations(page)).to.deep.equal([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(390)
    })
  }

  it('load one module once, with the hash of the document, for all elements of a page', async () => {
    const page = await shell.open('about:blank')
    const asked: string[] = []
    page.on('request', (request) => void (request.url().includes('/assets/plugins/') && asked.push(request.url())))
    await page.goto('/operations/reviews')
    await stars(page, 5).waitFor()
    await page.getByRole('link', { name: 'New review' }).click()
    await page.getByRole('radiogroup', { name: 'Rating' }).waitFor()
    expect(asked).to.have.length(1)
  })

  it('are inputs of a form by keyboard alone; label, description, required mark and error belong to them', async () => {
    const page = await shell.open('/operations/reviews/create')
    const group = page.getByRole('radiogroup', { name: 'Rating' })
    await group.waitFor()
    await page.getByLabel('Guest').fill('Mary Jackson')
    await page.keyboard.press('Control+s')
    await page.locator('[role=radiogroup][aria-invalid=true]').waitFor()
    expect(await describedBy(group)).to.match(/^From one to five .+/)
    expect(await group.getAttribute('aria-required')).to.equal('true')
    expect(await violations(page)).to.deep.equal([])

    await page.getByLabel('Guest').focus()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).to.equal('1 star')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('radio', { name: '3 stars', checked: true }).waitFor()
    await page.locator('[role=radiogroup][aria-invalid=false]').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { level: 1, name: 'Mary Jackson' }).waitFor()
    await stars(page, 3).waitFor()
  })

  it('are told the language, the time zone and the colour scheme of the person, and when it changes', async () => {
    const page = await shell.open('/operations/ratings-overview', { locale: 'de-CH', timezoneId: 'Europe/Zurich' })
    const seen = page.getByRole('region', { name: 'Reviews by rating' }).locator('[data-seen]')
    await seen.and(page.locator('[data-seen="de-CH Europe/Zurich light"]')).waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    await seen.and(page.locator('[data-seen="de-CH Europe/Zurich dark"]')).waitFor()
  })

  it('focus their input when a person clicks the label', async () => {
    const page = await shell.open('/operations/reviews/1/edit')
    await page.getByRole('radio', { name: '5 stars', checked: true }).waitFor()
    await page.getByText(/^Rating/).click()
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).to.equal('1 star')
  })

  it('follow what others change, without a reload of the page', async () => {
    const list = await watched('reviews')
    const overview = await watched('ratings-overview')
    await stars(list, 4).waitFor()
    await overview.getByText('1 stars: 0').waitFor()
    await change(3, { stars: 1 })
    await stars(list, 1).waitFor()
    await overview.getByText('1 stars: 1').waitFor()
    await change(3, { stars: 4 })
    await stars(list, 4).waitFor()
  })

  it('are refused if the file is not the one that the host announced; the values stay readable', async () => {
    const page = await shell.open('about:blank')
    await page.route('**/assets/plugins/ratings/*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `globalThis.stolen = true;${await response.text()}` })
    })
    await page.goto('/operations/reviews')
    const failed = page.getByRole('img', { name: /^\[star_value\] of the plugin \[ratings\] failed: its module/ })
    await failed.first().waitFor()
    expect(await page.evaluate('globalThis.stolen')).to.equal(undefined)
    const row = page.getByRole('row', { name: /Ada Lovelace/ })
    expect(await row.getByRole('cell').nth(2).innerText()).to.include('5')
    expect(await violations(page)).to.deep.equal([])

    await page.unroute('**/assets/plugins/ratings/*')
    await row.getByRole('button', { name: 'Try to show Rating again' }).click()
    await stars(page, 5).waitFor()
    expect(page.url()).to.match(/\/operations\/reviews$/)
  })

  it('that never arrive are given up after 10 s, and can be tried again', async () => {
    const page = await shell.open('about:blank')
    await page.clock.install()
    await page.route('**/assets/plugins/ratings/*', () => undefined)
    const requested = page.waitForRequest('**/assets/plugins/ratings/*')
    await page.goto('/operations/ratings-overview')
    await requested
    await page.clock.fastForward(11_000)
    const region = page.getByRole('region', { name: 'Reviews by rating' })
    await region
      .getByText('[star_chart] of the plugin [ratings] failed: its module was not ready within 10 s.')
      .waitFor()
    await page.unroute('**/assets/plugins/ratings/*')
    await region.getByRole('button', { name: 'Try again' }).click()
    await region.getByText('5 stars:').waitFor()
  })
})

describe('elements of a plugin on a host below a path', () => {
  const shell = useShell(async () => ({ plugins: [RATINGS], basePath: '/tools/atrium' }), { onPage: true })

  it('are loaded from below the path', async () => {
    const page = await shell.open('about:blank')
    const module = page.waitForResponse(/\/assets\/plugins\//)
    await page.goto('/tools/atrium/operations/reviews')
    await page.getByRole('img', { name: '5 of 5 stars' }).waitFor()
    expect(new URL((await module).url()).pathname).to.match(/^\/tools\/atrium\/assets\/plugins\/ratings\//)
  })
})

async function describedBy(group: ReturnType<Page['locator']>): Promise<string> {
  return group.evaluate((element: { getAttribute(name: string): string | null; ownerDocument: unknown }) => {
    const { getElementById } = element.ownerDocument as { getElementById(id: string): { textContent: string } | null }
    const find = getElementById.bind(element.ownerDocument)
    const ids = (element.getAttribute('aria-describedby') ?? '').split(' ')
    return ids.map((id) => find(id)?.textContent ?? '').join(' ')
  })
}
