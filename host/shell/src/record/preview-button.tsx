import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { type PreviewTarget, usePreview } from '../api/preview.ts'
import { PERMISSIONS, useMay } from '../session/permissions.ts'
import { usePreviewChanges } from '../session/use-preview-changes.ts'

/** Of which of the platform's records a preview can be made. */
const KINDS: Readonly<Record<string, PreviewTarget['kind']>> = {
  '/api/v1/platform/roles': 'role',
  '/api/v1/platform/users': 'person',
}

/** On the screen of a role or a person: shows Atrium as they see it. */
export function PreviewButton({ recordPath, id, title }: { recordPath: string; id: string; title: string }) {
  const kind = KINDS[recordPath.slice(0, recordPath.lastIndexOf('/'))]
  const isOffered = useMay(PERMISSIONS.preview) && usePreview() === null
  const explains = useMay(PERMISSIONS.explain)
  const { begin } = usePreviewChanges()
  if (kind === undefined || !isOffered) return null
  return (
    <Button
      variant="default"
      leftSection={<IconEye size={16} aria-hidden />}
      onClick={() => begin({ kind, id, title, explains })}
      title={`See what ${title} sees. Changes are blocked until you end the preview.`}
    >
      View as this {kind}
    </Button>
  )
}
