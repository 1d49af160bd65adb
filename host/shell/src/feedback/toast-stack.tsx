import { useDirection } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'

/** The toasts; screen readers announce them. A file of its own, because it is fetched with the first toast. */
export function ToastStack() {
  const { dir } = useDirection()
  return <Notifications position={dir === 'rtl' ? 'bottom-left' : 'bottom-right'} autoClose={5000} limit={3} />
}
