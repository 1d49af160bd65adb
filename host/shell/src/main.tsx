import './theme/mantine.css'
import './theme/tokens.css'
import './theme/touch.css'
import './theme/direction.css'
import './theme/print.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, readFirstScreen } from './app.tsx'
import { pathOf } from './api/base-path.ts'
import { mirrorPickerKeys } from './language/direction.ts'
import { speakAtFirst } from './language/speak.ts'

const KEY = 'atrium-reloaded-at'
/** In milliseconds. */
const PAUSE = 30_000

/**
 * Milliseconds for which the first rendering waits for what it shows. A host nearby answers within it, so that the frame, the list and its rows
 * are rendered once instead of three times.
 */
const SHORTLY = 150

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * Reloads the page when one of its chunks is gone, because the server has a newer shell with other file names. Not twice within the pause,
 * because a permanently missing chunk would otherwise reload the page for ever.
 */
function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0)
    // The clock may have been set back since.
    if (Math.abs(Date.now() - last) < PAUSE) return
    event.preventDefault()
    sessionStorage.setItem(KEY, String(Date.now()))
    window.location.reload()
  })
}

/** Paper is white, so everything is printed in the light theme. */
function printInLight(): void {
  const { dataset } = document.documentElement
  let shown: string | undefined
  matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) shown = dataset['mantineColorScheme']
    if (shown !== undefined) dataset['mantineColorScheme'] = matches ? 'light' : shown
  })
}

reloadWhenOutdated()
printInLight()
mirrorPickerKeys()

const root = document.getElementById('root')

function render(): void {
  if (root === null) return
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

void speakAtFirst(pathOf(window.location.pathname).startsWith('/sign-in'))
  .then(() => Promise.race([readFirstScreen(), pause(SHORTLY)]))
  .then(render)
