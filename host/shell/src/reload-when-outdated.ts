const KEY = 'atrium-reloaded-at'
const PAUSE = 30_000

/**
 * Loads the page anew when a part of it is no longer there: the server has a newer shell, whose parts have other names. Not twice
 * in a short while, since a part that is missing for good would go on like this for ever.
 */
export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0)
    if (Date.now() - last < PAUSE) return
    event.preventDefault()
    sessionStorage.setItem(KEY, String(Date.now()))
    window.location.reload()
  })
}
