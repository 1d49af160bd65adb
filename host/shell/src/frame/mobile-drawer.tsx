import { Drawer } from '@mantine/core'
import '../theme/modal.css'
import '@mantine/core/styles/Drawer.layer.css'
import { t } from '../language/t.ts'
import { Sidebar } from './sidebar.tsx'

/** The sidebar as a drawer. A file of its own, because it is fetched when the drawer opens. */
export function MobileDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer.Root opened onClose={onClose} size={288} padding={0}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content aria-label={t('Navigation')} bg="var(--canvas)" radius={0}>
        <Sidebar />
      </Drawer.Content>
    </Drawer.Root>
  )
}
