import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { PathLink } from '../screen/path-link.tsx'

/** Opens the form that creates a record. */
export function CreateButton({ path, label }: { path: string; label: string }) {
  return (
    <Button component={PathLink} href={path} leftSection={<IconPlus size={16} aria-hidden />}>
      {label}
    </Button>
  )
}
