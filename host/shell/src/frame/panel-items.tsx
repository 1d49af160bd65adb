import type { Panel } from '@atrium/sdk/documents'
import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { PathLink } from '../screen/path-link.tsx'

/** The panels to go to. */
export function PanelItems({ panels, openId }: { panels: readonly Panel[]; openId: string }) {
  return panels.map(({ id, title }) => (
    <Menu.Item
      key={id}
      component={PathLink}
      href={`/${id}`}
      rightSection={id === openId && <IconCheck size={14} aria-label="open" />}
    >
      {title}
    </Menu.Item>
  ))
}
