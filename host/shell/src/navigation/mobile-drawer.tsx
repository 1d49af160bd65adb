import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Drawer.layer.css'
import { Sidebar } from './sidebar.tsx'

/** The sidebar as a drawer. */
export function MobileDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer
      opened
      onClose={onClose}
      size={288}
      padding={0}
      withCloseButton={false}
      title={null}
      aria-label="Navigation"
      styles={{ body: { height: '100%' }, content: { background: 'var(--canvas)' } }}
    >
      <Sidebar />
    </Drawer>
  )
}
