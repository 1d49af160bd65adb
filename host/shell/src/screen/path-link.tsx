import { addressOf } from '../api/base-path.ts'
import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

interface PathLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of the shell, as in the documents. */
  href: string
}

/** A link to a screen: opens in place, or in a new tab when asked to (middle click, Ctrl, Cmd, Shift). */
export function PathLink({ href, onClick, ...rest }: PathLinkProps) {
  const { history } = useRouter()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0 || wantsNewTab(event) || rest.target === '_blank') return
    event.preventDefault()
    history.push(href)
  }
  return <a href={addressOf(href)} onClick={follow} {...rest} />
}

/** Whether a click requests a new tab or window. */
export function wantsNewTab(event: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey
}
