import type { ChatOptions, NamespaceDeclaration } from '@atrium/sdk/host'
import { CHAT_MESSAGES, type ChatWidget } from '@atrium/sdk/documents'
import { knownNames } from '../checks/finding.ts'
import { absolutePath, reportUnanswered } from '../checks/route-index.ts'
import type { WidgetPlace } from './make-chart.ts'

/** The declaration of a chat. */
interface DeclaredChat {
  readonly title: string
  readonly options: ChatOptions
}

interface ChatPlace extends WidgetPlace {
  /** The namespaces of the plugin itself. */
  readonly namespaces: readonly NamespaceDeclaration[]
}

/** Makes a chat. If it belongs to another plugin, only its paths are checked, once that plugin is active. */
export function makeChat({ title, options }: DeclaredChat, place: ChatPlace): ChatWidget {
  const { id, routes, api_base } = place
  const { namespace, create_agent } = options
  const pathOf = (given: string | undefined, usual: string) =>
    absolutePath(given ?? `/api/v1/${namespace}${usual}`, api_base)
  const agents_path = pathOf(options.agents_path, '/chat/agents')
  const conversations_path = pathOf(options.conversations_path, '/conversations')
  const approvals_path = pathOf(options.approvals_path, '/approvals')
  const asking = { ...place, who: `The chat [${id}]` }
  for (const path of [agents_path, conversations_path, approvals_path, `${approvals_path}/{id}`])
    reportUnanswered(path, asking)
  if (routes.isOwn(conversations_path)) reportUnchangeable(conversations_path, place)
  if (routes.isOwn(agents_path)) reportMessages(namespace, place)
  const { permission = routes.find('GET', agents_path)?.permission } = options
  return {
    ...{ kind: 'chat', id, title, namespace, agents_path, conversations_path, approvals_path },
    ...(create_agent !== undefined && { create_agent }),
    ...(permission !== undefined && { permission }),
  }
}

function reportUnchangeable(path: string, { id, routes, report, origin }: ChatPlace): void {
  for (const [method, wanted, does] of [
    ['POST', path, 'begins conversations'],
    ['DELETE', `${path}/{id}`, 'deletes conversations'],
  ] as const) {
    if (routes.find(method, wanted) !== undefined) continue
    report({
      code: 'widget_route_missing',
      message: `The chat [${id}] ${does} with [${method} ${wanted}], which is not declared.`,
      fix: 'Declare it in `register_routes`, or correct `conversations_path`.',
      origin,
    })
  }
}

/** Reports a namespace that the plugin does not declare, or that does not handle all messages of a chat. */
function reportMessages(name: string, { id, namespaces, report, origin }: ChatPlace): void {
  const namespace = namespaces.find((each) => each.name === name)
  const missing = CHAT_MESSAGES.filter((type) => namespace?.rules[type] === undefined)
  if (missing.length === 0) return
  const names = namespaces.map((each) => each.name)
  const isKnown = namespace !== undefined
  report({
    code: 'chat_messages_missing',
    message: `The chat [${id}] speaks the namespace [${name}], which ${isKnown ? `does not handle [${missing.join(', ')}]` : 'this plugin does not declare'}.`,
    fix: isKnown
      ? 'Add the messages to `channels.namespace(…)` in `register_channels`.'
      : `${knownNames(name, names)} Namespaces are declared in \`register_channels\`.`,
    origin,
  })
}
