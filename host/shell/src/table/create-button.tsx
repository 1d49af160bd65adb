import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { PathLink } from '../screen/path-link.tsx'
import { useScreen } from '../screen/screen-context.ts'

/** Opens the form that creates a record. On a person's dashboard it is one of several, so it is quiet. */
export function CreateButton({ path, label }: { path: string; label: string }) {
  const isQuiet = useScreen().placed !== undefined
  return (
    <Button
      variant={isQuiet ? 'default' : 'filled'}
      component={PathLink}
      href={path}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {label}
    </Button>
  )
}
