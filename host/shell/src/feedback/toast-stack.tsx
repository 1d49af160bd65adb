import { Notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'

/** The toasts themselves, read aloud as they appear. */
export function ToastStack() {
  return <Notifications position="bottom-right" autoClose={5000} limit={3} />
}
