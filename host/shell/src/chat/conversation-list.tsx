import type { ChatWidget } from '@atrium/sdk/documents'
import { ActionIcon, Button, Modal } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useChanging } from '../api/preview.ts'
import { refreshRecords } from '../api/records.ts'
import { request } from '../api/request.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { toast } from '../feedback/toast.ts'
import { msg, t, type Message } from '../language/t.ts'
import { usePanel } from '../screen/panel-context.ts'
import dialog from '../theme/dialog.module.css'
import '../theme/modal.css'
import { SinceValue } from '../values/value-kinds.tsx'
import { conversationsOptions, type ListedConversation } from './use-chat.ts'
import styles from './conversation-list.module.css'

interface ConversationListProps {
  widget: ChatWidget
  selected: string | null
  onSelect: (id: string | null) => void
}

/** The person's conversations, the latest first. */
export function ConversationList({ widget, selected, onSelect }: ConversationListProps) {
  const { session } = usePanel()
  const { data, error, refetch } = useQuery(conversationsOptions(widget, session.id))
  const [deleting, setDeleting] = useState<ListedConversation | null>(null)
  const changing = useChanging()
  const listed = (data?.records ?? []) as unknown as readonly ListedConversation[]
  if (error && !data) return <ProblemNotice error={error} onRetry={refetch} />
  return (
    <>
      {data && listed.length === 0 && <p className={styles.none}>{t('No conversations yet.')}</p>}
      <ul className={styles.list} aria-label={t('Conversations')}>
        {listed.map((each) => (
          <li key={each.id} className={styles.item} data-selected={each.id === selected}>
            <button
              type="button"
              className={styles.open}
              aria-current={each.id === selected ? 'true' : undefined}
              onClick={() => onSelect(each.id)}
            >
              <span className={styles.title}>{each.title}</span>
              <span className={styles.note}>
                {STANDINGS[each.status] ? (
                  t(STANDINGS[each.status]!)
                ) : (
                  <>
                    {each.agent_name} · <SinceValue value={each.updated_at} />
                  </>
                )}
              </span>
            </button>
            <ActionIcon
              className={styles.delete}
              variant="subtle"
              color="gray"
              aria-label={t('Delete {title}', { title: each.title })}
              onClick={() => setDeleting(each)}
              {...changing}
            >
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {data && data.total > listed.length && (
        <p className={styles.none}>
          {t('The latest {count} of {total}.', { count: listed.length, total: data.total })}
        </p>
      )}
      {deleting && (
        <DeleteDialog
          conversation={deleting}
          path={widget.conversations_path}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            if (deleting.id === selected) onSelect(null)
          }}
        />
      )}
    </>
  )
}

const STANDINGS: Readonly<Record<string, Message>> = {
  queued: msg('Answering…'),
  running: msg('Answering…'),
  waiting: msg('Waits for approval'),
}

interface DeleteDialogProps {
  conversation: ListedConversation
  path: string
  onClose: () => void
  onDeleted: () => void
}

function DeleteDialog({ conversation: { id, title }, path, onClose, onDeleted }: DeleteDialogProps) {
  const queryClient = useQueryClient()
  const removal = useMutation({
    mutationFn: () => request('DELETE', `${path}/${encodeURIComponent(id)}`),
    onSuccess: () => {
      onDeleted()
      toast.done(t('Deleted: “{title}”', { title }))
    },
    onError: (error) => toast.failed(t('The conversation was not deleted: {message}', { message: error.message })),
    onSettled: () => {
      onClose()
      return refreshRecords(queryClient)
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('Delete this conversation?')} size={400}>
      <p className={dialog.text}>
        {t('Everything that was said in it is deleted. What the agent has done stays done.')}
      </p>
      <p className={dialog.subject}>{title}</p>
      <div className={dialog.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('Go back')}
        </Button>
        <Button color="red" loading={removal.isPending} onClick={() => removal.mutate()}>
          {t('Delete')}
        </Button>
      </div>
    </Modal>
  )
}
