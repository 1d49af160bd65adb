import { lazy, Suspense, useLayoutEffect } from 'react'
import type { Actions } from './actions.ts'

const ActionDialog = lazy(() => import('./action-dialog.tsx').then((module) => ({ default: module.ActionDialog })))
const ConfirmDialog = lazy(() => import('./dialogs.tsx').then((module) => ({ default: module.ConfirmDialog })))
const OutcomeDialog = lazy(() => import('./dialogs.tsx').then((module) => ({ default: module.OutcomeDialog })))

/** The dialogs of actions. Each screen with actions renders this once. */
export function ActionDialogs({ actions }: { actions: Actions }) {
  const { asked, outcome } = actions
  useReturnedFocus(asked !== null || outcome !== null)
  return (
    <Suspense>
      {asked &&
        (asked.action.form_id === undefined ? (
          <ConfirmDialog
            asked={asked}
            isRunning={actions.isRunning}
            onConfirm={actions.confirm}
            onDismiss={actions.dismiss}
          />
        ) : (
          <ActionDialog asked={asked} onDone={actions.finish} onDismiss={actions.dismiss} />
        ))}
      {outcome && <OutcomeDialog outcome={outcome} onDismiss={actions.dismiss} />}
    </Suspense>
  )
}

/** Returns the focus when a dialog closes. Mantine cannot, because these dialogs are mounted only when they open. */
function useReturnedFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const opener = openerOf(document.activeElement)
    return () => void requestAnimationFrame(() => opener?.isConnected && opener.focus())
  }, [isOpen])
}

/** A menu item disappears with its menu, so the button that opened the menu gets the focus. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
  return opener instanceof HTMLElement ? opener : null
}
