import { existsSync, readFileSync } from 'node:fs'
import { openBrowser } from './test/helpers/browser.ts'
const browser = await openBrowser()
const c = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
const p = await c.newPage()
p.setDefaultTimeout(8000)
await p.goto(readFileSync('/tmp/walk/manager', 'utf8').trim())
await p.waitForURL((u) => !u.pathname.startsWith('/sign-in'))
await p.goto('http://localhost:4700/operations/clients/99')
await p.waitForTimeout(2500)
console.log(
  await p
    .locator('main button')
    .evaluateAll((b: any[]) => b.map((x) => x.getAttribute('aria-label') ?? x.textContent).join('|')),
)
await p.getByRole('button', { name: 'Merge' }).first().click()
await p.waitForTimeout(1000)
await p.screenshot({ path: '/tmp/walk/mm1.png' })
const combo = p.getByRole('dialog').getByRole('combobox').first()
await combo.tap()
await p.waitForTimeout(1200)
const pos = await p.evaluate(
  `new Promise((done) => { const out = []; let n = 0; const f = () => { const d = document.querySelector('[role=listbox]'); const r = d?.closest('[data-position], .mantine-Combobox-dropdown')?.getBoundingClientRect(); out.push(r ? [r.x, r.y, r.width, r.height].map(Math.round).join(',') : 'none'); if (++n < 30) requestAnimationFrame(f); else done(out) }; f() })`,
)
console.log(pos)
await p.screenshot({ path: '/tmp/walk/mm2.png' })
process.exit(0)
