import type { RouterHistory } from '@tanstack/react-router'

/** Opens the sign-in screen, which leads back to the present address. Does nothing if it is already open. */
export function openSignIn(history: RouterHistory): void {
  const { pathname, href } = history.location
  if (!pathname.startsWith('/sign-in')) history.push(signInAddress(href))
}

/** The address of the sign-in screen, which then leads to `next`. */
export function signInAddress(next: string): string {
  return next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`
}

/** Whether an address of this host is outside of the shell, such as the API documentation. */
export function isOutside(address: string): boolean {
  return /^\/(docs|api)(?![^/?#])/.test(address)
}

/** The address to open after sign-in: a path of this host, never another site. */
export function nextAddress(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  // Browsers read a backslash as a slash, and ignore tabs and line breaks.
  return /^\/(?!\/)[^\\\p{Cc}]*$/u.test(next) ? next : '/'
}
