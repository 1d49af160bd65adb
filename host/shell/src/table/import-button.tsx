import { ActionIcon } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useReturnedFocus } from '../screen/returned-focus.ts'
import { inSentence, t } from '../language/t.ts'
import { useOffer } from '../screen/palette.ts'
import { useScreen } from '../screen/screen-context.ts'
import { usePermitted } from '../session/permissions.ts'
import type { TableScope } from './table-scope.ts'

const ImportDialog = lazy(() =>
  import('../import/import-dialog.tsx').then((module) => ({ default: module.ImportDialog })),
)

/** Opens the import into a list, for people who may create its records. The search offers the same. */
export function ImportButton({ scope: { widget } }: { scope: TableScope }) {
  const { dashboard } = useScreen()
  const [isOpen, setOpen] = useState(false)
  const [imports] = usePermitted()(widget.import ? [widget.import] : [])
  useReturnedFocus(isOpen)
  const heading = widget.title ?? dashboard.title
  useOffer(
    imports
      ? [
          {
            key: `import ${widget.id}`,
            label: t('Import…'),
            about: heading,
            icon: 'upload',
            start: () => setOpen(true),
          },
        ]
      : [],
  )
  if (imports === undefined) return null
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('Import…')}
        title={t('Import…')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconUpload size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Suspense>
        {isOpen && (
          <ImportDialog
            widget={{ ...widget, import: imports }}
            title={inSentence(heading)}
            onDismiss={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
