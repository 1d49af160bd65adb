import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PluginStatus } from '@atrium/sdk/documents'
import { expect } from 'chai'
import type { CDPSession, Page } from 'playwright-core'
import { copyRatings, RATINGS, type RatingsCopy } from '../helpers/ratings-plugin.ts'
import { until } from '../helpers/until.ts'
import { isWatching, useShell } from './use-shell.ts'
import { violations } from './violations.ts'

const MODULE = 'ui/elements.tsx'

describe('an element that fails or is replaced', () => {
  let ratings: RatingsCopy
  let good: string
  const shell = useShell(async () => {
    good = await readFile(path.join(RATINGS, MODULE), 'utf8')
    ratings = await copyRatings()
    return { plugins: [ratings.directory], watch: true }
  })
  after(() => ratings.remove())

  const status = async () => (await (await shell.host.request('/api/v1/plugins/ratings')).json()) as PluginStatus
  /** Saves the module with these changes, and waits until it serves. */
  const save = async (...changes: [from: string, to: string][]) => {
    const { generation = 0 } = await status()
    await ratings.write(MODULE, `${changed(good, changes)}\n// ${generation}`)
    await until('the reload', async () => ((await status()).generation ?? 0) > generation)
  }
  const input = (page: Page) => page.getByRole('radiogroup', { name: 'Rating' })

  it('when it is mounted leaves the form usable: the notice names it, the value stays, and the operator is told', async () => {
    await save(["const group = document.createElement('div')", "throw new Error('no stars today')"])
    const page = await shell.open('/operations/reviews/2/edit')
    const notice = page.getByText('[star_input] of the plugin [ratings] failed: no stars today')
    await notice.waitFor()
    expect(await violations(page)).to.deep.equal([])
    await page.getByLabel('Remark').fill('Quiet room')
    await page.keyboard.press('Control+s')
    await page.waitForURL('**/operations/reviews/2')
    await page.getByRole('img', { name: '3 of 5 stars' }).waitFor()
    const review = await (await shell.host.request('/api/v1/ratings/reviews/2')).json()
    expect(review).to.deep.include({ stars: 3, remark: 'Quiet room' })
    const { runtime } = await until('the finding', async () => {
      const now = await status()
      return now.runtime && now
    })
    expect(runtime?.findings[0]).to.include({ code: 'element_failed', work: 'element star_input', count: 1 })
  })

  it('is tried again with a button, and replaced as soon as its plugin is corrected', async () => {
    await save([
      "const group = document.createElement('div')",
      "if (!globalThis.ready) throw new Error('not ready')\n  const group = document.createElement('div')",
    ])
    const page = await shell.open('/operations/reviews/2/edit')
    const notice = page.getByText('[star_input] of the plugin [ratings] failed: not ready')
    await notice.waitFor()
    await page.evaluate('globalThis.ready = true')
    await page.getByRole('button', { name: 'Try again' }).click()
    await input(page).waitFor()
    await page.evaluate('globalThis.ready = false')
    await page.reload()
    await notice.waitFor()
    await save()
    await input(page).waitFor()
    expect(await notice.count()).to.equal(0)
  })

  it('has controls beside the link to the record in a list, and a click on one of them does not follow the link', async () => {
    await save([
      'place.append(stars)',
      "const rate = document.createElement('button')\n  rate.textContent = 'Rate'\n  rate.onclick = () => (rate.textContent = 'Rated')\n  place.attachShadow({ mode: 'open' }).append(rate, stars)",
    ])
    const columns = ["column.text('guest'), ", "column.element('stars', 'star_value', { most: 5 })"] as const
    const { generation = 0 } = await status()
    await ratings.edit('src/index.ts', columns.join(''), `${columns[1]}, column.text('guest')`)
    await until('the reload', async () => ((await status()).generation ?? 0) > generation)
    const page = await shell.open('/operations/reviews')
    const row = page.getByRole('row', { name: /Ada Lovelace/ })
    await row.getByRole('button', { name: 'Rate', exact: true }).click()
    await row.getByRole('button', { name: 'Rated' }).waitFor()
    expect(page.url()).to.match(/\/operations\/reviews$/)
    expect(await violations(page)).to.deep.equal([])
    expect(await row.getByRole('link').allInnerTexts()).to.deep.equal(['Ada Lovelace'])
    await row.getByRole('link').click()
    await page.waitForURL('**/operations/reviews/1')
  })

  const HEAD = "const group = document.createElement('div')"
  const mistakes: [when: string, change: [from: string, to: string], words: string][] = [
    ['its module throws', ['interface Options', "throw new Error('out of stars')\ninterface Options"], 'out of stars'],
    [
      'its export is not a function',
      ['export const star_input:', 'export const star_input = 5\nconst unused:'],
      'its module exports no function [star_input].',
    ],
    ['it is asynchronous', [HEAD, `return Promise.resolve({})\n${HEAD}`], 'it must return nothing, or an object with'],
  ]
  for (const [when, change, words] of mistakes) {
    it(`shows a notice if ${when}`, async () => {
      await save(change)
      const page = await shell.open('/operations/reviews/1/edit')
      await page.getByText(`[star_input] of the plugin [ratings] failed: ${words}`).waitFor()
      await page.getByRole('button', { name: 'Try again' }).waitFor()
      await page.getByLabel('Guest').fill('Ada King')
    })
  }

  it('in an event handler is replaced by the notice; the others stay, and what was entered before is kept', async () => {
    await save([
      '() => on_change(count)',
      "() => { if (count === 2) throw new Error('two is too few'); on_change(count) }",
    ])
    const page = await shell.open('/operations/reviews/1/edit')
    await page.getByRole('radio', { name: '4 stars' }).check()
    await page.getByRole('radio', { name: '2 stars' }).click()
    await page.getByText('[star_input] of the plugin [ratings] failed: two is too few').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('radio', { name: '4 stars', checked: true }).waitFor()
  })

  it('in a timer or a promise is replaced as well', async () => {
    for (const late of [
      "setTimeout(() => { throw new Error('late') })",
      "void Promise.resolve().then(() => { throw new Error('late') })",
    ]) {
      await save(["const list = document.createElement('ul')", `${late}\n  const list = document.createElement('ul')`])
      const page = await shell.open('/operations/ratings-overview')
      await page.getByText('[star_chart] of the plugin [ratings] failed: late').waitFor()
    }
  })

  it('in an update of one row leaves the other rows alone', async () => {
    await save(["stars.textContent = '★'", "if (value === 2) throw new Error('two')\n    stars.textContent = '★'"])
    const page = await shell.open('about:blank')
    const watching = isWatching(page)
    await page.goto('/operations/reviews')
    await watching
    await page.getByRole('img', { name: '3 of 5 stars' }).waitFor()
    await shell.host.request('/api/v1/ratings/reviews/2', { method: 'PATCH', json: { stars: 2 } })
    await page.getByRole('img', { name: '[star_value] of the plugin [ratings] failed: two' }).waitFor()
    expect(await page.getByRole('img', { name: 'of 5 stars' }).count()).to.equal(2)
    expect(await violations(page)).to.deep.equal([])
    await shell.host.request('/api/v1/ratings/reviews/2', { method: 'PATCH', json: { stars: 3 } })
  })

  it('is replaced in an open form while somebody types: the input stays', async () => {
    await save()
    const page = await shell.open('/operations/reviews/create')
    await page.getByLabel('Guest').fill('Katherine Johnson')
    await page.getByRole('radio', { name: '4 stars' }).check()
    await save(["label.append(input, '★')", "label.append(input, '●')"])
    await input(page).getByText('●').first().waitFor()
    await page.getByRole('radio', { name: '4 stars', checked: true }).waitFor()
    expect(await page.getByLabel('Guest').inputValue()).to.equal('Katherine Johnson')
  })

  it('that cannot be replaced, because the page keeps what it has defined, says that the page must be reloaded', async () => {
    const definition = "customElements.define('ratings-star', class extends HTMLElement {})\ninterface Options"
    await save(['interface Options', definition])
    const page = await shell.open('/operations/reviews/1/edit')
    await input(page).waitFor()
    await save(['interface Options', definition], ["label.append(input, '★')", "label.append(input, '●')"])
    await page.getByText(/^\[star_input\] of the plugin \[ratings\] failed: .+ reload the page\.$/).waitFor()
    await page.reload()
    await input(page).getByText('●').first().waitFor()
  })

  it('works for the person: with their rights, on this host only, and never more than a preview may', async () => {
    await save([
      "const list = document.createElement('ul')",
      `const button = document.createElement('button')
  const more = document.createElement('output')
  button.textContent = 'Praise'
  button.addEventListener('click', async () => {
    const init = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"stars":5}' }
    const answer = await context.fetch('/api/v1/ratings/reviews/2', init)
    const foreign = await context.fetch('https://example.org/').catch((error: Error) => error.message)
    more.textContent = answer.status + ' ' + foreign
    if (answer.ok) context.navigate('/operations/reviews/2')
  })
  context.follow('/api/v1/ratings/reviews/2', ({ data }) => {
    button.title = 'Now ' + (data as Review | undefined)?.stars
  })
  place.append(button, more)
  const list = document.createElement('ul')`,
    ])
    const page = await shell.open('about:blank')
    const watching = isWatching(page)
    await page.goto('/operations/ratings-overview')
    await watching
    await page.getByTitle('Now 3').waitFor()
    await shell.host.request('/api/v1/ratings/reviews/2', { method: 'PATCH', json: { stars: 4 } })
    await page.getByTitle('Now 4').waitFor()
    await page.getByRole('button', { name: 'Praise' }).click()
    await page.waitForURL('**/operations/reviews/2')
    await page.getByRole('img', { name: '5 of 5 stars' }).waitFor()

    await page.goto('/admin/roles/viewer')
    await page.getByRole('button', { name: 'View as this role' }).click()
    await page.getByRole('region', { name: 'Preview' }).waitFor()
    await page.goto('/operations/ratings-overview')
    await page.getByRole('button', { name: 'Praise' }).click()
    await page.getByText('403 [https://example.org/] is not a path of this host.').waitFor()
  })

  it('is removed with its screen: after 50 screens, no element, listener or node is left over', async () => {
    await save(
      [
        "const list = document.createElement('ul')",
        "globalThis.shown = (globalThis.shown ?? 0) + 1\n  const list = document.createElement('ul')",
      ],
      [
        '  show(context)\n  return { update: show }\n}\n\nfunction bar',
        "  show(context)\n  context.follow('/api/v1/ratings/reviews', () => undefined)\n  return { update: show, unmount: () => void (globalThis.shown -= 1) }\n}\n\nfunction bar",
      ],
    )
    const page = await shell.open('/operations/reviews')
    const devtools = await page.context().newCDPSession(page)
    const visit = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        await page.getByRole('link', { name: 'Overview of ratings' }).click()
        await page.getByText('5 stars:').waitFor()
        expect(await page.evaluate('globalThis.shown')).to.equal(1)
        await page.getByRole('link', { name: 'Reviews', exact: true }).click()
        await page.getByRole('img', { name: 'of 5 stars' }).nth(2).waitFor()
      }
      return counters(devtools)
    }
    const before = await visit(5)
    const after = await visit(50)
    expect(await page.evaluate('globalThis.shown')).to.equal(0)
    expect(after.listeners - before.listeners, 'listeners').to.be.below(25)
    expect(after.nodes - before.nodes, 'nodes').to.be.below(500)
  })
})

/** The text with these changes. Fails if one of them changes nothing. */
function changed(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`The module does not contain [${from}].`)
    return before.replace(from, () => to)
  }, text)
}

/** What the page holds after a collection of garbage. */
async function counters(devtools: CDPSession): Promise<{ listeners: number; nodes: number }> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { jsEventListeners, nodes } = await devtools.send('Memory.getDOMCounters')
  return { listeners: jsEventListeners, nodes }
}
