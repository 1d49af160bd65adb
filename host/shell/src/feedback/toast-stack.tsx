import { useDirection } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import './toast-stack.css'

/** The toasts; screen readers announce them. A file of its own, because it is fetched with the first toast. */
export function ToastStack() {
  const { dir } = useDirection()
  const position = dir === 'rtl' ? 'bottom-left' : 'bottom-right'
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stack = frame.current?.querySelector(`[data-position=${position}]`)
    if (!stack) return undefined
    const observer = new ResizeObserver(() => tellHeight(stack.clientHeight))
    observer.observe(stack)
    return () => {
      observer.disconnect()
      tellHeight(0)
    }
  }, [position])
  return (
    <div ref={frame}>
      <Notifications position={position} autoClose={5000} limit={3} withinPortal={false} />
    </div>
  )
}

/** Pixels between the toasts and what they must not cover. */
const GAP = 24

/** For dialogs, which end above the toasts. */
const tellHeight = (height: number) =>
  document.documentElement.style.setProperty('--toasts', `${height === 0 ? 0 : height + GAP}px`)
