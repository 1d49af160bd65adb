/** Shows a success or a failure for a few seconds in the corner of the screen. */
export const toast = {
  done: (message: string): void => void show(message, 'green'),
  failed: (message: string): void => void show(message, 'red'),
}

async function show(message: string, color: 'green' | 'red'): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  const closeButtonProps = { 'aria-label': 'Dismiss' }
  notifications.show({ message, color, autoClose: color === 'red' ? 10_000 : 5_000, closeButtonProps })
}
