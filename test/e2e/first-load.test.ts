import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { rows, useShell } from './use-shell.ts'

const DIST = path.resolve(import.meta.dirname, '../../host/shell/dist')
const BUDGET = 200_000

/** Notes when the first row is there: what is loaded for later may follow it at once. */
const NOTE_FIRST_ROW = `new MutationObserver((_, observer) => {
  if (document.querySelector('tbody tr a') === null) return
  performance.mark('first row')
  observer.disconnect()
}).observe(document, { childList: true, subtree: true })`

describe('the first load', () => {
  const shell = useShell()

  it('shows its first row with less than 200 kB of scripts and styles, gzipped', async () => {
    await shell.create()
    const page = await shell.open('/operations/items')
    await page.addInitScript(NOTE_FIRST_ROW)
    await page.reload()
    await rows(page, 1)
    const files = await page.evaluate(() => {
      const [firstRow] = performance.getEntriesByName('first row')
      return performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => firstRow !== undefined && startTime < firstRow.startTime)
        .map(({ name }) => new URL(name).pathname)
        .filter((name) => /^\/assets\/.*\.(js|css)$/.test(name))
    })
    const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(path.join(DIST, file))).length))
    expect(files).not.to.be.empty
    expect(sizes.reduce((sum, size) => sum + size)).to.be.below(BUDGET)
  })

  it('is compressed, cached for ever by the hash in its name, and forbids inline scripts', async () => {
    const page = await fetch(`${shell.host.url}/operations/items`, { headers: { accept: 'text/html' } })
    const html = await page.text()
    expect(page.headers.get('content-security-policy')).to.contain("script-src 'self'")
    expect(html).not.to.match(/<script(?![^>]* src=)/)
    const script = /src="(\/assets\/index-[^"]+\.js)"/.exec(html)?.[1] ?? ''
    const { headers } = await fetch(shell.host.url + script, { headers: { 'accept-encoding': 'br' } })
    expect(headers.get('content-encoding')).to.equal('br')
    expect(headers.get('cache-control')).to.contain('immutable')
  })
})
