import type { Page } from 'playwright-core'
import type { Finding } from '../finding.ts'
import { median, quantile } from '../median.ts'
import { against } from './against.ts'
import { type Span, timedKey } from './clock.ts'
import { INPUTS, TYPED } from './sheet-plugin.ts'
import type { Stage } from './stage.ts'

/** Into each field that takes text or digits; the first one warms up. */
const TEXT = '1234'

/** The keys that are pressed in each field. */
const FIELDS = 45

/** From a key to the end of the work for its frame, in the texts and numbers of a form of 93 inputs. */
export async function keys(stage: Stage): Promise<Finding[]> {
  const shell = await type(await stage.shell('/operations/sheets/1/edit'))
  const minimal = await type(await stage.minimal('/form'))
  const work = (spans: readonly Span[]) => spans.map((span) => span.work)
  const frames = shell.map(({ shown }) => shown)
  const note = `median ${median(work(shell)).toFixed(1)} ms, ${shell.length} keys; with the wait for the frame p95 ${quantile(frames, 0.95).toFixed(1)} ms`
  const times = { shell: quantile(work(shell), 0.95), minimal: quantile(work(minimal), 0.95) }
  return [against(`a key in a form of ${INPUTS} inputs, work of the main thread, p95`, { ...times, wanted: 16, note })]
}

async function type(page: Page): Promise<Span[]> {
  const spans: Span[] = []
  for (const [at, { name }] of TYPED.slice(0, FIELDS).entries()) {
    const input = page.locator(`main [name="${name}"]`)
    await input.fill('')
    for (const key of TEXT) {
      const value = `document.activeElement.value.endsWith('${key}')`
      const span = await timedKey(page, key, value)
      if (at > 0) spans.push(span)
    }
  }
  await page.context().close()
  return spans
}
