/**
 * Runs before the first paint, while the shell is still loading. It sets the remembered theme and language, so that nothing flashes, and sends
 * the requests that every screen needs. A classic script, so it has no imports.
 */
;(() => {
  const remembered = localStorage.getItem('atrium-theme')
  const dark = remembered === 'dark' || (remembered !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  const base = document.documentElement.dataset['basePath'] ?? ''
  const language = /^(?:ar|de)\b/.exec(localStorage.getItem('atrium-locale') ?? '')?.[0]
  const panel = location.pathname.slice(base.length).split('/')[1]
  // The requests of a preview carry its header, so they are sent later.
  if (panel === 'sign-in' || sessionStorage.getItem('atrium-preview') !== null) return
  const isPanel = panel && panel !== 'platform'
  if (language !== undefined) document.documentElement.lang = language
  if (language === 'ar') document.documentElement.dir = 'rtl'
  const paths = [
    ...['/api/v1/auth/me', '/api/v1/panels'],
    ...(isPanel ? [`/api/v1/panels/${panel}`] : []),
    ...(language === undefined ? [] : [`/api/v1/ui/translations/${language}`]),
  ]
  const ask = (path: string) => fetch(base + path, { headers: { accept: 'application/json' }, cache: 'no-cache' })
  window.atriumEarly = new Map(paths.map((path) => [path, ask(path)]))
  for (const answer of window.atriumEarly.values()) answer.catch(() => undefined)
})()
