import type { Page, Route } from 'playwright-core'

/** Lets the held request go on, or answers it with this. Later requests go on. */
export type LetGo = (answer?: Parameters<Route['fulfill']>[0]) => Promise<void>

/** Holds back the first request of a page with this method and path. */
export async function holdBack(page: Page, method: string, path: string): Promise<LetGo> {
  let hold: (route: Route) => void = () => {}
  const held = new Promise<Route>((resolve) => (hold = resolve))
  let isHeld = false
  await page.route(`**${path}`, async (route) => {
    if (isHeld || route.request().method() !== method) return route.continue()
    isHeld = true
    hold(route)
  })
  return async (answer) => {
    const route = await held
    await (answer ? route.fulfill(answer) : route.continue())
  }
}
