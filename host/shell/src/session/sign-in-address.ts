/** The sign-in screen, which afterwards goes on to `next`. */
export function signInAddress(next: string): string {
  return next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`
}

/** Whether an address of this host is none of the shell's, as the page that shows the interfaces. */
export function isOutside(address: string): boolean {
  return /^\/(docs|api)(?![^/?#])/.test(address)
}

/** Where to go on to after sign-in: a path of this very host, never another site's address. */
export function nextAddress(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  return /^\/(?![/\\])/.test(next) ? next : '/'
}
