import { type RefObject, useEffect, useRef } from 'react'

/** Whether a dialog is still open, for what happens later. */
export function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  return isOpen
}
