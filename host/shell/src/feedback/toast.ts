import { createElement, useSyncExternalStore } from 'react'
import { rememberFailure } from './failures.ts'
import { t } from '../language/t.ts'

/** An action that a toast offers. */
interface Offer {
  label: string
  run: () => void
  /** For `withdraw`. */
  id?: string
}

/** Shows a success or a failure for a few seconds in the corner of the screen. */
export const toast = {
  done: (message: string, offer?: Offer): void => void show(message, { color: 'green', offer }),
  /** Neither a success nor a failure, such as work that was stopped or a change that was undone. */
  ended: (message: string, offer?: Offer): void => void show(message, { color: 'gray', offer }),
  /** Also kept for this tab, beside the notifications. */
  failed: (message: string): void => {
    rememberFailure(message)
    void show(message, { color: 'red' })
  },
  /** A notification that needs attention. The host keeps it, so it is not kept here. */
  notified: (message: string, level: 'warning' | 'error', offer: Offer): void =>
    void show(message, { color: level === 'error' ? 'red' : 'orange', offer }),
  /** Removes an offer that has been accepted elsewhere. */
  withdraw: (id: string): void => {
    coming.delete(id)
    void import('@mantine/notifications').then((all) => all.notifications.hide(id))
  },
}

/** The offers whose code is being fetched. Those that are withdrawn meanwhile are never shown. */
const coming = new Set<string>()

let hasToasts = false
const listeners = new Set<() => void>()

/** Whether a toast was shown. Until then, the toast code is not fetched. */
export const useHasToasts = (): boolean => useSyncExternalStore(listen, () => hasToasts)

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

async function show(
  message: string,
  { color, offer }: { color: 'green' | 'gray' | 'orange' | 'red'; offer?: Offer | undefined },
): Promise<void> {
  hasToasts = true
  if (offer?.id !== undefined) coming.add(offer.id)
  for (const listener of listeners) listener()
  const { notifications } = await import('@mantine/notifications')
  const common = { color, closeButtonProps: { 'aria-label': t('Dismiss') } }
  if (offer === undefined) {
    notifications.show({ ...common, message, autoClose: color === 'red' ? 10_000 : 5_000 })
    return
  }
  const { OfferMessage } = await import('./offer-message.tsx')
  if (offer.id !== undefined && !coming.delete(offer.id)) return
  const take = () => {
    notifications.hide(id)
    offer.run()
  }
  const content = createElement(OfferMessage, { message, label: offer.label, onClick: take })
  const given = offer.id === undefined ? {} : { id: offer.id }
  const id = notifications.show({ ...common, ...given, message: content, autoClose: 10_000 })
}
