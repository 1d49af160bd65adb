import { useQuery } from '@tanstack/react-query'
import { isAbsent, isDenied } from '../api/api-problem.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { PageHeader } from '../screen/page-header.tsx'
import type { WidgetProps } from '../screen/screen-context.ts'
import { useScreen } from '../screen/screen-context.ts'
import { useSearchPlace } from '../screen/search-place.ts'
import { type About, Chat } from './chat.tsx'
import { NoAgents, useMayCreateAgent } from './no-agents.tsx'
import { agentsOptions, type OpenConversation } from './use-chat.ts'
import { useAbout } from './use-about.ts'
import styles from './chat-widget.module.css'

/** A chat on a screen. Without an agent, or while its plugin is not running, a block may be left out; a screen of its own says why. */
export function ChatWidget({ widget, heading }: WidgetProps<'chat'>) {
  const { data: agents, error, refetch } = useQuery(agentsOptions(widget))
  const conversation = useConversationInAddress(widget.id)
  const about = useAboutRecord()
  const mayCreate = useMayCreateAgent(widget)

  if (!agents && !error) return heading ? <ScreenSkeleton /> : null
  if (!agents) {
    if (!heading && (isAbsent(error) || isDenied(error))) return null
    return error && <ProblemNotice error={error} onRetry={refetch} heading={heading} />
  }
  if (agents.length === 0) {
    // A block is left out for people who could not create an agent.
    if (!mayCreate && !heading) return null
    return (
      <section>
        {!heading && <PageHeader title={widget.title} heading={false} />}
        <NoAgents widget={widget} heading={heading} />
      </section>
    )
  }
  return (
    <section className={styles.widget} data-screen={heading}>
      <PageHeader title={widget.title} heading={heading} />
      <div className={styles.chat}>
        <Chat key={widget.id} {...{ widget, agents, about }} {...conversation} />
      </div>
    </section>
  )
}

/** Only the screen of a record tells what the person is looking at. */
function useAboutRecord(): About | undefined {
  const { recordId } = useScreen()
  const about = useAbout()
  return recordId === undefined ? undefined : about
}

/** The open conversation is in the address, so that a reload and a link open it again. */
function useConversationInAddress(id: string): OpenConversation {
  const { dashboard } = useScreen()
  const { search, read, write } = useSearchPlace()
  const isFirst = dashboard.widgets.find(({ kind }) => kind === 'chat')?.id === id
  const name = isFirst ? '_chat' : `${id}._chat`
  const select = (chosen: string | null) => {
    const params = new URLSearchParams(read())
    if (chosen === null) params.delete(name)
    else params.set(name, chosen)
    write(params)
  }
  return { selected: new URLSearchParams(search).get(name), select }
}
