import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { requestText } from '../api/request.ts'
import { withQuery } from '../api/with-query.ts'
import { toast } from '../feedback/toast.ts'
import { exportQuery } from './list-query.ts'
import { saveFile } from './save-file.ts'
import type { TableScope } from './table-scope.ts'

/** Saves all that match as a CSV file. */
export function ExportButton({ scope: { widget, listPath, list } }: { scope: TableScope }) {
  const save = useMutation({
    mutationFn: () => requestText(withQuery(listPath, exportQuery(widget, list.state)), 'text/csv'),
    onSuccess: (text) => saveFile(`${widget.resource_id ?? widget.id}.csv`, text),
    onError: (error) => toast.failed(`Export: ${error.message}`),
  })
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label="Export as CSV"
      title="Export as CSV"
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      <IconDownload size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
